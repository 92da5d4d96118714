import type { PaintedField, PaintStroke } from '../../../scene/paintedField.ts';
import { falloff } from '../../../scene/painting/PaintedPoints.ts';
import { TENSOR_SIZE } from '../../../solids/diffuseFibres.ts';
import { nearestPoints } from './fibreSamples.ts';

/** Share below which a stroke does not say where fibres run. */
const LEAST_WEIGHT = 0.05;
/** Dabs farther apart than this many radii are of two strokes: of one that is mirrored. */
const BREAK = 2;

/**
 * d d^T at points (xyz each, in the solid's own frame, m) from strokes along the fibres: d is the way of the stroke at its nearest dab, weighed as painted
 * numbers are: D <- D + (value d d^T - D) weight, so that later strokes paint over earlier ones and an eraser (value 0) takes fibres away. `turn` turns
 * directions in place into the axes of the result. Zero where nothing is painted.
 */
export function paintedFibres(
  field: PaintedField,
  points: Float64Array,
  turn: (directions: Float64Array) => Float64Array,
): Float64Array {
  const tensors = new Float64Array((TENSOR_SIZE * points.length) / 3);
  for (const stroke of field.strokes) {
    const ways = strokeWays(stroke);
    if (ways === undefined) continue;
    addStroke(stroke, turn(ways), points, tensors);
  }
  return tensors;
}

function addStroke(stroke: PaintStroke, ways: Float64Array, points: Float64Array, tensors: Float64Array): void {
  const reached = pointsNear(stroke, points);
  const places = new Float64Array(3 * reached.length);
  reached.forEach((p, i) => places.set(points.subarray(3 * p, 3 * p + 3), 3 * i));
  const dabs = Float64Array.from(stroke.points);
  const nearest = nearestPoints(dabs, places);
  reached.forEach((p, i) => {
    const dab = 3 * nearest[i];
    const distance = Math.hypot(...[0, 1, 2].map((axis) => dabs[dab + axis] - places[3 * i + axis]));
    const weight = stroke.opacity * falloff(distance / stroke.radius, stroke.hardness);
    const d = ways.subarray(dab, dab + 3);
    if (weight < LEAST_WEIGHT || !(Math.hypot(d[0], d[1], d[2]) > 0)) return;
    const full = [d[0] * d[0], d[0] * d[1], d[0] * d[2], d[1] * d[1], d[1] * d[2], d[2] * d[2]];
    for (let k = 0; k < TENSOR_SIZE; k++) {
      const at = TENSOR_SIZE * p + k;
      tensors[at] += (stroke.value * full[k] - tensors[at]) * weight;
    }
  });
}

/** Numbers of the points in the box of a stroke. */
function pointsNear({ points: dabs, radius }: PaintStroke, points: Float64Array): number[] {
  const low = [0, 1, 2].map((axis) => dabs.reduce((m, x, k) => (k % 3 === axis ? Math.min(m, x) : m), Infinity));
  const high = [0, 1, 2].map((axis) => dabs.reduce((m, x, k) => (k % 3 === axis ? Math.max(m, x) : m), -Infinity));
  const near: number[] = [];
  for (let p = 0; p < points.length / 3; p++) {
    let inside = true;
    for (let axis = 0; axis < 3; axis++) {
      const x = points[3 * p + axis];
      inside &&= x >= low[axis] - radius && x <= high[axis] + radius;
    }
    if (inside) near.push(p);
  }
  return near;
}

/** Direction of a stroke at its dabs: from the one before to the one after. Zero for a dab alone; undefined for a stroke without a way. */
function strokeWays({ points, radius }: PaintStroke): Float64Array | undefined {
  const ways = new Float64Array(points.length);
  const count = points.length / 3;
  let any = false;
  const joined = (a: number, b: number) =>
    a >= 0 && b < count && Math.hypot(...[0, 1, 2].map((k) => points[3 * b + k] - points[3 * a + k])) <= BREAK * radius;
  for (let i = 0; i < count; i++) {
    const before = joined(i - 1, i) ? i - 1 : i;
    const after = joined(i, i + 1) ? i + 1 : i;
    const way = [0, 1, 2].map((k) => points[3 * after + k] - points[3 * before + k]);
    const length = Math.hypot(...way);
    if (!(length > 0)) continue;
    any = true;
    for (let k = 0; k < 3; k++) ways[3 * i + k] = way[k] / length;
  }
  return any ? ways : undefined;
}
