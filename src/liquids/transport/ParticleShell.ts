import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { LiquidParticles } from './LiquidParticles.ts';

/** Told of a cell and the way from its centre to a particle, in cells. */
type Visit = (c: number, dx: number, dy: number, dz: number) => void;

/**
 * The particles that say where the surface of a liquid is: those that cells reach which have not particles in all cells around them. Closed sides mirror the
 * particles beside them, so that a level surface stays level up to the wall.
 */
export class ParticleShell {
  /** 1 in cells that have particles in all cells around them, and in the layer. */
  readonly deep: Uint8Array;
  private readonly grid: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly reach: number;
  /** 1 in cells that hold particles, then in those whose particles no cell around asks for. */
  private readonly filled: Uint8Array;
  /** The place of a particle along x, y, z, each followed by that of its image; NaN without one. */
  private readonly places = new Float64Array(6);

  /** `reach` of a particle, in cells, 1 to 2. */
  constructor(grid: CellGrid, closedSides: ClosedSides, reach: number) {
    this.grid = grid;
    this.closedSides = closedSides;
    this.reach = reach;
    this.filled = new Uint8Array(grid.size);
    this.deep = new Uint8Array(grid.size);
  }

  /** Finds `deep` in a box that holds all centres that particles reach; then visits every other centre in the cube of `reach` around each particle and its images, in their order. */
  forEachCentre(particles: LiquidParticles, box: CellBox, visit: Visit): void {
    const { positions, count } = particles;
    const { deep, filled } = this;
    this.findFilled(particles, box);
    this.findAllAround(filled, deep, box);
    this.findAllAround(deep, filled, box);
    for (let p = 0; p < count; p++) {
      const c = this.cellOf(positions, p);
      if (c >= 0 && filled[c] === 1) continue;
      for (let axis = 0; axis < 3; axis++) this.findPlaces(positions[3 * p + axis], axis);
      for (let image = 0; image < 8; image++) this.visitAround(image, visit);
    }
  }

  /** Visits the cells around a particle, or its image along the axes whose bit is set. */
  private visitAround(image: number, visit: Visit): void {
    const { grid, places, reach, deep } = this;
    const x = places[image & 1];
    const y = places[2 + ((image >> 1) & 1)];
    const z = places[4 + (image >> 2)];
    if (Number.isNaN(x + y + z)) return;
    const [nx, ny, nz] = grid.counts;
    const [, sy, sz] = grid.strides;
    const lastI = Math.min(nx - 1, Math.floor(x + reach));
    const lastJ = Math.min(ny - 1, Math.floor(y + reach));
    const lastK = Math.min(nz - 1, Math.floor(z + reach));
    for (let k = Math.max(0, Math.ceil(z - reach)); k <= lastK; k++) {
      for (let j = Math.max(0, Math.ceil(y - reach)); j <= lastJ; j++) {
        for (let i = Math.max(0, Math.ceil(x - reach)); i <= lastI; i++) {
          const c = i + 1 + (j + 1) * sy + (k + 1) * sz;
          if (deep[c] === 0) visit(c, x - i, y - j, z - k);
        }
      }
    }
  }

  /** Marks the cells that hold particles, and those beyond closed sides, where their images are. */
  private findFilled({ positions, count }: LiquidParticles, box: CellBox): void {
    const { filled, grid } = this;
    const { first, end } = box;
    const [nx, ny, nz] = grid.counts;
    box.fill(filled, 0);
    for (let k = first[2] - 1; k < end[2] - 1; k++) {
      for (let j = first[1] - 1; j < end[1] - 1; j++) {
        const isInRow = j >= 0 && j < ny && k >= 0 && k < nz;
        for (let i = first[0] - 1; i < end[0] - 1; i++) {
          if (isInRow && i >= 0 && i < nx) continue;
          const isClosed = this.isWithin(i, 0) && this.isWithin(j, 1) && this.isWithin(k, 2);
          if (isClosed) filled[grid.index(i, j, k)] = 1;
        }
      }
    }
    for (let p = 0; p < count; p++) {
      const c = this.cellOf(positions, p);
      if (c >= 0) filled[c] = 1;
    }
  }

  /** Whether a cell of the layer or of the grid lies in the grid or beyond a closed side. */
  private isWithin(i: number, axis: number): boolean {
    const [low, high] = this.closedSides[axis];
    if (i < 0) return low;
    return i < this.grid.counts[axis] || high;
  }

  /** The cell of a particle; -1 for one beyond the grid. */
  private cellOf(positions: Float64Array, p: number): number {
    const { origin, h, counts } = this.grid;
    const x = (positions[3 * p] - origin[0]) / h;
    const y = (positions[3 * p + 1] - origin[1]) / h;
    const z = (positions[3 * p + 2] - origin[2]) / h;
    const isInside = x >= 0 && y >= 0 && z >= 0 && x < counts[0] && y < counts[1] && z < counts[2];
    return isInside ? this.grid.index(Math.floor(x), Math.floor(y), Math.floor(z)) : -1;
  }

  /** target = 1 where `source` is 1 in a cell and all around it, and in the layer. */
  private findAllAround(source: Uint8Array, target: Uint8Array, box: CellBox): void {
    const [, sy, sz] = this.grid.strides;
    box.fill(target, 1);
    box.forEach((c) => {
      let all = 1;
      for (let k = -sz; k <= sz; k += sz) {
        for (let j = -sy; j <= sy; j += sy) all &= source[c + k + j - 1] & source[c + k + j] & source[c + k + j + 1];
      }
      target[c] = all;
    });
  }

  /** Finds the place of a particle among centres along an axis, in cells (centre i is at i), and its image in a closed side that it reaches. */
  private findPlaces(position: number, axis: number): void {
    const { grid, places, closedSides, reach } = this;
    const x = (position - grid.origin[axis]) / grid.h - 0.5;
    const last = grid.counts[axis] - 1;
    places[2 * axis] = x;
    places[2 * axis + 1] = NaN;
    if (closedSides[axis][0] && x < reach - 1) places[2 * axis + 1] = -1 - x;
    else if (closedSides[axis][1] && x > last + 1 - reach) places[2 * axis + 1] = 2 * last + 1 - x;
  }
}
