import { quaternionFromRotation } from './quaternions.ts';
import { signedSvd } from './signedSvd.ts';

/** Takes the mean of vectors (xyz each), which is returned, away from them. */
export function takeCentre(vectors: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let k = 0; k < vectors.length; k++) mean[k % 3] += (3 * vectors[k]) / vectors.length;
  for (let k = 0; k < vectors.length; k++) vectors[k] -= mean[k % 3];
  return mean;
}

/** The rotation R, row-major, that makes sum |b_i - R a_i|^2 least, for points about their centres (Arun et al. 1987). */
export function bestRotation(a: Float64Array, b: Float64Array): Float64Array {
  const moment = new Float64Array(9);
  for (let i = 0; i < a.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) moment[3 * row + column] += b[i + row] * a[i + column];
    }
  }
  const [left, stretches, right] = [new Float64Array(9), new Float64Array(3), new Float64Array(9)];
  signedSvd(moment, left, stretches, right);
  return Float64Array.from(moment, (_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce((sum, k) => sum + left[3 * row + k] * right[3 * column + k], 0);
  });
}

/** out = the vector along the axis of a rotation whose length is its angle, 0 to pi. */
export function rotationVector(rotation: Float64Array, out: Float64Array): void {
  const q = new Float64Array(4);
  quaternionFromRotation(rotation, q);
  const side = q[3] < 0 ? -1 : 1;
  const sine = Math.hypot(q[0], q[1], q[2]);
  const angle = 2 * Math.atan2(sine, side * q[3]);
  for (let axis = 0; axis < 3; axis++) out[axis] = sine === 0 ? 0 : (side * q[axis] * angle) / sine;
}

/** vectors = R^T vectors, xyz each. */
export function turnBack(r: Float64Array, vectors: Float64Array): void {
  for (let i = 0; i < vectors.length; i += 3) {
    const x = vectors[i];
    const y = vectors[i + 1];
    const z = vectors[i + 2];
    for (let axis = 0; axis < 3; axis++) vectors[i + axis] = r[axis] * x + r[3 + axis] * y + r[6 + axis] * z;
  }
}
