import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';

/** Axes p and q of the shear stresses on the edges of cells. */
const PLANES = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const;

/** Open share of a face below which its middle lies in a solid, where liquid sticks to that. */
export const STICKS = 0.5;
/** Least distance of a face from a wall, in cells, that its shear is measured over. */
const NEAREST = 0.25;

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
  /** Shares of liquid of faces; of centres and, by the axis along them, of edges. */
  readonly mass: Float64Array;
  private readonly centres: Float64Array;
  private readonly edges: readonly Float64Array[];
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly phi: Float64Array;
  private scale = 0;

  constructor(grid: CellGrid, closedSides: ClosedSides) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.mass = new Float64Array(3 * grid.size);
    this.diagonal = new Float64Array(3 * grid.size);
    this.centres = new Float64Array(grid.size);
    this.edges = PLANES.map(() => new Float64Array(grid.size));
    this.phi = new Float64Array(grid.size);
  }

  /**
   * @param phi distance to the surface at centres, m.
   * @param open share of each face outside of solids: those whose middle is inside, as `STICKS` says, are no unknowns.
   * @param scale nu dt / h^2.
   */
  assemble(phi: Float64Array, open: FaceArrays, scale: number): void {
    this.scale = scale;
    this.mirror(phi);
    this.findCentres();
    for (let r = 0; r < 3; r++) this.findEdges(r, open);
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
    const { centres, edges, diagonal, grid } = this;
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
    const { centres, grid, scale } = this;
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
    const shares = this.edges[r];
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

  /** phi with the cells of the layer as those beside them. */
  private mirror(phi: Float64Array): void {
    const { grid } = this;
    const [nx, ny, nz] = grid.counts;
    this.phi.set(phi);
    for (let k = -1; k <= nz; k++) {
      for (let j = -1; j <= ny; j++) {
        const isSide = k < 0 || j < 0 || k === nz || j === ny;
        for (let i = -1; i <= nx; i++) {
          if (!isSide && i >= 0 && i < nx) continue;
          const inside = grid.index(within(i, nx), within(j, ny), within(k, nz));
          this.phi[grid.index(i, j, k)] = phi[inside];
        }
      }
    }
  }

  private findCentres(): void {
    const { grid, centres, phi } = this;
    centres.fill(0);
    grid.forEach((c) => (centres[c] = shareInside(phi[c], grid.h)));
  }

  /**
   * Edges along axis r. On closed sides the wall is half a cell from the nearest faces and half the volume is beyond it: twice the strain rate squared
   * over half the volume is what the weight 2 makes of the difference to a wall at rest. Open sides have no stress. Where a solid lies between two faces, the wall is nearer than the second by as much.
   */
  private findEdges(r: number, open: FaceArrays): void {
    const { grid, phi } = this;
    const shares = this.edges[r];
    const [p, q] = PLANES[r];
    const sp = grid.strides[p];
    const sq = grid.strides[q];
    const ends = grid.counts.map((count, axis) => (axis === r ? count : count + 1));
    shares.fill(0);
    for (let k = 0; k < ends[2]; k++) {
      for (let j = 0; j < ends[1]; j++) {
        for (let i = 0; i < ends[0]; i++) {
          const alongP = this.sideWeight(p === 0 ? i : p === 1 ? j : k, p);
          const alongQ = this.sideWeight(q === 0 ? i : q === 1 ? j : k, q);
          if (alongP === 0 || alongQ === 0) continue;
          const c = grid.index(i, j, k);
          const nearP = wallWeight(open[p][c], open[p][c - sq]);
          const nearQ = wallWeight(open[q][c], open[q][c - sp]);
          const weight = Math.max(alongP, alongQ, alongP === 1 && alongQ === 1 ? Math.max(nearP, nearQ) : 0);
          shares[c] = weight * shareInside((phi[c] + phi[c - sp] + phi[c - sq] + phi[c - sp - sq]) / 4, grid.h);
        }
      }
    }
  }

  private sideWeight(at: number, axis: number): number {
    const last = this.grid.counts[axis];
    if (at > 0 && at < last) return 1;
    return this.closedSides[axis][at === 0 ? 0 : 1] ? 2 : 0;
  }

  private findFaces(axis: 0 | 1 | 2, open: Float64Array): void {
    const { grid, phi, mass, diagonal, centres, scale } = this;
    const base = axis * grid.size;
    const stride = grid.strides[axis];
    const q = (axis + 1) % 3;
    const r = (axis + 2) % 3;
    const [sq, sr] = [grid.strides[q], grid.strides[r]];
    // Edges on both sides along q lie along r, and the other way round.
    const [alongR, alongQ] = [this.edges[r], this.edges[q]];
    mass.fill(0, base, base + grid.size);
    grid.forEach((c) => {
      if (!(open[c] >= STICKS)) return;
      const share = shareInside((phi[c] + phi[c - stride]) / 2, grid.h);
      mass[base + c] = share;
      const shear = alongR[c] + alongR[c + sq] + alongQ[c] + alongQ[c + sr];
      diagonal[base + c] = share + scale * (2 * (centres[c] + centres[c - stride]) + shear);
    }, axis);
  }
}

function within(i: number, count: number): number {
  return Math.min(Math.max(i, 0), count - 1);
}

/** Share of a cell of edge h that is liquid, of the distance to the surface at its middle, as if that were flat. */
function shareInside(phi: number, h: number): number {
  return Math.min(1, Math.max(0, 0.5 - phi / h));
}

/**
 * What the shear between two faces beside each other counts more where a wall lies between them: over the distance theta h of the open one from the wall, ((u - s) / (theta h))^2 in theta of the volume. A wall along the faces covers
 * shares of them that add up to 3/2 - theta.
 */
function wallWeight(one: number, other: number): number {
  if (one >= STICKS === other >= STICKS) return 1;
  return 1 / Math.max(NEAREST, one + other - STICKS);
}
