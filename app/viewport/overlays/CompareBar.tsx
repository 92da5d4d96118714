import { useRef, type KeyboardEvent } from 'react';
import { Clock, History, LoaderCircle, X } from 'lucide-react';
import { cellOf } from '../../client/frames/cells.ts';
import { useDocument, useFrames, useSession, useTimeline, useView } from '../../session/Session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useViewport } from './useDrawn.ts';

const HOWS = [
  { value: 'side-by-side', label: 'Side by side' },
  { value: 'wipe', label: 'Wipe' },
] as const;

/** Share that the arrow keys move the wipe by; with Shift. */
const STEP = 0.02;
const LARGE_STEP = 0.1;

/** Returns where a key moves the edge; undefined for other keys. */
function wipeAfter({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, wipe: number): number | undefined {
  const step = shiftKey ? LARGE_STEP : STEP;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return wipe - step;
  if (key === 'ArrowRight' || key === 'ArrowUp') return wipe + step;
  if (key === 'Home') return 0;
  return key === 'End' ? 1 : undefined;
}

/** Why the other take is not to be seen as it is at the playhead. */
function OtherTakeState() {
  const state = useViewport(({ otherTake }) => otherTake);
  const frame = useTimeline((timeline) => (timeline.playing ? undefined : timeline.frame));
  if (state === undefined) return null;
  const Icon = STATE_ICONS[state];
  const number = frame === undefined ? 'the frame' : `frame ${frame}`;
  return (
    <span className="viewport-compare-state" data-state={state} role="status">
      <Icon aria-hidden />
      {state === 'preparing' && 'filling its shapes with elements'}
      {state === 'coming' && `reading ${number} from the disk`}
      {state === 'missing' && `${number} is not simulated in this take`}
      {state === 'stale' && `${number} is stale`}
    </span>
  );
}

const STATE_ICONS = { preparing: LoaderCircle, coming: LoaderCircle, missing: Clock, stale: History } as const;

/** The state of the frame in the take that is worked on. While it plays, whether any of its frames is stale. */
function OwnTakeState() {
  const frame = useTimeline((timeline) => (timeline.playing ? undefined : timeline.frame));
  const state = useFrames(({ cells }) => {
    if (frame !== undefined) return cellOf(cells, frame)?.state;
    return cells.some((cell) => cell.state === 'stale') ? 'stale' : undefined;
  });
  if (state !== 'stale' && state !== 'missing') return null;
  const Icon = STATE_ICONS[state];
  const number = frame === undefined ? 'a part of it' : `frame ${frame}`;
  return (
    <span className="viewport-compare-state" data-state={state} role="status">
      <Icon aria-hidden />
      {state === 'stale' ? `${number} is stale` : `${number} is not simulated in this take`}
    </span>
  );
}

/** Names the two takes that are compared, and moves the edge between them. */
export function CompareBar() {
  const session = useSession();
  const compare = useView((state) => state.compare);
  const own = useDocument((state) => state.open?.scene.take);
  const other = useDocument((state) => state.open?.scene.takes.find(({ id }) => id === compare?.take));
  const root = useRef<HTMLDivElement>(null);
  if (compare === undefined || own === undefined || other === undefined) return null;
  const edge = compare.how === 'wipe' ? compare.wipe : 0.5;
  const wipeTo = (wipe: number): void =>
    session.view.setState({ compare: { ...compare, wipe: Math.min(1, Math.max(0, wipe)) } });
  return (
    <div ref={root} className="viewport-compare">
      <span className="viewport-compare-name" data-side="left" style={{ right: `calc(${100 * (1 - edge)}% + 10px)` }}>
        {own.name || own.id}
        <OwnTakeState />
      </span>
      <span className="viewport-compare-name" data-side="right" style={{ left: `calc(${100 * edge}% + 10px)` }}>
        {other.name || other.id}
        <OtherTakeState />
      </span>
      {compare.how === 'wipe' ? (
        <div
          className="viewport-wipe"
          role="slider"
          tabIndex={0}
          aria-label="Edge between the takes"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(100 * compare.wipe)}
          aria-valuetext={`${Math.round(100 * compare.wipe)} % ${own.name || own.id}`}
          style={{ left: `${100 * edge}%` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            const box = root.current?.getBoundingClientRect();
            if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
            wipeTo((event.clientX - box.left) / box.width);
          }}
          onKeyDown={(event) => {
            const wipe = wipeAfter(event, compare.wipe);
            if (wipe === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            wipeTo(wipe);
          }}
        />
      ) : (
        <span className="viewport-divide" />
      )}
      <div className="viewport-card viewport-compare-how">
        <Segmented
          label="How takes are compared"
          size="small"
          value={compare.how}
          options={HOWS}
          onChange={(how) => session.view.setState({ compare: { ...compare, how } })}
        />
        <IconButton
          size="small"
          icon={X}
          label="Stop comparing"
          tooltipSide="top"
          onClick={() => session.view.setState({ compare: undefined })}
        />
      </div>
    </div>
  );
}
