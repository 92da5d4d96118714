import { elementTypes } from '../geometry/elements/elementTypes.ts';
import type { SolidBodyInput } from './SolidOperators.ts';

/**
 * Fraction of the linear stability limit that a substep uses. At 1 stiff modes flip sign undamped in every substep; at 0.5
 * they vanish at once where damping rules (dt = tau). Contact needs them to die out.
 */
export const STABILITY_SAFETY = 0.6;
/** How many element sizes a vertex may move against the body's mean motion in a substep. Larger is faster and rougher. */
export const MOTION_LIMIT = 1.5;

/**
 * Longest stable substep of the semi-implicit scheme, s: elastic forces explicit at angular frequency `waveFrequency`
 * (1/s), stiffness damping of time `dampingTime` tau (s; damping matrix = tau times stiffness at rest) implicit:
 * dt <= tau + sqrt(tau^2 + 4 / omega^2), which is 2 / omega undamped and about 2 tau for fine meshes. Elements that are
 * `stiffening` times as stiff as at rest raise omega^2, and lower tau, by that factor.
 */
export function stableStep(waveFrequency: number, dampingTime: number, stiffening: number): number {
  if (waveFrequency <= 0) return Infinity;
  const tau = dampingTime / stiffening;
  const step = tau + Math.sqrt(tau * tau + 4 / (waveFrequency * waveFrequency * stiffening));
  return STABILITY_SAFETY * step;
}

/** Smallest ratio of damping to stiffness over the body's models, shear and volume alike, s. */
export function stiffnessDampingTime(body: SolidBodyInput): number {
  let time = Infinity;
  body.models.forEach(({ mu, lambda }, model) => {
    const { dampingBeta, dampingAlpha } = body.modelMatter?.[model] ?? body;
    time = Math.min(time, dampingBeta / mu);
    const bulk = 2 * mu + 3 * lambda;
    if (bulk > 0) time = Math.min(time, (2 * dampingBeta + 3 * dampingAlpha) / bulk);
  });
  return Number.isFinite(time) ? Math.max(time, 0) : 0;
}

/** Mean length of the elements' edges, m: the size against which motion is limited; infinite without elements. */
export function meanElementSize(body: SizedElements): number {
  const { size, neighbours } = body.elementKind === 'triangle' ? TRIANGLE : elementTypes[body.elementKind];
  const { elements, restPositions } = body;
  let sum = 0;
  let count = 0;
  for (let first = 0; first < elements.length; first += size) {
    const p = 3 * elements[first];
    for (const corner of neighbours) {
      const q = 3 * elements[first + corner];
      sum += Math.hypot(
        restPositions[q] - restPositions[p],
        restPositions[q + 1] - restPositions[p + 1],
        restPositions[q + 2] - restPositions[p + 2],
      );
      count++;
    }
  }
  return count === 0 ? Infinity : sum / count;
}

interface SizedElements extends Pick<SolidBodyInput, 'elements' | 'restPositions'> {
  readonly elementKind: SolidBodyInput['elementKind'] | 'triangle';
}

const TRIANGLE = { size: 3, neighbours: [1, 2] };
