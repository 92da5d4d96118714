import { signedSvd } from '../../math/signedSvd.ts';
import { PACKED } from '../../plasticity/packedSymmetric.ts';
import type { ElementQuadrature } from '../quadraturePoints.ts';
import { scattered } from './crackHeights.ts';

/** How far and where a tet is stretched, and how much it pulls there. Results are in arrays, where nothing is allocated. */
export class TearCriterion {
  /** Unit vector along which the tet measured last was stretched most, before it was deformed. */
  readonly direction = Float64Array.of(1, 0, 0);
  /** log of the largest singular value of F (Irving 2007, 2.5) of that tet: -Infinity where its deformation is not finite. */
  readonly stretch = new Float64Array(1);
  /** Logarithm of the elastic stretch along the same line: positive where it pulls. */
  readonly pull = new Float64Array(1);
  private readonly tets: Uint32Array;
  private readonly gradients: Float64Array;
  private readonly f = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly s = new Float64Array(3);
  private readonly v = new Float64Array(9);

  /** Creates the criterion of whole tets, whose nodes are their vertices; `quadrature` is of them at rest. */
  constructor(tets: Uint32Array, quadrature: ElementQuadrature) {
    this.tets = tets;
    this.gradients = quadrature.gradients;
  }

  /**
   * Measures tet t at `positions` (m): the right singular vector of the largest singular value of F is the normal that a crack across the pull has at rest. `inverse`: F_p^-1 of every tet, symmetric and
   * packed (xx, xy, xz, yy, yz, zz), of what has flowed. The elastic stretch along the same line u is |F_e^T u| = |F_p^-1 F^T u| = s |F_p^-1 v|.
   */
  measure(t: number, positions: Float64Array, inverse?: Float64Array): void {
    const { f, tets, gradients, direction, stretch, pull } = this;
    f.fill(0);
    for (let a = 0; a < 4; a++) {
      const x = 3 * tets[4 * t + a];
      const g = 3 * (4 * t + a);
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) f[3 * i + j] += positions[x + i] * gradients[g + j];
      }
    }
    signedSvd(f, this.u, this.s, this.v);
    for (let axis = 0; axis < 3; axis++) direction[axis] = this.v[3 * axis];
    stretch[0] = Number.isFinite(this.s[0]) && this.s[0] > 0 ? Math.log(this.s[0]) : -Infinity;
    pull[0] = stretch[0];
    if (inverse === undefined) return;
    const at = PACKED * t;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    const xy = inverse[at + 1];
    const xz = inverse[at + 2];
    const yz = inverse[at + 4];
    const along = inverse[at] * x + xy * y + xz * z;
    const across = xy * x + inverse[at + 3] * y + yz * z;
    const behind = xz * x + yz * y + inverse[at + 5] * z;
    pull[0] += Math.log(Math.sqrt(along * along + across * across + behind * behind));
  }
}

/** Strength of every tet, about 1: within `variation` of it, at random by `seed`. */
export function scatteredStrengths(count: number, variation: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, t) => {
    return 1 + variation * (2 * scattered(Math.imul(t + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x7feb352d)) - 1);
  });
}
