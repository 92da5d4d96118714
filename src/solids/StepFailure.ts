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

/** Why a frame could not be finished: the cause of the error that the user sees. */
export class FrameFailure extends Error {
  /** s. */
  readonly time: number;
  /** Length of the substep that failed or would be needed, s. */
  readonly dt: number;
  /** What went wrong in the substep; undefined where there would be too many of them. */
  readonly step: StepFailure | undefined;
  /** Which of the bodies that were moved together it was. */
  readonly body: number;

  constructor(time: number, dt: number, step?: StepFailure, body = 0) {
    super(step?.message ?? `it needs substeps of ${dt.toPrecision(3)} s, more than the maximum substeps of a frame`);
    this.name = 'FrameFailure';
    this.time = time;
    this.dt = dt;
    this.step = step;
    this.body = body;
  }
}

/**
 * The error for the user once shorter substeps (s) of the bodies that are moved together do not help, or would be too many. Its cause is a
 * `FrameFailure`.
 */
export function describeFailure(time: number, dt: number, failure: StepFailure | undefined, body: number): CoreError {
  const cause = new FrameFailure(time, dt, failure, body);
  return new CoreError('simulation-failed', `the simulation failed at ${time.toPrecision(4)} s: ${cause.message}`, {
    place: failure === undefined ? undefined : `element ${failure.element}`,
    remedy: 'Increase the damping, lower the stiffness, or remove elements that are very small or thin.',
    cause,
  });
}

/** The element with the smallest or a non-finite singular value: where trouble most likely began. */
export function worstElement({
  singularValues,
  elementCount,
}: Pick<SolidOperators, 'singularValues' | 'elementCount'>): number {
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
