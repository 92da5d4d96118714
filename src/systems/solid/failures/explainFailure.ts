import { CoreError } from '../../../base/errors.ts';
import type { FailureCause, FailureSuggestion } from '../../../base/failure.ts';
import { isQuasistatic, type Solid } from '../../../scene/kinds/solid.ts';
import type { QualityName, QualitySettings } from '../../../scene/Scene.ts';
import { INVERTED } from '../../../solids/countInverted.ts';
import type { SolidBodyInput, SolidOperators } from '../../../solids/SolidOperators.ts';
import { FrameFailure } from '../../../solids/StepFailure.ts';
import { suggestChanges } from './failureSuggestions.ts';
import { measureStepLimits, type StepLimits } from './stepLimits.ts';

/** The solid and the interval in which a frame failed. */
export interface FailedFrame {
  readonly solid: Solid;
  readonly quality: QualityName;
  readonly settings: QualitySettings;
  readonly body: SolidBodyInput;
  readonly operators: SolidOperators;
  /** m/s. */
  readonly velocities: Float64Array;
  /** Factor on the elastic forces. */
  readonly strength: number;
  /** Largest activation of the fibres over the frame. */
  readonly activation: number;
  readonly frame: number;
  /** s. */
  readonly start: number;
  readonly end: number;
}

/** The error with numbers and suggestions, where it is one of the solver; else as it is. */
export function explainFailure(error: CoreError, failed: FailedFrame): CoreError {
  const { cause: found } = error;
  if (!(found instanceof FrameFailure)) return error;
  const { solid, quality, settings, frame, start, end } = failed;
  const limits = measureStepLimits(failed);
  const duration = end - start;
  const cause = causeOf(found, limits, solid);
  const tooMany = cause === 'too-many-substeps';
  const element = found.step?.element ?? limitingElement(limits, found.dt);
  const failure = {
    frame,
    time: found.time,
    entity: solid.id,
    element,
    cause,
    ...(tooMany && { measured: Math.ceil(duration / found.dt), limit: settings.maxSubsteps }),
    ...(cause === 'inverted' && { measured: limits.smallestStretch, limit: 0 }),
    unit: tooMany ? 'substeps' : '',
    suggestions: suggestChanges({ solid, quality, settings, cause, duration, dt: found.dt, limits }),
  };
  const { code, message, file, place } = error;
  const remedy = tooMany ? (remedyOf(failure.suggestions) ?? error.remedy) : error.remedy;
  return new CoreError(code, message, { file, place: place ?? `element ${element}`, remedy, failure, cause: error });
}

/** The suggestions as a sentence: they were computed from the state in which it failed, and fit its cause. */
function remedyOf(suggestions: readonly FailureSuggestion[]): string | undefined {
  const titles = suggestions.map(({ title }, k) => (k === 0 ? title : title[0].toLowerCase() + title.slice(1)));
  return titles.length === 0 ? undefined : `${titles.join(', or ')}.`;
}

function causeOf(found: FrameFailure, limits: StepLimits, solid: Solid): FailureCause {
  if (isQuasistatic(solid)) return 'not-converged';
  if (found.step === undefined) return 'too-many-substeps';
  return limits.smallestStretch < INVERTED ? 'inverted' : 'not-finite';
}

/** The element that asks for the shortest substeps. */
function limitingElement(limits: StepLimits, dt: number): number {
  if (limits.motion <= Math.min(limits.stiffened, 2 * dt)) return limits.fastestElement;
  return limits.stiffened < 0.9 * limits.elastic ? limits.worstElement : limits.smallestElement;
}
