import { bezierSegment } from '../../../src/scene/curves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';

/** How the two handles of a key lie. Derived from them: a document stores only the handles. */
export const tangentKinds = ['flat', 'auto', 'linear', 'unified', 'broken'] as const;
export type TangentKind = (typeof tangentKinds)[number];

export type HandleSide = 'in' | 'out';
export type Handle = readonly [frames: number, value: number];

/** Share of a segment that handles span which were not drawn by hand. */
const SHARE = 1 / 3;
/** Relative difference of slopes that counts as none. */
const SAME_SLOPE = 1e-3;
/** Frames below which a dragged handle has no slope worth following. */
const LEAST_REACH = 0.1;

/** The handle of a key as the curve uses it: that of the document, shortened to its segment; undefined where there is no segment. */
export function effectiveHandle(keys: readonly Key[], index: number, side: HandleSide): Handle | undefined {
  const key = keys[index];
  const other = keys.at(side === 'out' ? index + 1 : index - 1);
  if (other === undefined || (side === 'in' && index === 0)) return undefined;
  const { frames, values } = side === 'out' ? bezierSegment(key, other) : bezierSegment(other, key);
  const inner = side === 'out' ? 1 : 2;
  return [frames[inner] - key.frame, values[inner] - key.value];
}

/** Whether the handle shapes anything: its segment is a Bezier. */
export function handleMatters(keys: readonly Key[], index: number, side: HandleSide): boolean {
  if (side === 'out') return index + 1 < keys.length && keys[index].interpolation === 'bezier';
  return index > 0 && keys[index - 1].interpolation === 'bezier';
}

export function tangentKind(keys: readonly Key[], index: number): TangentKind {
  const handles = (['in', 'out'] as const).map((side) => effectiveHandle(keys, index, side)).filter(isThere);
  if (handles.every(([, value]) => value === 0)) return 'flat';
  if (matches(keys, index, 'auto')) return 'auto';
  if (matches(keys, index, 'linear')) return 'linear';
  if (handles.length < 2) return 'unified';
  return sameSlope(slopeOf(handles[0]), slopeOf(handles[1])) ? 'unified' : 'broken';
}

/** The curve with the handles of one key laid anew. Unified lines the incoming one up with the outgoing one; broken leaves both. */
export function withTangent(curve: Curve, index: number, kind: TangentKind): Curve {
  const { keys } = curve;
  if (kind === 'broken') return curve;
  const handles =
    kind === 'unified'
      ? unified(keys, index)
      : { in: laid(keys, index, 'in', kind), out: laid(keys, index, 'out', kind) };
  return { keys: keys.with(index, { ...keys[index], handles: withoutMissing(handles) }) };
}

/**
 * The curve with one handle dragged to `wanted` (relative to its key). It stays on its side of the key and within its segment, so that time
 * never runs back. With `unify` the other handle keeps its length and turns into line.
 */
export function withHandle(curve: Curve, index: number, side: HandleSide, wanted: Handle, unify: boolean): Curve {
  const { keys } = curve;
  const key = keys[index];
  const other = keys.at(side === 'out' ? index + 1 : index - 1);
  if (other === undefined || (side === 'in' && index === 0)) return curve;
  const length = Math.abs(other.frame - key.frame);
  const sign = side === 'out' ? 1 : -1;
  const reach = Math.min(Math.max(sign * wanted[0], 0), length);
  const dragged: Handle = [sign * reach, wanted[1]];
  const opposite: HandleSide = side === 'out' ? 'in' : 'out';
  const facing = effectiveHandle(keys, index, opposite);
  const turned =
    unify && facing !== undefined && reach >= LEAST_REACH ? along(facing, slopeOf(dragged)) : key.handles?.[opposite];
  const handles = { in: side === 'in' ? dragged : turned, out: side === 'out' ? dragged : turned };
  return { keys: keys.with(index, { ...key, handles: withoutMissing(handles) }) };
}

/** Slope of the automatic tangent: of the chord between the neighbours, flat at peaks and ends, never so steep that the curve overshoots. */
export function autoSlope(keys: readonly Key[], index: number): number {
  const key = keys[index];
  const before = index > 0 ? keys[index - 1] : undefined;
  const after = keys.at(index + 1);
  if (before === undefined || after === undefined) return 0;
  const incoming = (key.value - before.value) / (key.frame - before.frame);
  const outgoing = (after.value - key.value) / (after.frame - key.frame);
  if (incoming * outgoing <= 0) return 0;
  const chord = (after.value - before.value) / (after.frame - before.frame);
  // Handles span a third of a segment: three times its slope is the steepest without overshoot (Fritsch and Carlson 1980).
  const steepest = 3 * Math.min(Math.abs(incoming), Math.abs(outgoing));
  return Math.sign(chord) * Math.min(Math.abs(chord), steepest);
}

function laid(
  keys: readonly Key[],
  index: number,
  side: HandleSide,
  kind: 'flat' | 'auto' | 'linear',
): Handle | undefined {
  const key = keys[index];
  const other = keys.at(side === 'out' ? index + 1 : index - 1);
  if (other === undefined || (side === 'in' && index === 0)) return undefined;
  const frames = (other.frame - key.frame) * SHARE;
  if (kind === 'flat') return [frames, 0];
  if (kind === 'linear') return [frames, (other.value - key.value) * SHARE];
  return [frames, frames * autoSlope(keys, index)];
}

function unified(keys: readonly Key[], index: number): { in: Handle | undefined; out: Handle | undefined } {
  const incoming = effectiveHandle(keys, index, 'in');
  const outgoing = effectiveHandle(keys, index, 'out');
  if (incoming === undefined || outgoing === undefined) return { in: incoming, out: outgoing };
  return { in: along(incoming, slopeOf(outgoing)), out: outgoing };
}

function matches(keys: readonly Key[], index: number, kind: 'auto' | 'linear'): boolean {
  return (['in', 'out'] as const).every((side) => {
    const handle = effectiveHandle(keys, index, side);
    const wanted = laid(keys, index, side, kind);
    return handle === undefined || wanted === undefined || sameSlope(slopeOf(handle), slopeOf(wanted));
  });
}

/** A handle of the same length in time with another slope; upright ones are not followed. */
function along(handle: Handle, slope: number): Handle {
  return Number.isFinite(slope) ? [handle[0], handle[0] * slope] : handle;
}

function slopeOf([frames, value]: Handle): number {
  return frames === 0 ? (value === 0 ? 0 : Math.sign(value) * Infinity) : value / frames;
}

function sameSlope(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= SAME_SLOPE * Math.max(Math.abs(a), Math.abs(b));
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}

function withoutMissing({ in: incoming, out }: { in: Handle | undefined; out: Handle | undefined }): Key['handles'] {
  return {
    ...(incoming === undefined ? {} : { in: [incoming[0], incoming[1]] as [number, number] }),
    ...(out === undefined ? {} : { out: [out[0], out[1]] as [number, number] }),
  };
}
