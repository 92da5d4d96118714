import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';

/** Axes p and q of the shear on the edges of cells along x, y and z. */
export const PLANES = [
  [1, 2],
  [2, 0],
  [0, 1],
] as const;

/** Open share of a face below which its middle lies in a solid, where liquid sticks to that. */
export const STICKS = 0.5;
/** Least distance of a face from a wall, in cells, that its shear is measured over. */
const NEAREST = 0.25;

/** How much of the volume around centres, edges and faces is liquid (Batty and Bridson 2008): what stresses there count. */
export class LiquidShares {
  /** Shares of liquid of centres. */
  readonly centres: Float64Array;
  /** Shares of edges, by the axis along them, times the weight of the difference of velocities across them: 1, and more beside walls. */
  readonly edges: readonly Float64Array[];
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly phi: Float64Array;

  /** `closedSides`: those that liquid sticks to. */
  constructor(grid: CellGrid, closedSides: ClosedSides) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.centres = new Float64Array(grid.size);
    this.edges = PLANES.map(() => new Float64Array(grid.size));
    this.phi = new Float64Array(grid.size);
  }

  /** Finds the shares of a liquid by the distance `phi` to its surface at centres, m, among solids that leave shares of the faces `open`. */
  find(phi: Float64Array, open: FaceArrays): void {
    this.mirror(phi);
    this.findCentres();
    for (let r = 0; r < 3; r++) this.findEdges(r, open);
  }

  /** Returns the share of a face, by the index step across it. */
  shareOfFace(c: number, stride: number): number {
    const { phi, grid } = this;
    return shareInside((phi[c] + phi[c - stride]) / 2, grid.h);
  }

  /** Returns the share of an edge without its weight, by the index steps across it. */
  shareOfEdge(c: number, sp: number, sq: number): number {
    const { phi, grid } = this;
    return shareInside((phi[c] + phi[c - sp] + phi[c - sq] + phi[c - sp - sq]) / 4, grid.h);
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
    const { grid } = this;
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
          shares[c] = weight * this.shareOfEdge(c, sp, sq);
        }
      }
    }
  }

  private sideWeight(at: number, axis: number): number {
    const last = this.grid.counts[axis];
    if (at > 0 && at < last) return 1;
    return this.closedSides[axis][at === 0 ? 0 : 1] ? 2 : 0;
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
