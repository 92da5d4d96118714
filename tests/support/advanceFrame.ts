import { Step } from '../../src/simulation/Step.ts';
import { type FrameReport, frameReport } from '../../src/solids/SubstepLog.ts';
import type { LoggedSystem } from '../../src/solids/SteppedSystem.ts';

const steps = new WeakMap<LoggedSystem, Step>();

/** Moves a body that interacts with nothing from `start` to `end`, s. */
export function advanceFrame(body: LoggedSystem, start: number, end: number, cancelled?: () => boolean): FrameReport {
  const step = steps.get(body) ?? new Step([body]);
  steps.set(body, step);
  const retries = step.advance(start, end, cancelled);
  return frameReport(body.substeps, retries);
}
