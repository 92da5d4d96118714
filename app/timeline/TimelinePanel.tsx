import { DockBody } from './DockBody.tsx';
import { DockSummary } from './DockSummary.tsx';
import { useDockActions } from './useDockActions.ts';
import './timeline.css';

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
