import { bezierParameter, bezierPart, evaluateBezier, evaluateBezierRate, findBezierParameter, mix } from './bezier.ts';
import { bezierSegment, evaluate, lastKeyAtOrBefore } from './curves.ts';
import { isCurve, type Key, type Keyable } from './keyable.ts';

/**
 * A keyframe curve cut down to one frame interval [n-1, n], in the local time s = frame - (n-1) in [0, 1]. It holds nothing
 * that lies outside the interval, and the simulation reads parameters only through it: what a frame depends on and what
 * its key hashes are the same numbers. A curve that is constant over the interval is that number, however its keys lie.
 *
 * Pieces are in ascending order without gaps:
 * hold `[from, to, value]`; linear `[from, to, v0, v1]`; Bezier `[t0, t1, t2, t3, v0, v1, v2, v3]`.
 */
export type IntervalCurve = number | IntervalPieces;
export interface IntervalPieces {
  readonly pieces: readonly (readonly number[])[];
  /** Value at s = 1, which differs from the last piece where a step falls on the frame itself. */
  readonly end: number;
  /** Legal range, given where Bezier handles may lead out of it: values are clamped. */
  readonly min?: number;
  readonly max?: number;
}

const holdSize = 3;
const linearSize = 4;
/** The parameter at which a Bezier piece is evaluated. */
const parameter = new Float64Array(1);

/** The part of `curve` over the frames [frame - 1, frame]. */
export function restrictCurve(curve: Keyable, frame: number, min?: number, max?: number): IntervalCurve {
  if (!isCurve(curve)) return curve;
  const start = frame - 1;
  const cuts = [start];
  for (let k = lastKeyAtOrBefore(curve.keys, start) + 1; k < curve.keys.length && curve.keys[k].frame < frame; k++) {
    cuts.push(curve.keys[k].frame);
  }
  cuts.push(frame);
  const pieces: number[][] = [];
  for (let k = 0; k + 1 < cuts.length; k++) addPiece(pieces, piece(curve.keys, cuts[k], cuts[k + 1], start));
  const end = evaluate(curve, frame);
  if (pieces.length === 1 && pieces[0].length === holdSize && pieces[0][2] === end) return end;
  const leavesRange = pieces.some(
    (part) => part.length > linearSize && part.slice(4).some((v) => v < (min ?? -Infinity) || v > (max ?? Infinity)),
  );
  return leavesRange ? { pieces, end, min, max } : { pieces, end };
}

/** out[k] = value at the local time s = at[0] in [0, 1]. Numbers pass through arrays: none is allocated. */
export function evaluateInterval(curve: IntervalCurve, at: Float64Array, out: Float64Array, k: number): void {
  if (typeof curve === 'number') {
    out[k] = curve;
    return;
  }
  const s = at[0];
  const { pieces } = curve;
  let p = 0;
  while (p + 1 < pieces.length && !(s < pieces[p + 1][0])) p++;
  const part = pieces[p];
  if (s >= 1) out[k] = curve.end;
  else if (part.length === holdSize) out[k] = part[2];
  else if (part.length === linearSize) out[k] = mix(part[2], part[3], (s - part[0]) / (part[1] - part[0]));
  else {
    findBezierParameter(part, at, parameter, 0);
    evaluateBezier(part, 4, parameter, out, k);
    out[k] = Math.min(Math.max(out[k], curve.min ?? -Infinity), curve.max ?? Infinity);
  }
}

/** out = the least and the most that the curve can be over the interval, from its own values and handles: Bezier pieces stay between these. */
export function intervalBounds(curve: IntervalCurve, out: Float64Array): void {
  out[0] = typeof curve === 'number' ? curve : curve.end;
  out[1] = out[0];
  if (typeof curve === 'number') return;
  const { pieces, min = -Infinity, max = Infinity } = curve;
  for (const part of pieces) {
    for (let k = part.length > linearSize ? linearSize : 2; k < part.length; k++) {
      out[0] = Math.max(Math.min(out[0], part[k]), min);
      out[1] = Math.min(Math.max(out[1], part[k]), max);
    }
  }
}

/** out[k] = slope per frame at the local time s = at[0]; where pieces meet, that of the earlier one (or of the first, at s = 0). */
export function evaluateIntervalSlope(curve: IntervalCurve, at: Float64Array, out: Float64Array, k: number): void {
  if (typeof curve === 'number') {
    out[k] = 0;
    return;
  }
  const s = at[0];
  const { pieces } = curve;
  let p = 0;
  while (p + 1 < pieces.length && !(s <= pieces[p + 1][0])) p++;
  const part = pieces[p];
  if (part.length === holdSize) out[k] = 0;
  else if (part.length === linearSize) out[k] = (part[3] - part[2]) / (part[1] - part[0]);
  else {
    findBezierParameter(part, at, parameter, 0);
    evaluateBezierRate(part, parameter, out, k);
  }
}

/** The curve between two neighbouring cuts (frames), with times counted from `start`. */
function piece(keys: readonly Key[], from: number, to: number, start: number): number[] {
  const previous = lastKeyAtOrBefore(keys, from);
  if (previous < 0) return [from - start, to - start, keys[0].value];
  if (previous === keys.length - 1) return [from - start, to - start, keys[previous].value];
  const [left, right] = [keys[previous], keys[previous + 1]];
  if (left.interpolation === 'step') return [from - start, to - start, left.value];
  const at = (frame: number) => (frame - left.frame) / (right.frame - left.frame);
  if (left.interpolation === 'linear') {
    const values = [mix(left.value, right.value, at(from)), mix(left.value, right.value, at(to))];
    return simplest([from - start, to - start, ...values]);
  }
  const { frames, values } = bezierSegment(left, right);
  const u0 = bezierParameter(...frames, from);
  const u1 = bezierParameter(...frames, to);
  const times = bezierPart(frames, u0, u1).map((frame) => frame - start);
  times[0] = from - start;
  times[3] = to - start;
  for (const k of [1, 2]) times[k] = Math.min(Math.max(times[k], times[0]), times[3]);
  return simplest([...times, ...bezierPart(values, u0, u1)]);
}

/** A piece whose values are all equal is a hold. */
function simplest(part: number[]): number[] {
  const values = part.length === linearSize ? part.slice(2) : part.slice(4);
  if (values.some((value) => value !== values[0])) return part;
  return [part[0], part.length === linearSize ? part[1] : part[3], values[0]];
}

/** Appends a piece; a hold that goes on with the same value is made longer instead. */
function addPiece(pieces: number[][], part: number[]): void {
  const last = pieces.at(-1);
  if (last?.length === holdSize && part.length === holdSize && last[2] === part[2]) last[1] = part[1];
  else pieces.push(part);
}
