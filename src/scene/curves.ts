import { bezierParameter, bezierPoint, bezierRate, mix } from './bezier.ts';
import { isCurve, type Key, type Keyable } from './keyable.ts';

/**
 * Keyframe curves over frames. A key holds a frame number, so that a change of frame rate keeps the picture of every frame;
 * seconds come from `frameToSeconds`. Before the first key and after the last one the curve holds. Values are continuous
 * from the right: a step takes its new value at the key's own frame. Every curve is exact at its keys.
 */

/** Share of a segment that a missing Bezier handle spans. */
const defaultHandleLength = 1 / 3;

/** Bezier control points of the segment between two keys: (frame, value) of four points, frames ascending. */
export interface BezierSegment {
  readonly frames: [number, number, number, number];
  readonly values: [number, number, number, number];
}

/**
 * Control points between two keys. A handle that reaches past the other key is shortened along its own direction until it
 * ends there, which keeps time monotone (both inner points lie between the outer ones).
 */
export function bezierSegment(from: Key, to: Key): BezierSegment {
  const length = to.frame - from.frame;
  const [outFrame, outValue] = shortened(from.handles?.out ?? [length * defaultHandleLength, 0], length);
  const [inFrame, inValue] = shortened(to.handles?.in ?? [-length * defaultHandleLength, 0], length);
  return {
    frames: [from.frame, Math.min(from.frame + outFrame, to.frame), Math.max(to.frame + inFrame, from.frame), to.frame],
    values: [from.value, from.value + outValue, to.value + inValue, to.value],
  };
}

function shortened([frames, value]: readonly number[], length: number): [number, number] {
  const reach = Math.abs(frames);
  if (reach <= length) return [frames, value];
  return [frames * (length / reach), value * (length / reach)];
}

/** Value at `frame`, in the unit of the parameter. */
export function evaluate(curve: Keyable, frame: number): number {
  if (!isCurve(curve)) return curve;
  const { keys } = curve;
  const index = lastKeyAtOrBefore(keys, frame);
  if (index < 0) return keys[0].value;
  const from = keys[index];
  if (index === keys.length - 1 || frame === from.frame || from.interpolation === 'step') return from.value;
  const to = keys[index + 1];
  if (from.interpolation === 'linear') {
    return mix(from.value, to.value, (frame - from.frame) / (to.frame - from.frame));
  }
  const { frames, values } = bezierSegment(from, to);
  const u = bezierParameter(...frames, frame);
  return bezierPoint(...values, u);
}

/** Largest value of the keys; curves that overshoot between them go beyond. */
export function largestKey(curve: Keyable): number {
  return typeof curve === 'number' ? curve : curve.keys.reduce((most, { value }) => Math.max(most, value), -Infinity);
}

/** The smallest likewise. */
export function smallestKey(curve: Keyable): number {
  return typeof curve === 'number' ? curve : curve.keys.reduce((least, { value }) => Math.min(least, value), Infinity);
}

/**
 * Slope at `frame`, in units of the parameter per frame; times the frame rate it is per second. Where two segments meet the
 * slope jumps: `side` says which one is meant. Steps and holds have slope 0.
 */
export function evaluateSlope(curve: Keyable, frame: number, side: 'before' | 'after' = 'before'): number {
  if (!isCurve(curve)) return 0;
  const { keys } = curve;
  let index = lastKeyAtOrBefore(keys, frame);
  if (side === 'before' && index >= 0 && keys[index].frame === frame) index--;
  if (index < 0 || index === keys.length - 1) return 0;
  const from = keys[index];
  const to = keys[index + 1];
  if (from.interpolation === 'step') return 0;
  if (from.interpolation === 'linear') return (to.value - from.value) / (to.frame - from.frame);
  const { frames, values } = bezierSegment(from, to);
  return bezierRate(frames, values, bezierParameter(...frames, frame));
}

/** Number of the last key with key.frame <= frame; -1 before the first. */
export function lastKeyAtOrBefore(keys: readonly Key[], frame: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle].frame <= frame) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
