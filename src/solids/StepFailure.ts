import { CoreError } from '../base/errors.ts';
import type { SolidOperators } from './SolidOperators.ts';

/** A substep that gave no usable state; the integrator tries a shorter one before it gives up. */
export class StepFailure extends Error {
  readonly element: number;

  constructor(message: string, element: number) {
    super(message);
    this.name = 'StepFailure';
    this.element = element;
  }
}

/** The error for the user once shorter substeps (s) do not help, or would be too many. */
export function describeFailure(time: number, dt: number, failure?: StepFailure): CoreError {
  const why = failure?.message ?? `it would need substeps of ${dt.toPrecision(3)} s, which is too many for one frame`;
  return new CoreError('simulation-failed', `the simulation broke down at ${time.toPrecision(4)} s: ${why}`, {
    place: failure === undefined ? undefined : `element ${failure.element}`,
    remedy: 'Raise the damping, lower the stiffness, or remove elements that are very small or thin.',
    cause: failure,
  });
}

/** The element with the smallest or a non-finite singular value: where trouble most likely began. */
export function worstElement({ singularValues, elementCount }: SolidOperators): number {
  const perElement = Math.max(1, singularValues.length / Math.max(1, elementCount));
  let worst = 0;
  let smallest = Infinity;
  for (let k = 0; k < singularValues.length; k++) {
    if (!Number.isFinite(singularValues[k])) return Math.floor(k / perElement);
    if (singularValues[k] >= smallest) continue;
    smallest = singularValues[k];
    worst = Math.floor(k / perElement);
  }
  return worst;
}
