import type { VolumeMesh } from '../geometry/TetMesh.ts';
import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import { signedSvd } from '../math/signedSvd.ts';

/**
 * Von Mises stress per element, Pa, of the Cauchy stress sigma = P F^T / J: with principal stretches s and principal first Piola-Kirchhoff
 * stresses P(s), sigma_i = strength P_i s_i / J (Bonet and Wood 2008, 5.3). Of a hexahedron the deformation at its centre counts.
 * Elements without volume, at rest or now, have no Cauchy stress: 0.
 *
 * `positions` xyz per volume vertex at the frame, m; `strength` multiplies the stress.
 */
export function vonMisesStress(
  volume: VolumeMesh,
  positions: Float32Array,
  model: Pick<CreatedModel, 'principalStress'>,
  strength: number,
): Float32Array {
  const size = volume.kind === 'tet' ? 4 : 8;
  const elements = volume.kind === 'tet' ? volume.mesh.tets : volume.mesh.hexes;
  const rest = volume.mesh.positions;
  const out = new Float32Array(elements.length / size);
  const [dm, ds, f, u, v] = [1, 2, 3, 4, 5].map(() => new Float64Array(9));
  const stretch = new Float64Array(3);
  const stress = new Float64Array(3);
  for (let element = 0; element < out.length; element++) {
    edges(rest, elements, size, element, dm);
    edges(positions, elements, size, element, ds);
    if (!timesInverse(ds, dm, f)) continue;
    signedSvd(f, u, stretch, v);
    const volumeRatio = stretch[0] * stretch[1] * stretch[2];
    if (volumeRatio === 0) continue;
    model.principalStress(stretch, stress);
    for (let k = 0; k < 3; k++) stress[k] *= (strength * stretch[k]) / volumeRatio;
    const value = vonMises(stress);
    out[element] = Number.isFinite(value) ? value : 0;
  }
  return out;
}

/** Of principal stresses (von Mises 1913). */
function vonMises(s: Float64Array): number {
  return Math.sqrt(((s[0] - s[1]) ** 2 + (s[1] - s[2]) ** 2 + (s[2] - s[0]) ** 2) / 2);
}

/** Corners of a hexahedron at +1 along each axis of its reference cube, as bits of their number in the order (x, y, z). */
const HEX_SIGNS = [-1, 1];

/** out = row-major matrix whose columns are the edge vectors of a tetrahedron, or the axes at the centre of a hexahedron. */
function edges(
  x: Float64Array | Float32Array,
  elements: Uint32Array,
  size: number,
  element: number,
  out: Float64Array,
): void {
  const at = size * element;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      if (size === 4) {
        out[3 * row + column] = x[3 * elements[at + column + 1] + row] - x[3 * elements[at] + row];
        continue;
      }
      let sum = 0;
      for (let corner = 0; corner < 8; corner++) {
        sum += HEX_SIGNS[(corner >> column) & 1] * x[3 * elements[at + corner] + row];
      }
      out[3 * row + column] = sum / 4;
    }
  }
}

/** out = a b^-1; false where b is singular. */
function timesInverse(a: Float64Array, b: Float64Array, out: Float64Array): boolean {
  const c0 = b[4] * b[8] - b[5] * b[7];
  const c1 = b[5] * b[6] - b[3] * b[8];
  const c2 = b[3] * b[7] - b[4] * b[6];
  const determinant = b[0] * c0 + b[1] * c1 + b[2] * c2;
  if (determinant === 0 || !Number.isFinite(determinant)) return false;
  // prettier-ignore
  const inverse = [
    c0, b[2] * b[7] - b[1] * b[8], b[1] * b[5] - b[2] * b[4],
    c1, b[0] * b[8] - b[2] * b[6], b[2] * b[3] - b[0] * b[5],
    c2, b[1] * b[6] - b[0] * b[7], b[0] * b[4] - b[1] * b[3],
  ];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += a[3 * row + k] * inverse[3 * k + column];
      out[3 * row + column] = sum / determinant;
    }
  }
  return true;
}
