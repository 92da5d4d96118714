import { signedSvd } from '../../math/signedSvd.ts';
import type { ElementQuadrature } from '../elementQuadrature.ts';
import { scattered } from './crackHeights.ts';

/** How far and where a tet is stretched, and how much it pulls there. */
export class TearCriterion {
  /** Unit vector along which the tet measured last was stretched most, before it was deformed. */
  readonly direction: [number, number, number] = [1, 0, 0];
  /** Logarithm of the elastic stretch along the line that the tet measured last was stretched most along: positive where it pulls. */
  pull = 0;
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
   * log of the largest singular value of F (Irving 2007, 2.5) of tet t at `positions` (m); its right singular vector is the normal that a crack
   * across the pull has at rest. `inverse`: F_p^-1, symmetric and packed (xx, xy, xz, yy, yz, zz), of what has flowed. The elastic stretch along
   * the same line u is |F_e^T u| = |F_p^-1 F^T u| = s |F_p^-1 v|. -Infinity for a tet whose deformation is not finite.
   */
  measure(t: number, positions: Float64Array, inverse?: Float64Array): number {
    const { f, tets, gradients, direction } = this;
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
    const stretch = Number.isFinite(this.s[0]) && this.s[0] > 0 ? Math.log(this.s[0]) : -Infinity;
    this.pull = stretch;
    if (inverse !== undefined) {
      const [x, y, z] = direction;
      const [xx, xy, xz, yy, yz, zz] = inverse;
      this.pull += Math.log(Math.hypot(xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z));
    }
    return stretch;
  }
}

/** Strength of every tet, about 1: within `variation` of it, at random by `seed`. */
export function scatteredStrengths(count: number, variation: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, t) => {
    return 1 + variation * (2 * scattered(Math.imul(t + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x7feb352d)) - 1);
  });
}
