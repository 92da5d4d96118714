import type { DocumentChange, FailureCause, FailureSuggestion } from '../../../base/failure.ts';
import { quantityText } from '../../../base/quantityText.ts';
import { constitutiveModels } from '../../../materials/ConstitutiveModel.ts';
import type { Solid } from '../../../scene/kinds/solid.ts';
import type { QualityName, QualitySettings } from '../../../scene/Scene.ts';
import { largestKey } from '../../../scene/curves.ts';
import { isCurve } from '../../../scene/keyable.ts';
import { MOTION_LIMIT, STABILITY_SAFETY } from '../../../solids/timeStep.ts';
import type { StepLimits } from './stepLimits.ts';

/** Most suggestions for one failure. */
const MOST = 3;
/** Most substeps that a document may allow. */
const MOST_SUBSTEPS = 100_000;
/** Needing this many times more substeps than are allowed, allowing them is no longer the first thing to try. */
const PATIENCE = 8;
/** The frame should then need this share of the allowed substeps. */
const HEADROOM = 2 / 3;
/** Longest damping time worth suggesting, s: beyond, everything creeps. */
const LONGEST_DAMPING = 1;
/** Ratio of the longest substeps of the elements to those that are needed, up to which the elements are about to ask for as short ones. */
const RISING = 8;
/** One linear step of a very stiff solid that turns or lands may overshoot; so many iterations come to rest. */
const NEWTON_ITERATIONS = 4;
/** A model that stiffens this much is worth replacing. */
const NOTABLE_STIFFENING = 1.5;
/** An element whose smallest stretch is below this is told as squeezed. */
const SQUEEZED = 0.995;
/** The model that never stiffens. */
const LINEAR_MODEL = 'rotated-linear';

export interface FailedState {
  readonly solid: Solid;
  readonly quality: QualityName;
  readonly settings: QualitySettings;
  readonly cause: FailureCause;
  /** Length of the frame, s. */
  readonly duration: number;
  /** Length of the substep that is needed or failed, s. */
  readonly dt: number;
  readonly limits: StepLimits;
}

/** What may help, computed from the state in which the frame failed; the most promising first. */
export function suggestChanges(state: FailedState): FailureSuggestion[] {
  const { cause, settings, duration, dt, limits } = state;
  const needed = Math.ceil(duration / dt);
  let ranked: (FailureSuggestion | undefined)[];
  if (cause === 'not-converged') {
    ranked = [moving(state), linearModel(state)];
  } else if (cause !== 'too-many-substeps') {
    ranked = [linearModel(state), moreDamping(state, Math.max(4 * limits.dampingTime, 0.02)), moreSteps(state)];
  } else if (limits.stiffened <= Math.min(limits.motion, 2 * dt)) {
    const goal = duration / (HEADROOM * settings.maxSubsteps);
    const model = limits.stiffening > NOTABLE_STIFFENING ? linearModel(state) : undefined;
    const physics =
      limits.fibres <= limits.stiffened
        ? [implicit(state), weakerFibres(state, goal)]
        : [model, implicit(state), softer(state, goal), moreDamping(state, dampingFor(goal, limits))];
    ranked =
      needed <= PATIENCE * settings.maxSubsteps
        ? [moreSubsteps(state, needed), ...physics]
        : [...physics, moreSubsteps(state, needed)];
  } else if (limits.motion <= 2 * dt) {
    ranked = [moreSubsteps(state, needed), largerElements(state, needed), moreDamping(state, 4 * limits.dampingTime)];
  } else {
    // A pin's spring or a collider that is passed asks for it, or strength that rises within the frame: then the elements are not far from it.
    const rising = limits.stiffened <= RISING * dt ? [implicit(state), lessStrength(state)] : [];
    ranked = [moreSubsteps(state, needed), ...rising];
  }
  return ranked.filter((suggestion) => suggestion !== undefined).slice(0, MOST);
}

function moreSubsteps({ quality, settings, dt }: FailedState, needed: number): FailureSuggestion | undefined {
  const value = Math.min(roundedUp(2 * needed), MOST_SUBSTEPS);
  if (!(value >= needed / HEADROOM)) return undefined;
  return {
    title: `Raise the maximum substeps to ${value}`,
    detail: `The frame needs about ${needed} substeps of ${quantityText(dt, 's')}; ${settings.maxSubsteps} are allowed.`,
    changes: [{ path: `quality.${quality}.maxSubsteps`, value }],
  };
}

function moreSteps({ quality, settings, dt }: FailedState): FailureSuggestion | undefined {
  const value = roundedUp(4 * settings.minSubsteps);
  if (value > MOST_SUBSTEPS) return undefined;
  const changes: DocumentChange[] = [{ path: `quality.${quality}.minSubsteps`, value }];
  if (settings.maxSubsteps < value) changes.unshift({ path: `quality.${quality}.maxSubsteps`, value: 4 * value });
  return {
    title: `Raise the minimum substeps to ${value}`,
    detail: `The minimum is ${settings.minSubsteps} now; it failed in a substep of ${quantityText(dt, 's')}.`,
    changes,
  };
}

function implicit({ solid, dt }: FailedState): FailureSuggestion | undefined {
  const { integration = 'semi-implicit', newtonIterations = 1, volumeConservation } = solid;
  if (integration.startsWith('implicit') || volumeConservation?.enabled === true) return undefined;
  const changes: DocumentChange[] = [{ path: `entities.${solid.id}.integration`, value: 'implicit' }];
  if (newtonIterations < NEWTON_ITERATIONS) {
    changes.push({ path: `entities.${solid.id}.newtonIterations`, value: NEWTON_ITERATIONS });
  }
  return {
    title: 'Use implicit integration',
    detail: `Its stiffness requires substeps of ${quantityText(dt, 's')} now. Implicit substeps may be longer, and damp oscillations.`,
    changes,
  };
}

/** Gives inertia back to a solid that has no equilibrium. */
function moving({ solid }: FailedState): FailureSuggestion {
  return {
    title: 'Use implicit integration with inertia',
    detail: 'A solid that buckles, falls or slides off has no equilibrium. Implicit integration simulates its motion.',
    changes: [
      { path: `entities.${solid.id}.integration`, value: 'implicit' },
      { path: `entities.${solid.id}.newtonIterations`, value: NEWTON_ITERATIONS },
    ],
  };
}

/** Fibres pull less: without damping of their own they ask for steps as short as their stiffness is high. */
function weakerFibres({ solid, limits }: FailedState, goal: number): FailureSuggestion | undefined {
  const { params } = solid.material;
  const present = params.peakStress;
  if (typeof present !== 'number') return undefined;
  const value = roundedDown(0.8 * present * (limits.fibres / goal) ** 2);
  if (!(value > 0 && value < present)) return undefined;
  return {
    title: `Lower the peak fibre stress to ${quantityText(value, 'Pa')}`,
    detail: `It is ${quantityText(present, 'Pa')}; tensed fibres require substeps of ${quantityText(limits.fibres, 's')}.`,
    changes: [{ path: materialPath(solid, 'params.peakStress'), value }],
  };
}

/** Takes back a strength that was keyed far above that of the material. */
function lessStrength({ solid }: FailedState): FailureSuggestion | undefined {
  const { strength } = solid;
  const largest = largestKey(strength);
  if (!(largest > 1)) return undefined;
  const limited =
    typeof strength === 'number'
      ? 1
      : { keys: strength.keys.map((key) => ({ ...key, value: Math.min(key.value, 1) })) };
  return {
    title: 'Keep the strength at 1 or below',
    detail: `It reaches ${Number(largest.toPrecision(3))}, which multiplies the stiffness of the material.`,
    changes: [{ path: `entities.${solid.id}.strength`, value: limited }],
  };
}

function softer({ solid, limits }: FailedState, goal: number): FailureSuggestion | undefined {
  const { youngsModulus } = solid.material;
  // Keys are the artist's: a number would take them all.
  if (isCurve(youngsModulus)) return undefined;
  const { stiffening, frequency, dampingTime } = limits;
  // stableStep solved for the frequency.
  const step = goal / STABILITY_SAFETY;
  const square = 4 / (stiffening * (step * step - (2 * step * dampingTime) / stiffening));
  const value = roundedDown((0.8 * youngsModulus * square) / (frequency * frequency));
  if (!(value > 0 && value < youngsModulus)) return undefined;
  return {
    title: `Lower Young's modulus to ${quantityText(value, 'Pa')}`,
    detail: `It is ${quantityText(youngsModulus, 'Pa')}; elastic waves cross the finest element in ${quantityText(2 / frequency, 's')}.`,
    changes: [{ path: materialPath(solid, 'youngsModulus'), value }],
  };
}

/** The damping time with which substeps of length `goal` are stable: stableStep solved for tau. */
function dampingFor(goal: number, { stiffening, frequency }: StepLimits): number {
  const step = goal / STABILITY_SAFETY;
  return (stiffening * (step * step - 4 / (frequency * frequency * stiffening))) / (2 * step);
}

function moreDamping({ solid, limits }: FailedState, wanted: number): FailureSuggestion | undefined {
  const value = roundedUp(1.2 * wanted);
  const { dampingTime } = solid.material;
  if (isCurve(dampingTime) || !(value > dampingTime && value <= LONGEST_DAMPING)) return undefined;
  // Without elastic forces nothing limits the substeps.
  const allows = Number.isFinite(limits.stiffened)
    ? `stiff elements allow substeps of ${quantityText(limits.stiffened, 's')} with it`
    : 'more damping slows the deformation down';
  return {
    title: `Raise the damping time to ${quantityText(value, 's')}`,
    detail: `It is ${quantityText(dampingTime, 's')}; ${allows}.`,
    changes: [{ path: materialPath(solid, 'dampingTime'), value }],
  };
}

function linearModel({ solid, limits }: FailedState): FailureSuggestion | undefined {
  const { model } = solid.material;
  // Another model would take its fibres.
  if (model === LINEAR_MODEL || constitutiveModels.get(model).hasFibres === true) return undefined;
  const { worstElement, smallestStretch, stiffening } = limits;
  const found = `element ${worstElement} is ${deformation(smallestStretch)}`;
  const stiff = Number.isFinite(stiffening)
    ? ` and the stiffest one ${stiffening.toFixed(1)} times as stiff as at rest`
    : ', where the force of this model is unbounded';
  return {
    title: 'Use the rotated linear model',
    detail: `It never stiffens: now ${found}${stiff}.`,
    changes: [
      { path: materialPath(solid, 'model'), value: LINEAR_MODEL },
      { path: materialPath(solid, 'params'), value: {} },
    ],
  };
}

/** What an element with this smallest signed singular value has become. */
function deformation(smallestStretch: number): string {
  if (!Number.isFinite(smallestStretch)) return 'extremely deformed';
  if (smallestStretch < 0) return 'inverted';
  if (smallestStretch < SQUEEZED) return `compressed to ${smallestStretch.toFixed(2)} of its size`;
  return 'the most deformed';
}

function largerElements({ quality, settings, limits }: FailedState, needed: number): FailureSuggestion | undefined {
  const factor = needed / (HEADROOM * settings.maxSubsteps);
  const value = roundedUp(factor * settings.edgeScale);
  if (!(factor > 1 && factor <= 3 && value <= 100)) return undefined;
  return {
    title: `Use elements ${factor.toFixed(1)} times as large`,
    detail: `A vertex moves at ${quantityText(limits.speed, 'm/s')}, and the limit is ${MOTION_LIMIT} elements per substep.`,
    changes: [{ path: `quality.${quality}.edgeScale`, value }],
  };
}

function materialPath(solid: Solid, member: string): string {
  return `entities.${solid.id}.material.${member}`;
}

/** Rounds up to two significant digits. */
function roundedUp(value: number): number {
  return rounded(value, Math.ceil);
}

function roundedDown(value: number): number {
  return rounded(value, Math.floor);
}

function rounded(value: number, round: (value: number) => number): number {
  if (!(value > 0) || !Number.isFinite(value)) return NaN;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((round(value / unit) * unit).toPrecision(2));
}
