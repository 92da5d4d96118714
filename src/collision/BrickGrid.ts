/** Cells along each side of a brick. */
export const BRICK_CELLS = 8;
/** Nodes along each side of a brick: neighbours repeat their shared nodes, so that a cell never reads two bricks. */
export const BRICK_NODES = BRICK_CELLS + 1;
const BRICK_VALUES = BRICK_NODES ** 3;
/** Whoever allocates bricks gives one to every place nearer to the surface than this, in cells. */
export const FAR_CELLS = 2;

/**
 * A signed distance on a regular grid in two levels: coarse nodes everywhere, `BRICK_CELLS` cells apart, and bricks of fine nodes
 * where they are needed. Values in float32: a distance of 1 m to 1e-7 m. Coordinates in metres; node (i, j, k) of the fine
 * grid lies at origin + spacing (i, j, k).
 */
export class BrickGrid {
  readonly origin: readonly number[];
  /** Between fine nodes, m. */
  readonly spacing: number;
  /** Bricks along each axis. */
  readonly bricks: readonly number[];
  /** At the corners of the bricks, i + (bx + 1) (j + (by + 1) k). */
  readonly coarse: Float32Array;
  /** Per brick, i + bx (j + by k): where its values start in `fine`, -1 without. */
  readonly brickStart: Int32Array;
  /** `BRICK_NODES`^3 values per brick, x fastest; empty until `allocate`. */
  fine = new Float32Array(0);

  constructor(origin: readonly number[], spacing: number, bricks: readonly number[]) {
    this.origin = origin;
    this.spacing = spacing;
    this.bricks = bricks;
    this.coarse = new Float32Array((bricks[0] + 1) * (bricks[1] + 1) * (bricks[2] + 1));
    this.brickStart = new Int32Array(bricks[0] * bricks[1] * bricks[2]).fill(-1);
  }

  /** Gives every brick for which `needed` holds its place in `fine`; returns the number of such bricks. */
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
   * Distance at a point inside the grid: by trilinear interpolation in bricks of fine nodes, a lower bound elsewhere. Points
   * outside count as the nearest one on its boundary.
   */
  sample(x: number, y: number, z: number): number {
    return this.evaluate(x, y, z, true);
  }

  /** As `sample`, but interpolated trilinearly everywhere: no bound far from the surface, but a smoother field. */
  interpolate(x: number, y: number, z: number): number {
    return this.evaluate(x, y, z, false);
  }

  private evaluate(x: number, y: number, z: number, bound: boolean): number {
    const { origin, bricks } = this;
    const toCell = 1 / this.spacing;
    const [bx, by, bz] = bricks;
    const gx = within((x - origin[0]) * toCell, BRICK_CELLS * bx);
    const gy = within((y - origin[1]) * toCell, BRICK_CELLS * by);
    const gz = within((z - origin[2]) * toCell, BRICK_CELLS * bz);
    const i = Math.min(Math.floor(gx / BRICK_CELLS), bx - 1);
    const j = Math.min(Math.floor(gy / BRICK_CELLS), by - 1);
    const k = Math.min(Math.floor(gz / BRICK_CELLS), bz - 1);
    const start = this.brickStart[i + bx * (j + by * k)];
    const lx = gx - BRICK_CELLS * i;
    const ly = gy - BRICK_CELLS * j;
    const lz = gz - BRICK_CELLS * k;
    if (start < 0) {
      const corner = i + (bx + 1) * (j + (by + 1) * k);
      if (bound) return this.lowerBound(corner, lx / BRICK_CELLS, ly / BRICK_CELLS, lz / BRICK_CELLS);
      const layer = (bx + 1) * (by + 1);
      return trilinear(this.coarse, corner, bx + 1, layer, lx / BRICK_CELLS, ly / BRICK_CELLS, lz / BRICK_CELLS);
    }
    const ci = Math.min(Math.floor(lx), BRICK_CELLS - 1);
    const cj = Math.min(Math.floor(ly), BRICK_CELLS - 1);
    const ck = Math.min(Math.floor(lz), BRICK_CELLS - 1);
    const node = start + ci + BRICK_NODES * (cj + BRICK_NODES * ck);
    return trilinear(this.fine, node, BRICK_NODES, BRICK_NODES * BRICK_NODES, lx - ci, ly - cj, lz - ck);
  }

  /**
   * Bound between the eight coarse nodes from `corner` on. The squared distance to any set minus |x|^2 is concave, so with the
   * weights w_c of trilinear interpolation d(x)^2 >= sum w_c d_c^2 - sum w_c |x - c|^2, the last sum being
   * L^2 (u (1 - u) + v (1 - v) + w (1 - w)) for cells of side L. The sign is that of the corners, which agree.
   */
  private lowerBound(corner: number, u: number, v: number, w: number): number {
    const { coarse } = this;
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
    return Math.sign(coarse[corner]) * Math.sqrt(Math.max(bound, least * least));
  }
}

/** Clamped to [0, size]; NaN becomes 0, so that no index is ever out of range. */
function within(value: number, size: number): number {
  return value > 0 ? Math.min(value, size) : 0;
}

/** Weights (u, v, w) in [0, 1]^3 between the node `at` and its neighbours at strides 1, `row` and `layer`. */
function trilinear(
  values: Float32Array,
  at: number,
  row: number,
  layer: number,
  u: number,
  v: number,
  w: number,
): number {
  const a = values[at] + u * (values[at + 1] - values[at]);
  const b = values[at + row] + u * (values[at + row + 1] - values[at + row]);
  const c = values[at + layer] + u * (values[at + layer + 1] - values[at + layer]);
  const far = at + layer + row;
  const d = values[far] + u * (values[far + 1] - values[far]);
  const near = a + v * (b - a);
  return near + w * (c + v * (d - c) - near);
}
