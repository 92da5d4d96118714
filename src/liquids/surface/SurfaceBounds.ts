import type { ClosedSides } from '../walls/LiquidObstacles.ts';

type Point = readonly [number, number, number];

/** The box that holds a liquid; the liquid ends at its sides that are closed, low and high of each axis. */
export interface LiquidBox {
  /** m. */
  readonly min: Point;
  readonly max: Point;
  readonly closedSides: ClosedSides;
}

/** Voxels within which a vertex lies on a side: those that samples on the side would keep from it. */
const ON_SIDE = 0.0101;

/** Voxels, with the closed sides of a box among them; all lengths in voxels. Low closed sides lie half way between samples, so that no sample is on them. */
export class SurfaceBounds {
  private readonly spacing: number;
  /** Origin of the first voxel, m. */
  private readonly origin = [0, 0, 0];
  private readonly low = [-Infinity, -Infinity, -Infinity];
  private readonly high = [Infinity, Infinity, Infinity];

  /** `spacing`: edge of a voxel, m. */
  constructor(box: LiquidBox | undefined, spacing: number) {
    this.spacing = spacing;
    box?.closedSides.forEach(([isLowClosed, isHighClosed], axis) => {
      this.origin[axis] = box.min[axis] - spacing / 2;
      if (isLowClosed) this.low[axis] = 0.5;
      if (isHighClosed) this.high[axis] = this.toVoxels(box.max[axis], axis);
    });
  }

  /** A coordinate in m. */
  toVoxels(x: number, axis: number): number {
    return (x - this.origin[axis]) / this.spacing;
  }

  /** A coordinate in voxels in m. */
  toMetre(x: number, axis: number): number {
    return this.origin[axis] + this.spacing * x;
  }

  /** Points (xyz) in m. */
  toMetres(positions: Float64Array): Float32Array {
    return Float32Array.from(positions, (x, at) => this.toMetre(x, at % 3));
  }

  /** Mirror image of a coordinate in the closed side across `axis` that is within `reach`; NaN without one. */
  image(x: number, axis: number, reach: number): number {
    if (x < this.low[axis] + reach) return 2 * this.low[axis] - x;
    return x > this.high[axis] - reach ? 2 * this.high[axis] - x : NaN;
  }

  /** Distance beyond the closed sides, negative between them. */
  distance(x: number, y: number, z: number): number {
    const { low, high } = this;
    return Math.max(low[0] - x, x - high[0], low[1] - y, y - high[1], low[2] - z, z - high[2]);
  }

  /** Whether a cube with its low corner at `x`, `y`, `z` stays more than `margin` away from all closed sides. */
  isFree(x: number, y: number, z: number, edge: number, margin: number): boolean {
    return Math.max(this.distance(x, y, z), this.distance(x + edge, y + edge, z + edge)) < -margin;
  }

  /** Puts vertices (xyz) beside closed sides on them; gives which of their coordinates are, one bit per axis. */
  snap(positions: Float64Array): Uint8Array {
    const sides = new Uint8Array(positions.length / 3);
    for (let at = 0; at < positions.length; at++) {
      const axis = at % 3;
      for (const side of [this.low[axis], this.high[axis]]) {
        if (!(Math.abs(positions[at] - side) < ON_SIDE)) continue;
        positions[at] = side;
        sides[(at - axis) / 3] |= 1 << axis;
      }
    }
    return sides;
  }

  /** Brings points (xyz) back between the closed sides. */
  clamp(positions: Float64Array): void {
    for (let at = 0; at < positions.length; at++) {
      positions[at] = Math.min(Math.max(positions[at], this.low[at % 3]), this.high[at % 3]);
    }
  }
}
