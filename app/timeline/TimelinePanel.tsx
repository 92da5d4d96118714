import './timeline.css';
import { DockBody } from './DockBody.tsx';
import { DockSummary } from './DockSummary.tsx';
import { useEffect } from 'react';
import { useSession, type Session } from '../session/Session.ts';
import { followRange, type FrameRange } from './axis/zoomAxis.ts';
import { dockOf, forgetShot } from './dockStore.ts';
import { setKeysAtPlayhead } from './keys/keyActions.ts';

/** Time: the states of all frames, keys, curves, graphs and takes over one axis with one playhead. */
export function TimelinePanel() {
  useDockActions();
  return (
    <section className="dock" aria-label="Timeline">
      <DockBody />
      <DockSummary />
    </section>
  );
}

/** The axis and the playhead keep to the range of the shot. */
function changeRange({ timeline }: Session, before: FrameRange, after: FrameRange): void {
  if (before.first === after.first && before.last === after.last) return;
  const { frame, inFrame, outFrame, viewFirst, viewLast } = timeline.getState();
  const inside = (one: number | undefined) => one !== undefined && one >= after.first && one <= after.last;
  timeline.setState({
    ...followRange({ viewFirst, viewLast }, before, after),
    frame: Math.min(Math.max(frame, after.first), after.last),
    inFrame: inside(inFrame) ? inFrame : undefined,
    outFrame: inside(outFrame) ? outFrame : undefined,
  });
}

/** Offers what commands leave to the dock, and forgets what belonged to another shot. */
function useDockActions(): void {
  const session = useSession();
  useEffect(
    () =>
      session.panelActions.provide({
        setKey: () => setKeysAtPlayhead(session),
        showWhyStale: () => dockOf(session).setState({ explained: session.timeline.getState().frame }),
      }),
    [session],
  );
  useEffect(
    () =>
      session.document.store.subscribe((now, before) => {
        if (now.open?.path !== before.open?.path || now.open?.scene.project !== before.open?.scene.project) {
          forgetShot(dockOf(session));
        } else if (now.open !== undefined && before.open !== undefined) {
          changeRange(session, before.open.scene.range, now.open.scene.range);
        }
      }),
    [session],
  );
}
