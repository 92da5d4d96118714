import { RunActions } from './RunActions.tsx';
import { RunSlot } from './RunSlot.tsx';
import { useRunState } from './useRunState.ts';
import './run.css';

/** Starts, shows and stops the simulation: a slot and its actions, each of a fixed width, whatever happens. */
export function SimulateControl() {
  const state = useRunState();
  return (
    <div className="simulate" role="group" aria-label="Simulation" data-state={state.kind}>
      <RunSlot state={state} />
      <RunActions state={state} />
    </div>
  );
}
