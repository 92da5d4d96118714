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
  /** Low xyz, high xyz of each block of `order`. */
  private readonly boxes: Float64Array;

  constructor(points: Points) {
    this.points = points;
    this.order = mortonOrder(points);
    this.boxes = new Float64Array(6 * Math.ceil(this.order.length / BLOCK));
    for (let at = 0; at < this.boxes.length; at++) this.boxes[at] = at % 6 < 3 ? Infinity : -Infinity;
    this.order.forEach((p, k) => {
      const box = 6 * Math.floor(k / BLOCK);
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = points[3 * p + axis];
        this.boxes[box + axis] = Math.min(this.boxes[box + axis], coordinate);
        this.boxes[box + axis + 3] = Math.max(this.boxes[box + axis + 3], coordinate);
      }
    });
  }

  /** values = the field at every point. */
  evaluate(field: PaintedField, values: Points): void {
    values.fill(field.base);
    for (const stroke of field.strokes) this.paint(stroke, values);
  }

  /** v += (stroke's value - v) weight at every point. */
  paint(stroke: PaintStroke, values: Points): void {
    const { points, order, boxes } = this;
    const { radius, hardness, opacity, value } = stroke;
    const dabs = new BoxTree(stroke.points);
    const full = (hardness * radius) ** 2;
    const reach = radius * radius;
    for (let first = 0; first < order.length; first += BLOCK) {
      if (!dabs.near(boxes, 6 * (first / BLOCK), radius)) continue;
      const end = Math.min(first + BLOCK, order.length);
      for (let k = first; k < end; k++) {
        const p = order[k];
        const squared = dabs.squaredDistance(points[3 * p], points[3 * p + 1], points[3 * p + 2], full, reach);
        if (squared >= reach) continue;
        const weight = opacity * falloff(Math.sqrt(squared) / radius, hardness);
        values[p] = weight === 1 ? value : values[p] + (value - values[p]) * weight;
      }
    }
  }
}

/** 1 up to `hardness`, then smoothly (3 u^2 - 2 u^3) down to 0 at 1; `distance` in radii. */
function falloff(distance: number, hardness: number): number {
  if (distance <= hardness) return 1;
  if (distance >= 1) return 0;
  const u = (1 - distance) / (1 - hardness);
  return u * u * (3 - 2 * u);
}
