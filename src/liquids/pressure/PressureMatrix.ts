import { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';

/**
 * Least distance to the surface, as a share of the distance of the centres, that the ghost pressure is extrapolated over: nearer ones would make single
 * entries of the matrix as large as one over it.
 */
const NEAREST = 1e-6;

/**
 * The pressure matrix of a free-surface liquid among solids, symmetric and positive semidefinite: (A p)_c = sum over faces of f (p_c - p_n), f the
 * open share of the face and p_n the neighbour's pressure, or, where the neighbour is air, that of the ghost fluid which puts p = 0 on the surface
 * (Zarifi 2017, 4.6 and 4.7): f p_c / theta, theta = phi_c / (phi_c - phi_n). Cells that hold liquid and have an open face are unknowns, also where
 * their centre lies in a solid. Closed faces have f = 0; what lies beyond the grid is air, so that an open side there lets liquid out.
 */
export class PressureMatrix {
  readonly grid: CellGrid;
  /** f of the faces between unknowns, 0 elsewhere. */
  readonly links: FaceArrays;
  /** What surfaces add to the diagonal. */
  readonly surface: Float64Array;
  /** The whole diagonal; 0 in cells that are no unknowns. */
  readonly diagonal: Float64Array;
  /** 1 for unknowns. */
  readonly active: Uint8Array;
  /** Number of unknowns. */
  unknowns = 0;
  /** Cells of the unknowns, ascending: as many as there are unknowns. */
  readonly cells: Uint32Array;
  private readonly share = new Float64Array(1);

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.links = faceArrays(grid);
    this.surface = new Float64Array(grid.size);
    this.diagonal = new Float64Array(grid.size);
    this.active = new Uint8Array(grid.size);
    this.cells = new Uint32Array(grid.size);
  }

  /** `open`: share of each face that is no solid, 0 to 1. `phi`: distance to the surface at the centres, m, negative in the liquid, of which there is none outside of `box`. */
  assemble(open: FaceArrays, phi: Float64Array, box = new CellBox(this.grid)): void {
    this.clear();
    this.findUnknowns(open, phi, box);
    for (let axis = 0; axis < 3; axis++) this.link(open[axis], phi, axis);
  }

  /** out = A x at the unknowns. */
  multiply(x: Float64Array, out: Float64Array): void {
    const { cells, unknowns, diagonal } = this;
    const [lx, ly, lz] = this.links;
    const [, sy, sz] = this.grid.strides;
    for (let n = 0; n < unknowns; n++) {
      const c = cells[n];
      out[c] =
        diagonal[c] * x[c] -
        (lx[c] * x[c - 1] + lx[c + 1] * x[c + 1]) -
        (ly[c] * x[c - sy] + ly[c + sy] * x[c + sy]) -
        (lz[c] * x[c - sz] + lz[c + sz] * x[c + sz]);
    }
  }

  /** Takes the entries of the last matrix away: there are none but at its unknowns. */
  private clear(): void {
    const { cells, unknowns, surface, diagonal, links, active } = this;
    const [lx, ly, lz] = links;
    for (let n = 0; n < unknowns; n++) {
      const c = cells[n];
      active[c] = 0;
      surface[c] = 0;
      diagonal[c] = 0;
      lx[c] = 0;
      ly[c] = 0;
      lz[c] = 0;
    }
  }

  private findUnknowns([ox, oy, oz]: FaceArrays, phi: Float64Array, box: CellBox): void {
    const { active, cells, grid } = this;
    const [, sy, sz] = grid.strides;
    let count = 0;
    box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(phi[c] < 0)) continue;
        const isOpen = ox[c] > 0 || ox[c + 1] > 0 || oy[c] > 0 || oy[c + sy] > 0 || oz[c] > 0 || oz[c + sz] > 0;
        if (!isOpen) continue;
        active[c] = 1;
        cells[count++] = c;
      }
    });
    this.unknowns = count;
  }

  /** Faces across one axis, from the cells that are unknowns: a face between two of them is that of the upper one. */
  private link(open: Float64Array, phi: Float64Array, axis: number): void {
    const { grid, active, surface, diagonal, cells, unknowns, share } = this;
    const links = this.links[axis];
    const stride = grid.strides[axis];
    for (let n = 0; n < unknowns; n++) {
      const c = cells[n];
      const low = open[c];
      if (low !== 0) {
        const below = c - stride;
        if (active[below] === 1) {
          links[c] = low;
          diagonal[c] += low;
        } else {
          measureShare(phi, c, below, share);
          const excess = low / share[0];
          surface[c] += excess;
          diagonal[c] += excess;
        }
      }
      const above = c + stride;
      const high = open[above];
      if (high === 0) continue;
      if (active[above] === 1) diagonal[c] += high;
      else {
        measureShare(phi, c, above, share);
        const excess = high / share[0];
        surface[c] += excess;
        diagonal[c] += excess;
      }
    }
  }
}

/**
 * share[0] = theta: where between the centres of two cells the surface lies, from the one inside; 1 where the other has no distance to it. In an
 * array, since a number that is returned may be a new object.
 */
export function measureShare(phi: Float64Array, inside: number, outside: number, share: Float64Array): void {
  share[0] = phi[outside] > 0 ? Math.max(NEAREST, phi[inside] / (phi[inside] - phi[outside])) : 1;
}
