import { elementTypes } from '../../../geometry/elements/elementTypes.ts';
import type { SolidBodyInput, SolidOperators } from '../../../solids/SolidOperators.ts';
import { FibreStep } from '../../../solids/FibreStep.ts';
import { Stiffening } from '../../../solids/stiffening.ts';
import { worstElement } from '../../../solids/StepFailure.ts';
import { meanElementSize, MOTION_LIMIT, stableStep, stiffnessDampingTime } from '../../../solids/timeStep.ts';

/** What limits the substeps of a solid at one state, each in s. */
export interface StepLimits {
  /** Stability of the elastic forces as stiff as at rest. */
  readonly elastic: number;
  /** What tense fibres leave; infinite without any. */
  readonly fibres: number;
  /** The shorter of `fibres` and `elastic` with the stiffening of deformed elements. */
  readonly stiffened: number;
  /** Motion of the fastest vertex against the size of the elements. */
  readonly motion: number;
  /** How many times as stiff as at rest the stiffest element is; at least 1. */
  readonly stiffening: number;
  /** Elastic angular frequency of the finest element, 1/s, strength included. */
  readonly frequency: number;
  /** Ratio of damping to stiffness at rest, s. */
  readonly dampingTime: number;
  /** Speed of the fastest vertex against the body's mean, m/s. */
  readonly speed: number;
  /** Element of that vertex, of the smallest height, and of the strongest compression or inversion. */
  readonly fastestElement: number;
  readonly smallestElement: number;
  readonly worstElement: number;
  /** Smallest signed singular value of the last one. */
  readonly smallestStretch: number;
}

/** What the limits are measured of. */
export interface LimitedSolid {
  readonly body: SolidBodyInput;
  readonly operators: SolidOperators;
  /** m/s. */
  readonly velocities: Float64Array;
  /** Factor on the elastic forces. */
  readonly strength: number;
  /** Activation of the fibres. */
  readonly activation: number;
}

/** The limits at the velocities and the operators' last state. */
export function measureStepLimits({ body, operators, velocities, strength, activation }: LimitedSolid): StepLimits {
  const { singularValues, elementCount } = operators;
  const perElement = singularValues.length / Math.max(1, elementCount);
  const stiffening = new Stiffening(body).largest(singularValues, perElement / 3);
  const frequency = operators.waveFrequency * Math.sqrt(strength);
  const dampingTime = stiffnessDampingTime(body);
  const { vertex, speed } = fastestVertex(velocities);
  const worst = worstElement(operators);
  let smallestStretch = Infinity;
  for (let k = 0; k < perElement; k++) {
    smallestStretch = Math.min(smallestStretch, singularValues[worst * perElement + k]);
  }
  const { fibreStretches } = operators;
  const fibres =
    fibreStretches === undefined
      ? Infinity
      : new FibreStep(body).longest(fibreStretches, activation, frequency, dampingTime, stiffening);
  return {
    elastic: stableStep(frequency, dampingTime, 1),
    fibres,
    stiffened: Math.min(stableStep(frequency, dampingTime, stiffening), fibres),
    motion: speed > 0 ? (MOTION_LIMIT * meanElementSize(body)) / speed : Infinity,
    stiffening,
    frequency,
    dampingTime,
    speed,
    fastestElement: elementOf(body, vertex),
    smallestElement: smallestElement(body),
    worstElement: worst,
    smallestStretch,
  };
}

/** The vertex that moves fastest against the mean of all, and how fast, m/s. */
function fastestVertex(velocities: Float64Array): { vertex: number; speed: number } {
  const mean = [0, 0, 0];
  const count = velocities.length / 3;
  for (let k = 0; k < velocities.length; k++) mean[k % 3] += velocities[k] / count;
  let vertex = 0;
  let speed = 0;
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [0, 1, 2].map((axis) => velocities[3 * v + axis] - mean[axis]);
    const own = Math.hypot(x, y, z);
    if (own <= speed) continue;
    speed = own;
    vertex = v;
  }
  return { vertex, speed };
}

function elementOf({ elements, elementKind }: SolidBodyInput, vertex: number): number {
  const corners = elementTypes[elementKind].size;
  return Math.max(0, Math.floor(elements.indexOf(vertex) / corners));
}

/** The element with the shortest edge at rest, which as a rule sets the elastic limit. */
function smallestElement({ elements, elementKind, restPositions }: SolidBodyInput): number {
  const corners = elementTypes[elementKind].size;
  let found = 0;
  let shortest = Infinity;
  for (let first = 0; first < elements.length; first += corners) {
    for (let a = first; a < first + corners; a++) {
      for (let b = first; b < a; b++) {
        const [p, q] = [3 * elements[a], 3 * elements[b]];
        const length = Math.hypot(
          restPositions[p] - restPositions[q],
          restPositions[p + 1] - restPositions[q + 1],
          restPositions[p + 2] - restPositions[q + 2],
        );
        if (length >= shortest) continue;
        shortest = length;
        found = first / corners;
      }
    }
  }
  return found;
}
