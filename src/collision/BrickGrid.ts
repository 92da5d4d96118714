/** Cells along each side of a brick. */
export const BRICK_CELLS = 8;
/** Nodes along each side of a brick: neighbouring bricks repeat their shared nodes, so that a cell never reads two bricks. */
export const BRICK_NODES = BRICK_CELLS + 1;
const BRICK_VALUES = BRICK_NODES ** 3;
/** Bricks are allocated wherever the surface is nearer than this, in cells. */
export const FAR_CELLS = 2;

/**
 * A signed distance on a regular grid in two levels: coarse nodes everywhere, `BRICK_CELLS` cells apart, and bricks of fine nodes
 * where they are needed. Values are float32: a distance of 1 m is accurate to 1e-7 m. Coordinates are in metres; node (i, j, k) of the fine
 * grid is at origin + spacing (i, j, k).
 */
export class BrickGrid {
  readonly origin: readonly number[];
  /** Distance between fine nodes, m. */
  readonly spacing: number;
  /** Bricks along each axis. */
  readonly bricks: readonly number[];
  /** Distances at the corners of the bricks, m, index i + (bx + 1) (j + (by + 1) k). */
  readonly coarse: Float32Array;
  /** Index into `fine` of the first value of each brick, i + bx (j + by k); -1 for bricks without fine nodes. */
  readonly brickStart: Int32Array;
  /** `BRICK_NODES`^3 values per brick, x fastest; empty until `allocate`. */
  fine = new Float32Array(0);
  /** Position of the sample point in its cell, 0 to 1 along each axis. */
  private readonly weights = new Float64Array(3);

  constructor(origin: readonly number[], spacing: number, bricks: readonly number[]) {
    this.origin = origin;
    this.spacing = spacing;
    this.bricks = bricks;
    this.coarse = new Float32Array((bricks[0] + 1) * (bricks[1] + 1) * (bricks[2] + 1));
    this.brickStart = new Int32Array(bricks[0] * bricks[1] * bricks[2]).fill(-1);
  }

  /** Allocates fine nodes for every brick for which `needed` returns true; returns the number of such bricks. */
  allocate(needed: (i: number, j: number, k: number) => boolean): number {
    const [bx, by, bz] = this.bricks;
    let count = 0;
    for (let k = 0; k < bz; k++)
      for (let j = 0; j < by; j++)
        for (let i = 0; i < bx; i++)
          if (needed(i, j, k)) this.brickStart[i + bx * (j + by * k)] = BRICK_VALUES * count++;
    this.fine = new Float32Array(BRICK_VALUES * count);
    return count;
  }

  /**
   * Writes the distance at a point to out[at]: by trilinear interpolation in bricks of fine nodes, a lower bound elsewhere.
   * Points outside the grid are clamped to its boundary.
   */
  sample(point: Float64Array, out: Float64Array, at: number): void {
    this.evaluate(point, true, out, at);
  }

  /** Writes the trilinearly interpolated distance at a point to out[at], everywhere: not a bound far from the surface, but a smoother field than `sample`. */
  interpolate(point: Float64Array, out: Float64Array, at: number): void {
    this.evaluate(point, false, out, at);
  }

  private evaluate(point: Float64Array, bound: boolean, out: Float64Array, at: number): void {
    const { bricks, weights } = this;
    const bx = bricks[0];
    const by = bricks[1];
    const bz = bricks[2];
    this.locate(point);
    const gx = weights[0];
    const gy = weights[1];
    const gz = weights[2];
    const i = Math.min(Math.floor(gx / BRICK_CELLS), bx - 1);
    const j = Math.min(Math.floor(gy / BRICK_CELLS), by - 1);
    const k = Math.min(Math.floor(gz / BRICK_CELLS), bz - 1);
    const start = this.brickStart[i + bx * (j + by * k)];
    const lx = gx - BRICK_CELLS * i;
    const ly = gy - BRICK_CELLS * j;
    const lz = gz - BRICK_CELLS * k;
    if (start < 0) {
      const corner = i + (bx + 1) * (j + (by + 1) * k);
      weights[0] = lx / BRICK_CELLS;
      weights[1] = ly / BRICK_CELLS;
      weights[2] = lz / BRICK_CELLS;
      if (bound) this.writeLowerBound(corner, out, at);
      else writeTrilinear(this.coarse, corner, bx + 1, (bx + 1) * (by + 1), weights, out, at);
      return;
    }
    const ci = Math.min(Math.floor(lx), BRICK_CELLS - 1);
    const cj = Math.min(Math.floor(ly), BRICK_CELLS - 1);
    const ck = Math.min(Math.floor(lz), BRICK_CELLS - 1);
    const node = start + ci + BRICK_NODES * (cj + BRICK_NODES * ck);
    weights[0] = lx - ci;
    weights[1] = ly - cj;
    weights[2] = lz - ck;
    writeTrilinear(this.fine, node, BRICK_NODES, BRICK_NODES * BRICK_NODES, weights, out, at);
  }

  /** Writes the position of `point` in cells from the origin to `weights`, clamped to the grid; NaN becomes 0, so that no index is out of range. */
  private locate(point: Float64Array): void {
    const { origin, bricks, weights } = this;
    const toCell = 1 / this.spacing;
    for (let axis = 0; axis < 3; axis++) {
      const value = (point[axis] - origin[axis]) * toCell;
      weights[axis] = value > 0 ? Math.min(value, BRICK_CELLS * bricks[axis]) : 0;
    }
  }

  /**
   * Writes a lower bound, from the eight coarse nodes from `corner` on, to out[at]. The squared distance to any set minus |x|^2 is concave, so with the
   * weights w_c of trilinear interpolation d(x)^2 >= sum w_c d_c^2 - sum w_c |x - c|^2, the last sum being
   * L^2 (u (1 - u) + v (1 - v) + w (1 - w)) for cells of side L. The sign is that of the corners, which agree.
   */
  private writeLowerBound(corner: number, out: Float64Array, at: number): void {
    const { coarse, weights } = this;
    const u = weights[0];
    const v = weights[1];
    const w = weights[2];
    const row = this.bricks[0] + 1;
    const layer = row * (this.bricks[1] + 1);
    let squares = 0;
    for (let k = 0; k < 8; k++) {
      const weight = ((k & 1) === 1 ? u : 1 - u) * ((k & 2) === 2 ? v : 1 - v) * ((k & 4) === 4 ? w : 1 - w);
      const distance = coarse[corner + (k & 1) + row * ((k >> 1) & 1) + layer * (k >> 2)];
      squares += weight * distance * distance;
    }
    const side = BRICK_CELLS * this.spacing;
    const bound = squares - side * side * (u * (1 - u) + v * (1 - v) + w * (1 - w));
    const least = FAR_CELLS * this.spacing;
    out[at] = Math.sign(coarse[corner]) * Math.sqrt(Math.max(bound, least * least));
  }
}

/** Writes the interpolated value at `weights` in [0, 1]^3, between a node and its neighbours at strides 1, `row` and `layer`, to out[at]. */
function writeTrilinear(
  values: Float32Array,
  node: number,
  row: number,
  layer: number,
  weights: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const u = weights[0];
  const v = weights[1];
  const w = weights[2];
  const a = values[node] + u * (values[node + 1] - values[node]);
  const b = values[node + row] + u * (values[node + row + 1] - values[node + row]);
  const c = values[node + layer] + u * (values[node + layer + 1] - values[node + layer]);
  const far = node + layer + row;
  const d = values[far] + u * (values[far + 1] - values[far]);
  const near = a + v * (b - a);
  out[at] = near + w * (c + v * (d - c) - near);
}
