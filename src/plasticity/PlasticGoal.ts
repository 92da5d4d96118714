import { symmetricEigen } from '../math/symmetricEigen.ts';
import { composeSymmetric, PACKED, packedGram, removeTrace } from './packedSymmetric.ts';
import type { PlasticBody } from './PlasticBody.ts';
import { countNoisy, smoothGoal } from './smoothGoal.ts';

/** The goal shape of plastic flow, as the logarithm of the right stretch of its deformation gradient at every point. */
export interface PlasticGoal {
  /** G = log sqrt(F^T F) per point (`packedSymmetric`), within the stretch limit. */
  readonly logs: Float64Array;
  /** 0 for points whose goal is inverted: they flow freely. */
  readonly has: Uint8Array;
  /** Second yield factor k per point: beyond k times the yield strain a point flows in any direction; infinite where it never does. */
  readonly yieldFactors: Float64Array;
  /** Guidance kappa (`stepTowardsGoal`). */
  readonly guidance: number;
  /** Numbers of elements whose goal is stretched beyond the limit, is inverted, or differs much from its neighbours'. */
  readonly clamped: number;
  readonly inverted: number;
  readonly noisy: number;
  /** Smallest stretch limit, at least 1, at which no element would be clamped. */
  readonly largestStretch: number;
}

export interface PlasticGoalInput {
  readonly body: PlasticBody;
  /** Goal position of every vertex, xyz, m, in the axes of the rest shape. */
  readonly positions: Float64Array;
  readonly stretchLimit: number;
  /** True for goals of volume-preserving flow: the logarithms get no trace. */
  readonly deviatoric: boolean;
  /** Strength s in [0, 1] per element: 0 does not direct the flow, 1 allows no other flow. */
  readonly strengthOf: (element: number) => number;
  readonly guidance: number;
  /** Number of smoothing passes of the logarithms (`smoothGoal`); none where left out. */
  readonly smoothing?: number;
}

/** Makes a goal another one of the same body: its logarithms, and which points have any. */
export function moveGoal(goal: PlasticGoal, to: Pick<PlasticGoal, 'logs' | 'has'>): void {
  goal.logs.set(to.logs);
  goal.has.set(to.has);
}

/** Eigenvalues of the goal's logarithm may exceed the limit by this much before the element counts as clamped. */
const CLAMP_ROUNDING = 1e-9;

/** Returns the goal of a body. A strength s sets a second yield at k = 1 / (1 - s) times the first. */
export function plasticGoal(input: PlasticGoalInput): PlasticGoal {
  const { body, positions, stretchLimit, deviatoric, strengthOf, guidance, smoothing = 0 } = input;
  const points = body.frequencySquares.length;
  const logs = new Float64Array(PACKED * points);
  const has = new Uint8Array(points);
  const yieldFactors = new Float64Array(points);
  const limit = Math.log(stretchLimit);
  for (let q = 0; q < points; q++) {
    const element = Math.floor(q / body.pointsPerElement);
    yieldFactors[q] = 1 / (1 - strengthOf(element));
    if (writeStretchLog(body, q, positions, logs) === undefined) continue;
    has[q] = 1;
    if (deviatoric) removeTrace(logs, PACKED * q);
  }
  smoothGoal(body, logs, has, smoothing);
  return { logs, has, yieldFactors, guidance, ...defects(body, logs, has, limit) };
}

/** Counts defective elements, and clamps the logarithms to the limit. */
function defects(body: PlasticBody, logs: Float64Array, has: Uint8Array, limit: number) {
  const clamped = new Set<number>();
  const inverted = new Set<number>();
  let farthest = 0;
  for (let q = 0; q < has.length; q++) {
    const element = Math.floor(q / body.pointsPerElement);
    if (has[q] === 0) inverted.add(element);
    else {
      const largest = clampRadially(logs, PACKED * q, limit);
      if (largest > limit * (1 + CLAMP_ROUNDING)) clamped.add(element);
      farthest = Math.max(farthest, largest);
    }
  }
  const noisy = countNoisy(body, logs, has);
  return { clamped: clamped.size, inverted: inverted.size, noisy, largestStretch: Math.exp(farthest) };
}

const f = new Float64Array(9);
const gram = new Float64Array(PACKED);
const values = new Float64Array(3);
const vectors = new Float64Array(9);

/** Writes log sqrt(F^T F) of point q into `logs` and returns its largest |eigenvalue|; writes zero and returns undefined where det F is not positive. */
function writeStretchLog(body: PlasticBody, q: number, x: Float64Array, logs: Float64Array): number | undefined {
  const { elements, verticesPerElement: size, pointsPerElement, gradients } = body;
  const first = size * Math.floor(q / pointsPerElement);
  f.fill(0);
  for (let a = 0; a < size; a++) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) f[3 * i + j] += x[3 * elements[first + a] + i] * gradients[3 * (size * q + a) + j];
    }
  }
  const determinant =
    f[0] * (f[4] * f[8] - f[5] * f[7]) - f[1] * (f[3] * f[8] - f[5] * f[6]) + f[2] * (f[3] * f[7] - f[4] * f[6]);
  if (!(determinant > 0 && Number.isFinite(determinant))) return undefined;
  packedGram(f, gram);
  symmetricEigen(gram, values, vectors);
  if (!values.every((value) => value > 0 && Number.isFinite(value))) return undefined;
  for (let k = 0; k < 3; k++) values[k] = 0.5 * Math.log(values[k]);
  composeSymmetric(vectors, values, logs, PACKED * q);
  return Math.max(...values.map(Math.abs));
}

/** Scales the matrix so that no |eigenvalue| exceeds `limit`. Returns the largest |eigenvalue| before. */
function clampRadially(logs: Float64Array, at: number, limit: number): number {
  gram.set(logs.subarray(at, at + PACKED));
  symmetricEigen(gram, values, vectors);
  const largest = Math.max(Math.abs(values[0]), Math.abs(values[1]), Math.abs(values[2]));
  if (!(largest > limit * (1 + CLAMP_ROUNDING))) return largest;
  for (let k = at; k < at + PACKED; k++) logs[k] *= limit / largest;
  return largest;
}
