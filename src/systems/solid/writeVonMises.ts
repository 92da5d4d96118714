import type { Elements } from '../../geometry/elements/elementTypes.ts';
import type { CreatedModel } from '../../materials/ConstitutiveModel.ts';
import { principalFrame } from '../../solids/principalFrame.ts';

/** Elements crushed to less than this share of their volume show the stress that they would have at it. */
const LEAST_VOLUME_RATIO = 0.01;

export interface StressedBody {
  readonly elements: Elements;
  /** xyz per volume vertex at rest, m: place and turn matter to materials that measure small strain only. */
  readonly rest: Float64Array;
  /** xyz per volume vertex at the frame, m. */
  readonly positions: Float32Array;
  /** Returns the model of an element. */
  modelOf(element: number): Pick<CreatedModel, 'principalStress' | 'measure'>;
  /** Multiplies the elastic stress. */
  readonly strength: number;
}

/**
 * Von Mises stress, Pa, of the elastic Cauchy stress sigma = P F^T / J, of the elements `from` to `to` (not included) into `out`: with principal
 * stretches s and principal first Piola-Kirchhoff stresses P(s), sigma_i = strength P_i s_i / J, J = s0 s1 s2 (Bonet and Wood 2008, section
 * 5.3). |J| counts as at least 0.01, so that flat elements do not outshine all others. The deformation at an element's centre counts.
 * A material that measures small strain has one stress, strength P. Elements that are flat at rest, and stresses that are no number, give 0.
 */
export function writeVonMises(body: StressedBody, out: Float32Array, from: number, to: number): void {
  const { elements, rest, positions, strength } = body;
  for (let element = from; element < to; element++) {
    out[element] = 0;
    writeFrame(rest, elements, element, restFrame);
    writeFrame(positions, elements, element, frame);
    if (!writeDeformation(frame, restFrame, deformation)) continue;
    const model = body.modelOf(element);
    principalFrame(model, deformation, u, stretch, v);
    model.principalStress(stretch, stress);
    if (model.measure === 'small-strain') stretch.fill(1);
    const volumeRatio = Math.max(Math.abs(stretch[0] * stretch[1] * stretch[2]), LEAST_VOLUME_RATIO);
    for (let k = 0; k < 3; k++) stress[k] *= (strength * stretch[k]) / volumeRatio;
    const value = Math.fround(vonMises(stress));
    if (Number.isFinite(value)) out[element] = value;
  }
}

const restFrame = new Float64Array(9);
const frame = new Float64Array(9);
const deformation = new Float64Array(9);
const inverse = new Float64Array(9);
const u = new Float64Array(9);
const v = new Float64Array(9);
const stretch = new Float64Array(3);
const stress = new Float64Array(3);

/** Returns the von Mises stress of principal stresses (von Mises 1913). */
function vonMises(s: Float64Array): number {
  return Math.sqrt(((s[0] - s[1]) ** 2 + (s[1] - s[2]) ** 2 + (s[2] - s[0]) ** 2) / 2);
}

/** out = dx/dxi at the centre of an element, row-major: for a tetrahedron its columns are the edge vectors at corner 0. */
function writeFrame(
  x: Float64Array | Float32Array,
  { type, vertices }: Elements,
  element: number,
  out: Float64Array,
): void {
  const { size, centre } = type;
  out.fill(0);
  for (let a = 0; a < size; a++) {
    const at = 3 * vertices[size * element + a];
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) out[3 * row + column] += centre[3 * a + column] * x[at + row];
    }
  }
}

/** out = a b^-1; false where b is singular. */
function writeDeformation(a: Float64Array, b: Float64Array, out: Float64Array): boolean {
  inverse[0] = b[4] * b[8] - b[5] * b[7];
  inverse[1] = b[2] * b[7] - b[1] * b[8];
  inverse[2] = b[1] * b[5] - b[2] * b[4];
  inverse[3] = b[5] * b[6] - b[3] * b[8];
  inverse[4] = b[0] * b[8] - b[2] * b[6];
  inverse[5] = b[2] * b[3] - b[0] * b[5];
  inverse[6] = b[3] * b[7] - b[4] * b[6];
  inverse[7] = b[1] * b[6] - b[0] * b[7];
  inverse[8] = b[0] * b[4] - b[1] * b[3];
  const determinant = b[0] * inverse[0] + b[1] * inverse[3] + b[2] * inverse[6];
  if (determinant === 0 || !Number.isFinite(determinant)) return false;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += a[3 * row + k] * inverse[3 * k + column];
      out[3 * row + column] = sum / determinant;
    }
  }
  return true;
}
