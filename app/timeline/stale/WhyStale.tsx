import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { X } from 'lucide-react';
import { useDocument, useSession } from '../../session/Session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { frameToX } from '../axis/TimeAxis.ts';
import type { DockCanvas } from '../DockCanvas.ts';
import { dockOf, useDock } from '../dockStore.ts';
import { StaleAccount, type Stale } from './StaleAccount.tsx';

/** What is known about the frame that was asked about. */
type Answer =
  | { readonly kind: 'asking' }
  | { readonly kind: 'stale'; readonly stale: Stale }
  | { readonly kind: 'not-stale' }
  | { readonly kind: 'problem'; readonly text: string };

const WIDTH = 496;
const GAP = 10;

/** Why a frame is stale, over free viewport with a leader to the frame. Not a dialog that blocks: everything else can still be used. */
export function WhyStale({ canvas }: { readonly canvas: DockCanvas | undefined }) {
  const frame = useDock((state) => state.explained);
  return frame === undefined || canvas === undefined ? null : <Panel canvas={canvas} frame={frame} />;
}

function Panel({ canvas, frame }: { readonly canvas: DockCanvas; readonly frame: number }) {
  const session = useSession();
  const dock = dockOf(session);
  const answer = useAnswer(frame);
  const panel = useRef<HTMLDivElement>(null);
  const leader = useRef<HTMLDivElement>(null);
  usePlace(canvas, frame, panel, leader);
  const close = () => {
    dock.setState({ explained: undefined, branchPreview: undefined });
    canvas.focus();
  };
  useEffect(() => panel.current?.focus(), [frame]);
  const first = answer.kind === 'stale' ? answer.stale.first : undefined;
  useEffect(() => {
    dock.setState({ branchPreview: first });
    return () => dock.setState({ branchPreview: undefined });
  }, [dock, first]);
  return createPortal(
    <>
      <div
        ref={panel}
        className="ui-surface why-stale"
        role="dialog"
        aria-label="Why stale?"
        tabIndex={-1}
        style={{ width: WIDTH }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      >
        <header className="why-stale-head">
          <span className="dock-swatch" data-kind="stale" aria-hidden />
          <h2>Why stale?</h2>
          <span className="dock-secondary mono">{subtitle(answer, frame)}</span>
          <IconButton icon={X} size="small" label="Close" keys="Esc" onClick={close} />
        </header>
        {answer.kind === 'stale' ? (
          <StaleAccount stale={answer.stale} frame={frame} onDone={close} />
        ) : (
          <p className="why-stale-plain">{plainText(answer, frame)}</p>
        )}
      </div>
      <div ref={leader} className="why-stale-leader" aria-hidden />
    </>,
    document.body,
  );
}

function subtitle(answer: Answer, frame: number): string {
  if (answer.kind !== 'stale') return `frame ${frame}`;
  const { first, last } = answer.stale;
  const count = last - first + 1;
  return count === 1 ? `1 frame, ${first}` : `${count} frames, ${first} – ${last}`;
}

function plainText(answer: Answer, frame: number): string {
  if (answer.kind === 'asking') return 'Comparing with the inputs of the frame…';
  if (answer.kind === 'problem') return answer.text;
  return `Frame ${frame} is not stale: none of its inputs has changed.`;
}

/** Asks the host, and again after every edit. */
function useAnswer(frame: number): Answer {
  const { shot } = useSession();
  const scene = useDocument((state) => state.open?.scene);
  const [answer, setAnswer] = useState<Answer>({ kind: 'asking' });
  useEffect(() => {
    let wanted = true;
    shot.whyStale(frame).then(
      (stale) => {
        if (wanted) setAnswer(stale === undefined ? { kind: 'not-stale' } : { kind: 'stale', stale });
      },
      (error: unknown) => {
        if (wanted) setAnswer({ kind: 'problem', text: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      wanted = false;
    };
  }, [shot, frame, scene]);
  return answer;
}

/** Left edge of the inspector where it stands on the right: its fields are not covered. */
function freeUntil(right: number): number {
  const inspector = document.querySelector('[data-panel="inspector"]')?.getBoundingClientRect();
  return inspector === undefined || inspector.left < right / 2 ? right : Math.min(right, inspector.left);
}

type Place = RefObject<HTMLDivElement | null>;

/** Keeps the panel above the dock near its frame, and the leader on the frame. */
function usePlace(canvas: DockCanvas, frame: number, panel: Place, leader: Place): void {
  const { timeline } = useSession();
  useLayoutEffect(() => {
    const place = () => {
      const { left, top, right } = canvas.bounds;
      const { viewFirst, viewLast } = timeline.getState();
      const x = left + frameToX({ viewFirst, viewLast, width: canvas.axis.width }, frame);
      const dockTop = canvas.dockTop;
      const at = Math.min(Math.max(x - WIDTH / 2, left + GAP), freeUntil(right) - WIDTH - GAP);
      panel.current!.style.left = `${Math.max(at, GAP)}px`;
      panel.current!.style.bottom = `${window.innerHeight - dockTop + GAP}px`;
      leader.current!.style.left = `${Math.round(x)}px`;
      leader.current!.style.top = `${dockTop - GAP}px`;
      leader.current!.style.height = `${top + canvas.strip.top - dockTop + GAP}px`;
      leader.current!.hidden = x < left || x > right;
    };
    place();
    const resizing = new ResizeObserver(place);
    resizing.observe(canvas.element);
    const end = timeline.subscribe((now, before) => {
      if (now.viewFirst !== before.viewFirst || now.viewLast !== before.viewLast) place();
    });
    return () => {
      resizing.disconnect();
      end();
    };
  }, [canvas, frame, panel, leader, timeline]);
}
