import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { frameToSeconds } from '../../src/scene/Scene.ts';
import { useSession, type Session } from '../session/Session.ts';
import { ContextMenu } from '../ui/Menu.tsx';
import { keyMenu } from './labels/laneMenu.ts';
import { modelOf } from './DockModel.ts';
import { jumpTo, playRange, stepBy } from './playhead.ts';
import { frameKinds, kindLabels } from './strip/frameKinds.ts';

interface PlayheadProps {
  readonly hostRef: RefObject<HTMLDivElement | null>;
}

/** The surface on which frames are drawn and scrubbed; with the keyboard or a screen reader it is a slider whose value is the frame. */
export function Playhead({ hostRef }: PlayheadProps) {
  const session = useSession();
  useEffect(() => {
    const host = hostRef.current!;
    const describe = () => describePlayhead(session, host);
    describe();
    const ends = [
      session.timeline.subscribe((now, before) => {
        if (now.frame !== before.frame || now.playing !== before.playing) describe();
      }),
      session.frames.subscribe(describe),
      session.document.store.subscribe(describe),
    ];
    return () => ends.forEach((end) => end());
  }, [session, hostRef]);
  return (
    <ContextMenu entries={() => keyMenu(session)}>
      <div
        ref={hostRef}
        className="dock-canvas"
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-orientation="horizontal"
        aria-valuenow={0}
        onKeyDown={(event) => press(session, event)}
      />
    </ContextMenu>
  );
}

/** Describes the playhead outside of React: it moves up to 60 times a second. While it plays, nothing is said. */
function describePlayhead(session: Session, host: HTMLElement): void {
  const { frame, playing } = session.timeline.getState();
  if (playing) return;
  const { scene, cells } = modelOf(session);
  if (scene === undefined) return;
  const kind = frameKinds[cells.kinds[frame - cells.first]];
  const state = kind === undefined ? '' : `, ${kindLabels[kind].toLowerCase()}`;
  host.ariaValueMin = String(scene.range.first);
  host.ariaValueMax = String(scene.range.last);
  host.ariaValueNow = String(frame);
  host.ariaValueText = `Frame ${frame}, ${frameToSeconds(scene, frame).toFixed(3)} s${state}`;
}

/** The keys that every slider has. */
function press(session: Session, event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { first, last } = playRange(session);
  const steps: Readonly<Record<string, () => void>> = {
    ArrowRight: () => stepBy(session, event.shiftKey ? 10 : 1),
    ArrowUp: () => stepBy(session, 1),
    ArrowLeft: () => stepBy(session, event.shiftKey ? -10 : -1),
    ArrowDown: () => stepBy(session, -1),
    PageUp: () => stepBy(session, 10),
    PageDown: () => stepBy(session, -10),
    Home: () => jumpTo(session, first),
    End: () => jumpTo(session, last),
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  step();
}
