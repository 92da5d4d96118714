import { signedSvd } from '../../src/math/signedSvd.ts';

/** How far two point sets with the same numbering are from being the same up to a rigid motion, m. */
export interface RigidDistance {
  readonly rms: number;
  readonly max: number;
}

/** Kabsch's alignment: the rotation R that minimises sum |R (a - mean a) - (b - mean b)|^2, and what is left then. */
export function rigidDistance(a: Float64Array, b: Float64Array): RigidDistance {
  const count = a.length / 3;
  const meanA = [0, 0, 0];
  const meanB = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    meanA[k % 3] += a[k] / count;
    meanB[k % 3] += b[k] / count;
  }
  const covariance = new Float64Array(9);
  for (let v = 0; v < a.length; v += 3)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) covariance[3 * i + j] += (b[v + i] - meanB[i]) * (a[v + j] - meanA[j]);
  const u = new Float64Array(9);
  const s = new Float64Array(3);
  const w = new Float64Array(9);
  signedSvd(covariance, u, s, w);
  let sum = 0;
  let max = 0;
  for (let v = 0; v < a.length; v += 3) {
    let squared = 0;
    for (let i = 0; i < 3; i++) {
      let turned = 0;
      for (let j = 0; j < 3; j++) {
        const rotation = u[3 * i] * w[3 * j] + u[3 * i + 1] * w[3 * j + 1] + u[3 * i + 2] * w[3 * j + 2];
        turned += rotation * (a[v + j] - meanA[j]);
      }
      squared += (turned - (b[v + i] - meanB[i])) ** 2;
    }
    sum += squared;
    max = Math.max(max, squared);
  }
  return { rms: Math.sqrt(sum / count), max: Math.sqrt(max) };
}

/** Lowest and highest coordinate along an axis. */
export function extent(points: ArrayLike<number>, axis: number): { readonly min: number; readonly max: number } {
  let min = Infinity;
  let max = -Infinity;
  for (let k = axis; k < points.length; k += 3) {
    min = Math.min(min, points[k]);
    max = Math.max(max, points[k]);
  }
  return { min, max };
}
