import type { CellBox } from '../CellBox.ts';
import { CellGrid } from '../CellGrid.ts';
import { CentreSamples } from '../levelset/centreSamples.ts';
import type { ClosedSides, LiquidObstacles } from '../walls/LiquidObstacles.ts';

/** Cells around the grid: smoothing reads two cells away, curvature one more. */
const PAD = 3;
/** Cells within solids take their value from this far outside of them, in cells: from centres that are outside. */
const CLEAR = 1;

/**
 * A function of cells that falls through `level` at the surface of a liquid, smooth enough for second derivatives: phi, limited to `width` cells on both sides of the surface, with two
 * passes of (1, 2, 1) / 4 along each axis. Closed sides mirror it and solids continue it along their normals, so that a surface meets walls at right angles; open sides continue it.
 */
export class SmoothedSurface {
  /** The cells with `PAD` cells more on every side, which `values` and `index` count by; its own layer is unused. */
  readonly grid: CellGrid;
  /** The function, in cells: `level` more than minus the distance to the surface, near that. Computed by `find` in a box and one cell around it. */
  readonly values: Float64Array;
  /** Value of the function on the surface. */
  readonly level: number;
  private readonly inner: CellGrid;
  private readonly closedSides: ClosedSides;
  private readonly limited: Float64Array;
  private readonly samples: CentreSamples;
  private readonly point = new Float64Array(3);

  /** `width`, cells: as far as phi is a distance; half a cell makes the function the share of a cell that is liquid. */
  constructor(inner: CellGrid, closedSides: ClosedSides, width: number) {
    this.inner = inner;
    this.closedSides = closedSides;
    this.level = width;
    const [nx, ny, nz] = inner.counts;
    this.grid = new CellGrid([nx + 2 * PAD, ny + 2 * PAD, nz + 2 * PAD], inner.h);
    this.values = new Float64Array(this.grid.size);
    this.limited = new Float64Array(this.grid.size);
    this.samples = new CentreSamples(inner);
  }

  /** Returns the place in `values` of a cell of the inner grid. */
  index(i: number, j: number, k: number): number {
    return this.grid.index(i + PAD, j + PAD, k + PAD);
  }

  /** Forgets what was found: the next box need not hold the one before. */
  clear(): void {
    this.values.fill(0);
    this.limited.fill(0);
  }

  /** Finds the function from phi, m, in `box`, outside of which all is air; a box must hold all liquid of the box before it. */
  find(phi: Float64Array, obstacles: LiquidObstacles, box: CellBox): void {
    const { limited, values } = this;
    this.limit(phi, box);
    if (obstacles.hasSolids) this.continueIntoSolids(phi, obstacles, box);
    for (let axis = 0; axis < 3; axis++) this.fillAround(axis, box);
    this.smooth(0, limited, values, box);
    this.smooth(1, values, limited, box);
    this.smooth(2, limited, values, box);
  }

  private limit(phi: Float64Array, box: CellBox): void {
    const { limited, level } = this;
    const perCell = 1 / this.inner.h;
    box.forEachCells((begin, end, i, j, k) => {
      const shift = this.index(i, j, k) - begin;
      for (let c = begin; c < end; c++) limited[c + shift] = limit(phi[c] * perCell, level);
    });
  }

  /** Gives cells within solids the value of the liquid outside of them. */
  private continueIntoSolids(phi: Float64Array, obstacles: LiquidObstacles, box: CellBox): void {
    const { limited, inner, point, samples, level } = this;
    const { h, origin } = inner;
    const { gradient } = obstacles;
    box.forEach((c, i, j, k) => {
      if (obstacles.fluidFraction[c] === 1) return;
      point[0] = origin[0] + (i + 0.5) * h;
      point[1] = origin[1] + (j + 0.5) * h;
      point[2] = origin[2] + (k + 0.5) * h;
      const distance = obstacles.distanceAt(point, 0);
      const square = gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2];
      if (distance >= 0 || square === 0) return;
      for (let a = 0; a < 3; a++) point[a] += ((CLEAR * h - distance) * gradient[a]) / square;
      limited[this.index(i, j, k)] = limit(samples.at(phi, point, 0) / h, level);
    });
  }

  /** Fills the cells beyond both sides across an axis where `box` ends at them; those across the axes before are filled. */
  private fillAround(axis: number, box: CellBox): void {
    const count = this.inner.counts[axis];
    const [isLowClosed, isHighClosed] = this.closedSides[axis];
    for (let n = 0; n < PAD; n++) {
      const mirrored = Math.min(n, count - 1);
      if (box.first[axis] <= PAD) this.copySlice(axis, isLowClosed ? mirrored : 0, -1 - n, box);
      if (box.end[axis] > count - PAD) this.copySlice(axis, count - 1 - (isHighClosed ? mirrored : 0), count + n, box);
    }
  }

  /** Copies the cells with the number `from` along an axis to those with the number `to`. */
  private copySlice(axis: number, from: number, to: number, box: CellBox): void {
    const { inner, limited } = this;
    const { strides } = this.grid;
    const one = axis === 0 ? 1 : 0;
    const two = axis === 2 ? 1 : 2;
    const first = (a: number) => Math.max(box.first[a] - 1, 0) - (a < axis ? PAD : 0);
    const end = (a: number) => Math.min(box.end[a] - 1, inner.counts[a]) + (a < axis ? PAD : 0);
    const endOne = end(one);
    const endTwo = end(two);
    const shift = (to - from) * strides[axis];
    const slice = this.index(0, 0, 0) + from * strides[axis];
    for (let m = first(two); m < endTwo; m++) {
      for (let n = first(one); n < endOne; n++) {
        const c = slice + n * strides[one] + m * strides[two];
        limited[c + shift] = limited[c];
      }
    }
  }

  /** to <- (1, 4, 6, 4, 1) / 16 of `from` along an axis, in the box and one cell around it, and two cells around it along the axes that follow. */
  private smooth(axis: number, from: Float64Array, to: Float64Array, box: CellBox): void {
    const { inner, grid } = this;
    const stride = grid.strides[axis];
    const [, sy, sz] = grid.strides;
    const low = (a: number) => Math.max(box.first[a] - 2 - (a > axis ? 2 : 0), a > axis ? -PAD : -1);
    const high = (a: number) => Math.min(box.end[a] + (a > axis ? 2 : 0), inner.counts[a] + (a > axis ? PAD : 1));
    const start = this.index(0, 0, 0);
    const [i, j, endI, endJ, endK] = [low(0), low(1), high(0), high(1), high(2)];
    for (let k = low(2); k < endK; k++) {
      for (let m = j; m < endJ; m++) {
        const row = start + m * sy + k * sz;
        for (let c = row + i; c < row + endI; c++) {
          const beside = from[c - stride] + from[c + stride];
          const beyond = from[c - 2 * stride] + from[c + 2 * stride];
          to[c] = (6 * from[c] + 4 * beside + beyond) / 16;
        }
      }
    }
  }
}

/** Returns `width` minus a distance, at least 0 and at most 2 `width`. */
function limit(distance: number, width: number): number {
  return Math.min(2 * width, Math.max(0, width - distance));
}
