import { signedSvd } from '../../math/signedSvd.ts';
import type { ElementQuadrature } from '../elementQuadrature.ts';
import { scattered } from './crackHeights.ts';

/** The logarithm of the largest stretch and the direction that it is along at rest. */
export class TearCriterion {
  /** Unit vector along which the tet measured last was stretched most, before it was deformed. */
  readonly direction: [number, number, number] = [1, 0, 0];
  private readonly tets: Uint32Array;
  private readonly gradients: Float64Array;
  private readonly f = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly s = new Float64Array(3);
  private readonly v = new Float64Array(9);

  /** Of whole tets, whose nodes are their vertices; `quadrature` is of them at rest. */
  constructor(tets: Uint32Array, quadrature: ElementQuadrature) {
    this.tets = tets;
    this.gradients = quadrature.gradients;
  }

  /**
   * log of the largest singular value of F (Irving 2007, 2.5) of tet t at `positions` (m); its right singular vector is the normal that a crack
   * across the pull has at rest. -Infinity for a tet whose deformation is not finite.
   */
  measure(t: number, positions: Float64Array): number {
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
    return Number.isFinite(this.s[0]) && this.s[0] > 0 ? Math.log(this.s[0]) : -Infinity;
  }
}

/** Strength of every tet, about 1: within `variation` of it, at random by `seed`. */
export function scatteredStrengths(count: number, variation: number, seed: number): Float64Array {
  return Float64Array.from({ length: count }, (_, t) => {
    return 1 + variation * (2 * scattered(Math.imul(t + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x7feb352d)) - 1);
  });
}
