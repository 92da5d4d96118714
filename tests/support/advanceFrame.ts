import type { Interaction } from '../../src/simulation/Interaction.ts';
import { Step } from '../../src/simulation/Step.ts';
import { DeformableBody } from '../../src/solids/DeformableBody.ts';
import { type FrameReport, frameReport } from '../../src/solids/SubstepLog.ts';
import type { LoggedSystem } from '../../src/solids/SteppedSystem.ts';

const steps = new WeakMap<LoggedSystem, Step>();

/** Moves a body that interacts with nothing from `start` to `end`, s. */
export function advanceFrame(body: LoggedSystem, start: number, end: number, cancelled?: () => boolean): FrameReport {
  const step = steps.get(body) ?? new Step([body], dryLiquids(body));
  steps.set(body, step);
  const retries = step.advance(start, end, cancelled);
  return frameReport(body.substeps, retries);
}

/** What liquids that a body has not reached do to it: they end its prediction. */
function dryLiquids(body: LoggedSystem): Interaction[] {
  if (!(body instanceof DeformableBody) || !body.awaitsLiquids) return [];
  return [{ maxStep: () => Infinity, before: () => body.endPrediction() }];
}

/** Takes one substep of a body that interacts with nothing, from `start` to `end`, s. */
export function takeSubstep(body: DeformableBody, start: number, end: number): void {
  body.predict(start, end);
  if (body.awaitsLiquids) body.endPrediction();
  body.integratePositions(true);
  body.integrateVelocities();
  body.commit();
}
