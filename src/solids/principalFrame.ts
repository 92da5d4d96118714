import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import { signedSvd } from '../math/signedSvd.ts';
import { symmetricEigen } from '../math/symmetricEigen.ts';

const symmetric = new Float64Array(6);
const values = new Float64Array(3);
const vectors = new Float64Array(9);

/**
 * Writes U, s and V by which `model` sees the deformation gradient F (row-major): the signed diagonalisation F = U diag(s) V^T, or, of a model that measures small strain, the principal
 * directions Q = U = V and values s of (F + F^T) / 2, largest first. P is U diag(principalStress(s)) V^T either way.
 */
export function principalFrame(
  { measure }: Pick<CreatedModel, 'measure'>,
  f: Float64Array,
  u: Float64Array,
  s: Float64Array,
  v: Float64Array,
): void {
  if (measure !== 'small-strain') {
    signedSvd(f, u, s, v);
    return;
  }
  symmetric[0] = f[0];
  symmetric[1] = 0.5 * (f[1] + f[3]);
  symmetric[2] = 0.5 * (f[2] + f[6]);
  symmetric[3] = f[4];
  symmetric[4] = 0.5 * (f[5] + f[7]);
  symmetric[5] = f[8];
  symmetricEigen(symmetric, values, vectors);
  let first = values[1] > values[0] ? 1 : 0;
  if (values[2] > values[first]) first = 2;
  let last = values[1] < values[0] ? 1 : 0;
  if (values[2] < values[last]) last = 2;
  // All three equal.
  if (first === last) last = 2;
  writeColumn(first, 0, v, s);
  writeColumn(3 - first - last, 1, v, s);
  writeColumn(last, 2, v, s);
  u.set(v);
}

/** Copies an eigenvector and its value. */
function writeColumn(from: number, to: number, v: Float64Array, s: Float64Array): void {
  s[to] = values[from];
  for (let row = 0; row < 3; row++) v[3 * row + to] = vectors[3 * row + from];
}
