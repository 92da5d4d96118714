import { CutPoints } from './CutPoints.ts';
import { GrowingIndices } from './GrowingIndices.ts';
import type { StuffingLattice } from './StuffingLattice.ts';
import type { WarpedLattice } from './warp.ts';

/** Ratio of squared lengths above which edges differ by more than rounding; those of a lattice differ by a quarter at least. */
const CLEARLY_LONGER = 1.1;

/** The stuffed mesh before optimisation. */
export interface StuffedMesh {
  readonly positions: Float64Array;
  readonly tets: Uint32Array;
  /** Lattice vertex of each mesh vertex, or -1 for a cut point. */
  readonly latticeVertex: Int32Array;
}

/**
 * Fills the inside of a warped lattice with the stencils of Labelle & Shewchuk 2007, figure 3. Lattice tets without a vertex
 * outside stay whole; the others keep their inside part. A quadrilateral left on a lattice face is cut by the diagonal at the
 * cut point of the longer edge, or, when both are as long, by the parity of the grid position of its inside vertices: both
 * tets at the face decide alike. Every output tet has a vertex inside, so none has four boundary vertices.
 */
export function fillStencils(lattice: StuffingLattice, warped: WarpedLattice): StuffedMesh {
  return new StencilFiller(lattice, warped).fill();
}

class StencilFiller {
  private readonly lattice: StuffingLattice;
  private readonly warped: WarpedLattice;
  private readonly cuts: CutPoints;
  private readonly output = new GrowingIndices();
  /** Corners of the current tet, inside first, then on the surface, then outside; positively oriented. */
  private readonly v = new Int32Array(4);

  constructor(lattice: StuffingLattice, warped: WarpedLattice) {
    this.lattice = lattice;
    this.warped = warped;
    this.cuts = new CutPoints(lattice.positions, warped.phi);
  }

  fill(): StuffedMesh {
    const { tets } = this.lattice;
    const { phi } = this.warped;
    for (let t = 0; t < tets.length; t += 4) {
      let inside = 0;
      let outside = 0;
      for (let corner = 0; corner < 4; corner++) {
        const value = phi[tets[t + corner]];
        if (value > 0) inside++;
        else if (value < 0) outside++;
      }
      if (inside === 0) continue;
      if (outside === 0) this.output.push4(tets[t], tets[t + 1], tets[t + 2], tets[t + 3]);
      else this.fillCut(t, inside, outside);
    }
    return this.compact();
  }

  private fillCut(t: number, inside: number, outside: number): void {
    this.sortCorners(t);
    const [v0, v1, v2, v3] = this.v;
    if (inside === 1) {
      this.output.push4(v0, this.cutOrZero(v0, v1), this.cutOrZero(v0, v2), this.cutOrZero(v0, v3));
    } else if (inside === 2 && outside === 1) {
      this.fillPyramid(v0, v1, v2, v3);
    } else if (inside === 2) {
      this.fillWedge(v0, v1, v2, v3);
    } else {
      const c0 = this.cuts.get(v0, v3);
      const c1 = this.cuts.get(v1, v3);
      const c2 = this.cuts.get(v2, v3);
      const d01 = this.diagonalFromFirst(v0, v1, v3);
      const d12 = this.diagonalFromFirst(v1, v2, v3);
      const d02 = this.diagonalFromFirst(v0, v2, v3);
      this.fillPrism(v0, v1, v2, c0, c1, c2, d01, d12, d02);
    }
  }

  /** Sorts by class (insertion sort); an odd permutation is corrected by swapping two corners of one class. */
  private sortCorners(t: number): void {
    const { v } = this;
    const { tets } = this.lattice;
    const { phi } = this.warped;
    for (let i = 0; i < 4; i++) v[i] = tets[t + i];
    let odd = false;
    for (let i = 1; i < 4; i++) {
      for (let j = i; j > 0 && Math.sign(phi[v[j]]) > Math.sign(phi[v[j - 1]]); j--) {
        const swap = v[j];
        v[j] = v[j - 1];
        v[j - 1] = swap;
        odd = !odd;
      }
    }
    if (!odd) return;
    for (let i = 0; i < 3; i++) {
      if (Math.sign(phi[v[i]]) !== Math.sign(phi[v[i + 1]])) continue;
      const swap = v[i];
      v[i] = v[i + 1];
      v[i + 1] = swap;
      return;
    }
  }

  private cutOrZero(inside: number, other: number): number {
    return this.warped.phi[other] === 0 ? other : this.cuts.get(inside, other);
  }

  /** Returns whether the diagonal of the face (p, q, m), m outside, runs from p (to the cut point of q-m) or from q. */
  private diagonalFromFirst(p: number, q: number, m: number): boolean {
    const { positions } = this.lattice;
    const longer = squaredLength(positions, p, m) / squaredLength(positions, q, m);
    if (longer > CLEARLY_LONGER) return false;
    if (longer * CLEARLY_LONGER < 1) return true;
    const odd = this.oddAt(p);
    // Vertices of one level differ in parity; between levels the number decides.
    return odd === this.oddAt(q) ? p < q : odd;
  }

  /** Parity of a vertex' place in the grid. */
  private oddAt(vertex: number): boolean {
    const { positions, spacing, origin } = this.lattice;
    let halfSteps = 0;
    for (let axis = 0; axis < 3; axis++) {
      halfSteps += Math.round((2 * (positions[3 * vertex + axis] - origin[axis])) / spacing);
    }
    return (halfSteps & 2) !== 0;
  }

  private fillPyramid(p: number, q: number, zero: number, m: number): void {
    const cp = this.cuts.get(p, m);
    const cq = this.cuts.get(q, m);
    if (this.diagonalFromFirst(p, q, m)) {
      this.output.push4(p, q, zero, cq);
      this.output.push4(p, cq, zero, cp);
    } else {
      this.output.push4(p, q, zero, cp);
      this.output.push4(cp, q, zero, cq);
    }
  }

  private fillWedge(p: number, q: number, m: number, n: number): void {
    const pm = this.cuts.get(p, m);
    const pn = this.cuts.get(p, n);
    const qm = this.cuts.get(q, m);
    const qn = this.cuts.get(q, n);
    const d01 = this.diagonalFromFirst(p, q, m);
    const d02 = this.diagonalFromFirst(p, q, n);
    // The quadrilateral on the surface belongs to this tet alone: forced when the others differ, else the shorter diagonal.
    const d12 = d01 === d02 ? this.cuts.squaredDistance(pm, qn) <= this.cuts.squaredDistance(pn, qm) : !d01;
    this.fillPrism(p, pm, pn, q, qm, qn, d01, d12, d02);
  }

  /**
   * Splits the prism with the triangles a and b (a counter-clockwise seen from b). `dij` says that the quadrilateral
   * between edges i and j is cut from a_i to b_j: "i before j". The three tets follow that order.
   */
  private fillPrism(
    a0: number,
    a1: number,
    a2: number,
    b0: number,
    b1: number,
    b2: number,
    d01: boolean,
    d12: boolean,
    d02: boolean,
  ): void {
    if (d01 && d12) this.staircase(a0, a1, a2, b0, b1, b2);
    else if (d02 && !d12) this.mirroredStaircase(a0, a2, a1, b0, b2, b1);
    else if (!d01 && d02) this.mirroredStaircase(a1, a0, a2, b1, b0, b2);
    else if (d12 && !d02) this.staircase(a1, a2, a0, b1, b2, b0);
    else if (d01) this.staircase(a2, a0, a1, b2, b0, b1);
    else this.mirroredStaircase(a2, a1, a0, b2, b1, b0);
  }

  private staircase(a0: number, a1: number, a2: number, b0: number, b1: number, b2: number): void {
    this.output.push4(a0, a1, a2, b2);
    this.output.push4(a0, a1, b2, b1);
    this.output.push4(a0, b0, b1, b2);
  }

  private mirroredStaircase(a0: number, a1: number, a2: number, b0: number, b1: number, b2: number): void {
    this.output.push4(a0, a1, b2, a2);
    this.output.push4(a0, a1, b1, b2);
    this.output.push4(a0, b0, b2, b1);
  }

  /** Numbers the used vertices in order of first use. */
  private compact(): StuffedMesh {
    const tets = this.output.take();
    const latticeCount = this.warped.phi.length;
    const number = new Int32Array(latticeCount + this.cuts.count).fill(-1);
    const latticeVertex = new Int32Array(number.length);
    let count = 0;
    for (let i = 0; i < tets.length; i++) {
      const v = tets[i];
      if (number[v] < 0) {
        latticeVertex[count] = v < latticeCount ? v : -1;
        number[v] = count++;
      }
      tets[i] = number[v];
    }
    const positions = new Float64Array(3 * count);
    for (let v = 0; v < number.length; v++) {
      if (number[v] < 0) continue;
      const source = v < latticeCount ? this.warped.positions : this.cuts.positions;
      const at = 3 * (v < latticeCount ? v : v - latticeCount);
      positions.set(source.subarray(at, at + 3), 3 * number[v]);
    }
    return { positions, tets, latticeVertex: latticeVertex.slice(0, count) };
  }
}

function squaredLength(positions: Float64Array, a: number, b: number): number {
  const x = positions[3 * a] - positions[3 * b];
  const y = positions[3 * a + 1] - positions[3 * b + 1];
  const z = positions[3 * a + 2] - positions[3 * b + 2];
  return x * x + y * y + z * z;
}
