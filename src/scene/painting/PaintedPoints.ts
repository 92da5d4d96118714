import type { PaintedField, PaintStroke } from '../paintedField.ts';
import { BoxTree } from './BoxTree.ts';
import { mortonOrder } from './mortonOrder.ts';

/** Points that are looked at, or passed over, together. */
const BLOCK = 64;

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

  constructor(points: Points) {
    this.points = points;
    this.order = mortonOrder(points);
    this.boxes = this.boundBlocks(BLOCK);
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

  /** values = the field at every point. */
  evaluate(field: PaintedField, values: Points): void {
    values.fill(field.base);
    for (const stroke of field.strokes) this.paint(stroke, values);
  }

  /** v += (stroke's value - v) weight at every point. */
  paint(stroke: PaintStroke, values: Points): void {
    const dabs = new BoxTree(stroke.points);
    const blocks = this.boxes.length / 6;
    for (let group = 0; BLOCK * group < blocks; group++) {
      if (!dabs.near(this.groupBoxes, 6 * group, stroke.radius)) continue;
      const end = Math.min(BLOCK * (group + 1), blocks);
      for (let block = BLOCK * group; block < end; block++) {
        if (!dabs.near(this.boxes, 6 * block, stroke.radius)) continue;
        dabs.gather(this.boxes, 6 * block, stroke.radius);
        if (dabs.candidateCount > 0) this.paintBlock(block, dabs, stroke, values);
      }
    }
  }

  private paintBlock(block: number, dabs: BoxTree, stroke: PaintStroke, values: Points): void {
    const { value, radius, hardness, opacity } = stroke;
    const reach = radius * radius;
    const full = hardness * radius * (hardness * radius);
    const covered = dabs.squaredFarthest < Math.min(full, reach);
    const end = Math.min(BLOCK * (block + 1), this.order.length);
    for (let k = BLOCK * block; k < end; k++) {
      const p = this.order[k];
      const squared = covered ? 0 : this.squaredDistance(dabs, p, full, reach);
      if (squared >= reach) continue;
      const weight = opacity * falloff(Math.sqrt(squared) / radius, hardness);
      values[p] = weight === 1 ? value : values[p] + (value - values[p]) * weight;
    }
  }

  /** From point `p` to the nearest gathered dab, at most `reach`, m2. */
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
