import type { PaintedField, PaintStroke } from '../paintedField.ts';
import { BoxTree } from './BoxTree.ts';
import { mortonOrder } from './mortonOrder.ts';

/** Points that are looked at, or passed over, together. */
const BLOCK = 64;

/** Share left open below which it goes to the stroke that leaves it. */
const NOTHING = 1e-12;

export type Points = Float64Array | Float32Array;

/**
 * Points (xyz each, in the solid's own frame, m) prepared for evaluating painted fields at them. Time grows with the points under a
 * stroke, and with the logarithm of its dabs.
 */
export class PaintedPoints {
  private readonly points: Points;
  private readonly order: Uint32Array;
  /** Boxes of each block of `order`, and of each `BLOCK` blocks. */
  private readonly boxes: Float64Array;
  private readonly groupBoxes: Float64Array;

  /** Part of each point that the strokes so far have left open. */
  private readonly left: Float64Array;
  /** 1 for the blocks in which there is any. */
  private readonly open: Uint8Array;

  constructor(points: Points) {
    this.points = points;
    this.left = new Float64Array(points.length / 3);
    this.order = mortonOrder(points);
    this.boxes = this.boundBlocks(BLOCK);
    this.open = new Uint8Array(this.boxes.length / 6);
    this.groupBoxes = this.boundBlocks(BLOCK * BLOCK);
  }

  /** Low xyz, high xyz of every `size` points in order. */
  private boundBlocks(size: number): Float64Array {
    const boxes = new Float64Array(6 * Math.ceil(this.order.length / size));
    for (let at = 0; at < boxes.length; at++) boxes[at] = at % 6 < 3 ? Infinity : -Infinity;
    for (let k = 0; k < this.order.length; k++) {
      const box = 6 * Math.floor(k / size);
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = this.points[3 * this.order[k] + axis];
        boxes[box + axis] = Math.min(boxes[box + axis], coordinate);
        boxes[box + axis + 3] = Math.max(boxes[box + axis + 3], coordinate);
      }
    }
    return boxes;
  }

  /**
   * values = the field at every point. From the last stroke to the first, each counts by what the later ones have left open, the base by the
   * rest: v = sum_k c_k w_k prod_{j > k} (1 - w_j) + v_0 prod_j (1 - w_j). Places that are painted over in full are done.
   */
  evaluate(field: PaintedField, values: Points): void {
    values.fill(0);
    this.left.fill(1);
    this.open.fill(1);
    for (let k = field.strokes.length - 1; k >= 0; k--) this.paintUnder(field.strokes[k], values);
    for (let p = 0; p < this.left.length; p++) {
      values[p] = Math.min(1, values[p] + field.base * this.left[p]);
    }
  }

  private paintUnder(stroke: PaintStroke, values: Points): void {
    const dabs = new BoxTree(stroke.points);
    const blocks = this.boxes.length / 6;
    for (let group = 0; BLOCK * group < blocks; group++) {
      if (!dabs.near(this.groupBoxes, 6 * group, stroke.radius)) continue;
      const end = Math.min(BLOCK * (group + 1), blocks);
      for (let block = BLOCK * group; block < end; block++) {
        if (this.open[block] === 0 || !dabs.near(this.boxes, 6 * block, stroke.radius)) continue;
        dabs.gather(this.boxes, 6 * block, stroke.radius);
        if (dabs.candidateCount > 0) this.paintBlock(block, dabs, stroke, values);
      }
    }
  }

  private paintBlock(block: number, dabs: BoxTree, stroke: PaintStroke, values: Points): void {
    const { value, radius, hardness, opacity } = stroke;
    const { left } = this;
    const reach = radius * radius;
    const full = hardness * radius * (hardness * radius);
    const covered = dabs.squaredFarthest < Math.min(full, reach);
    const end = Math.min(BLOCK * (block + 1), this.order.length);
    let most = 0;
    for (let k = BLOCK * block; k < end; k++) {
      const p = this.order[k];
      if (left[p] === 0) continue;
      const squared = covered ? 0 : this.squaredDistance(dabs, p, full, reach);
      if (squared < reach) {
        const weight = opacity * falloff(Math.sqrt(squared) / radius, hardness);
        values[p] += value * weight * left[p];
        left[p] *= 1 - weight;
        if (left[p] < NOTHING) {
          values[p] += value * left[p];
          left[p] = 0;
        }
      }
      most = Math.max(most, left[p]);
    }
    this.open[block] = most > 0 ? 1 : 0;
  }

  /** Returns the squared distance from point `p` to the nearest gathered dab, at most `reach`, m2. */
  private squaredDistance(dabs: BoxTree, p: number, full: number, reach: number): number {
    const x = this.points[3 * p];
    const y = this.points[3 * p + 1];
    const z = this.points[3 * p + 2];
    if (dabs.crowded) return dabs.squaredDistance(x, y, z, full, reach);
    const { candidates } = dabs;
    const end = 3 * dabs.candidateCount;
    let nearest = reach;
    for (let c = 0; c < end; c += 3) {
      const dx = x - candidates[c];
      const dy = y - candidates[c + 1];
      const dz = z - candidates[c + 2];
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < nearest) nearest = squared;
    }
    return nearest;
  }
}

/** 1 up to `hardness`, then smoothly (3 u^2 - 2 u^3) down to 0 at 1; `distance` in radii. */
export function falloff(distance: number, hardness: number): number {
  if (distance >= 1) return 0;
  if (distance <= hardness) return 1;
  const u = (1 - distance) / (1 - hardness);
  return u * u * (3 - 2 * u);
}

/**
 * values[i] = the field at point i (xyz each, in the solid's own frame, m). Within a stroke the weight is opacity * max falloff; strokes
 * in order: v <- v + (value - v) * weight. Points that are no numbers get the base. Deterministic.
 */
export function paintedValues<P extends Points>(field: PaintedField, points: Points, values: P): P {
  new PaintedPoints(points).evaluate(field, values);
  return values;
}
