import type { BaseGrid } from './baseGrid.ts';
import { RedGreenLattice, type Sampling } from './RedGreenLattice.ts';

/** Steps along the two axes of a face for its corners, counter-clockwise seen from the face's positive side. */
const FACE_U = [0, 1, 1, 0];
const FACE_V = [0, 0, 1, 1];

/**
 * The level 0 lattice: for every face between two cells the four tets spanned by an edge of the face (corners 0, 1) and the
 * segment between the two cell centres (corners 2, 3). Tets with no vertex nearer than `reach` (metres) to the inside are
 * left out. `maxLevel` is the deepest red level the lattice can be refined to.
 */
export function baseLattice(grid: BaseGrid, maxLevel: number, reach: number, sampling: Sampling): RedGreenLattice {
  const lattice = new RedGreenLattice(grid.origin, grid.cell, maxLevel, sampling);
  const builder = new BaseTetBuilder(grid, lattice, reach);
  const [nx, ny, nz] = grid.counts;
  for (let z = 0; z < nz; z++) {
    for (let y = 0; y < ny; y++) {
      for (let x = 0; x < nx; x++) {
        if (x + 1 < nx) builder.addFace(x, y, z, 0);
        if (y + 1 < ny) builder.addFace(x, y, z, 1);
        if (z + 1 < nz) builder.addFace(x, y, z, 2);
      }
    }
  }
  return lattice;
}

class BaseTetBuilder {
  private readonly grid: BaseGrid;
  private readonly lattice: RedGreenLattice;
  private readonly reach: number;
  private readonly cornerVertices: Int32Array;
  private readonly centreVertices: Int32Array;
  /** Integer coordinates per cell. */
  private readonly span: number;
  private readonly step = new Int32Array(3);
  private readonly faceCorners = new Int32Array(12);

  constructor(grid: BaseGrid, lattice: RedGreenLattice, reach: number) {
    this.grid = grid;
    this.lattice = lattice;
    this.reach = reach;
    this.cornerVertices = new Int32Array(grid.corners.length).fill(-1);
    this.centreVertices = new Int32Array(grid.centres.length).fill(-1);
    this.span = 2 ** (lattice.maxLevel + 1);
  }

  /** Adds the tets around the face between the cell (x, y, z) and the next one along `axis`. */
  addFace(x: number, y: number, z: number, axis: number): void {
    const { centres, corners } = this.grid;
    const { step, faceCorners } = this;
    step.fill(0);
    step[axis] = 1;
    const here = centres[this.centreIndex(x, y, z)];
    const there = centres[this.centreIndex(x + step[0], y + step[1], z + step[2])];
    const nearestCentre = Math.min(orFar(here), orFar(there));
    for (let corner = 0; corner < 4; corner++) {
      faceCorners[3 * corner] = x + step[0];
      faceCorners[3 * corner + 1] = y + step[1];
      faceCorners[3 * corner + 2] = z + step[2];
      faceCorners[3 * corner + ((axis + 1) % 3)] += FACE_U[corner];
      faceCorners[3 * corner + ((axis + 2) % 3)] += FACE_V[corner];
    }
    for (let corner = 0; corner < 4; corner++) {
      const a = 3 * corner;
      const b = 3 * ((corner + 1) % 4);
      const indexA = this.cornerIndex(faceCorners[a], faceCorners[a + 1], faceCorners[a + 2]);
      const indexB = this.cornerIndex(faceCorners[b], faceCorners[b + 1], faceCorners[b + 2]);
      const nearest = Math.min(nearestCentre, orFar(corners[indexA]), orFar(corners[indexB]));
      if (nearest > this.reach) continue;
      this.lattice.addTet(
        this.cornerVertex(indexA, faceCorners[a], faceCorners[a + 1], faceCorners[a + 2]),
        this.cornerVertex(indexB, faceCorners[b], faceCorners[b + 1], faceCorners[b + 2]),
        this.centreVertex(x, y, z),
        this.centreVertex(x + step[0], y + step[1], z + step[2]),
        0,
      );
    }
  }

  private cornerIndex(x: number, y: number, z: number): number {
    const [nx, ny] = this.grid.counts;
    return x + (nx + 1) * (y + (ny + 1) * z);
  }

  private centreIndex(x: number, y: number, z: number): number {
    const [nx, ny] = this.grid.counts;
    return x + nx * (y + ny * z);
  }

  private cornerVertex(index: number, x: number, y: number, z: number): number {
    const { span, cornerVertices, lattice } = this;
    if (cornerVertices[index] < 0) {
      const value = this.known(this.grid.corners[index]);
      cornerVertices[index] = lattice.addVertex(x * span, y * span, z * span, value);
    }
    return cornerVertices[index];
  }

  private centreVertex(x: number, y: number, z: number): number {
    const { span, centreVertices, lattice } = this;
    const index = this.centreIndex(x, y, z);
    if (centreVertices[index] < 0) {
      const value = this.known(this.grid.centres[index]);
      const half = span / 2;
      centreVertices[index] = lattice.addVertex(x * span + half, y * span + half, z * span + half, value);
    }
    return centreVertices[index];
  }

  /** Unsampled vertices are farther than `reach` outside. */
  private known(value: number): number {
    return Number.isNaN(value) ? this.reach : value;
  }
}

function orFar(value: number): number {
  return Number.isNaN(value) ? Infinity : value;
}
