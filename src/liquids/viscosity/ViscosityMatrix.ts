import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import { LiquidShares, PLANES, STICKS } from './LiquidShares.ts';

/**
 * The matrix of an implicit viscosity step in variational form (Batty and Bridson 2008): the velocity that makes
 *
 *     sum over faces of V |u - u*|^2 / 2  +  nu dt / h^2 sum over centres and edges of V e:e
 *
 * least, V the share of the volume around a sample that is liquid and e the strain rate times h. Where V is 0 there is no stress: the free surface is in it.
 * Faces beyond the surface that a stress touches are unknowns without mass, so a rigid motion has no stress at all. Velocities of faces that are no
 * unknowns are given: those in solids and on closed sides, where the liquid sticks. All vectors hold the three face arrays of the grid one after the other.
 */
export class ViscosityMatrix {
  /** 0 where a face is no unknown. */
  readonly diagonal: Float64Array;
  /** Shares of liquid of faces. */
  readonly mass: Float64Array;
  /** Shares of liquid of centres and edges. */
  private readonly shares: LiquidShares;
  private readonly grid: CellGrid;
  private scale = 0;

  constructor(grid: CellGrid, closedSides: ClosedSides) {
    this.grid = grid;
    this.shares = new LiquidShares(grid, closedSides);
    this.mass = new Float64Array(3 * grid.size);
    this.diagonal = new Float64Array(3 * grid.size);
  }

  /**
   * @param phi distance to the surface at centres, m.
   * @param open share of each face outside of solids: those whose middle is inside, as `STICKS` says, are no unknowns.
   * @param scale nu dt / h^2.
   */
  assemble(phi: Float64Array, open: FaceArrays, scale: number): void {
    this.scale = scale;
    this.shares.find(phi, open);
    this.diagonal.fill(0);
    for (const axis of [0, 1, 2] as const) this.findFaces(axis, open[axis]);
  }

  /** out = A x at the unknowns, 0 elsewhere; x counts at all faces. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { diagonal } = this;
    this.multiplyAll(x, out);
    for (let n = 0; n < x.length; n++) if (diagonal[n] === 0) out[n] = 0;
  }

  /** out = A x at all faces: at those that are no unknowns, what holds them against the stresses. */
  multiplyAll(x: Float64Array, out: Float64Array): void {
    const { mass } = this;
    for (let n = 0; n < x.length; n++) out[n] = mass[n] * x[n];
    this.addNormalStress(x, out);
    for (let r = 0; r < 3; r++) this.addShearStress(r, x, out);
  }

  /** Leaves out, after `assemble`, stresses between given faces alone: they move no liquid, and would deform what is rigid. */
  dropGiven(): void {
    const { diagonal, grid } = this;
    const { centres, edges } = this.shares;
    const { size, strides } = grid;
    for (let c = 0; c < centres.length; c++) {
      if (centres[c] === 0) continue;
      const moves = [0, 1, 2].some(
        (axis) => diagonal[axis * size + c] > 0 || diagonal[axis * size + c + strides[axis]] > 0,
      );
      if (!moves) centres[c] = 0;
    }
    PLANES.forEach(([p, q], r) => {
      for (let c = 0; c < edges[r].length; c++) {
        if (edges[r][c] === 0) continue;
        const [np, nq] = [p * size + c, q * size + c];
        const [sp, sq] = [strides[p], strides[q]];
        const moves = diagonal[np] > 0 || diagonal[np - sq] > 0 || diagonal[nq] > 0 || diagonal[nq - sp] > 0;
        if (!moves) edges[r][c] = 0;
      }
    });
  }

  private addNormalStress(x: Float64Array, out: Float64Array): void {
    const { grid, scale } = this;
    const { centres } = this.shares;
    for (let axis = 0; axis < 3; axis++) {
      const base = axis * grid.size;
      const stride = grid.strides[axis];
      for (let c = 0; c < centres.length; c++) {
        if (centres[c] === 0) continue;
        const n = base + c;
        const stress = 2 * scale * centres[c] * (x[n + stride] - x[n]);
        out[n + stride] += stress;
        out[n] -= stress;
      }
    }
  }

  private addShearStress(r: number, x: Float64Array, out: Float64Array): void {
    const { grid, scale } = this;
    const shares = this.shares.edges[r];
    const [p, q] = PLANES[r];
    const sp = grid.strides[p];
    const sq = grid.strides[q];
    for (let c = 0; c < shares.length; c++) {
      if (shares[c] === 0) continue;
      const np = p * grid.size + c;
      const nq = q * grid.size + c;
      const stress = scale * shares[c] * (x[np] - x[np - sq] + x[nq] - x[nq - sp]);
      out[np] += stress;
      out[np - sq] -= stress;
      out[nq] += stress;
      out[nq - sp] -= stress;
    }
  }

  private findFaces(axis: 0 | 1 | 2, open: Float64Array): void {
    const { grid, mass, diagonal, scale, shares } = this;
    const { centres, edges } = shares;
    const base = axis * grid.size;
    const stride = grid.strides[axis];
    const q = (axis + 1) % 3;
    const r = (axis + 2) % 3;
    const [sq, sr] = [grid.strides[q], grid.strides[r]];
    // Edges on both sides along q lie along r, and the other way round.
    const [alongR, alongQ] = [edges[r], edges[q]];
    mass.fill(0, base, base + grid.size);
    grid.forEach((c) => {
      if (!(open[c] >= STICKS)) return;
      const share = shares.shareOfFace(c, stride);
      mass[base + c] = share;
      const shear = alongR[c] + alongR[c + sq] + alongQ[c] + alongQ[c + sr];
      diagonal[base + c] = share + scale * (2 * (centres[c] + centres[c - stride]) + shear);
    }, axis);
  }
}
