import { bezierParameter, bezierPart } from '../../../src/scene/bezier.ts';
import { bezierSegment, evaluate, lastKeyAtOrBefore } from '../../../src/scene/curves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';

/** The curve with a key at `frame` that leaves its shape as it is: a Bezier segment is divided there. A key that stands there stays. */
export function insertKey(curve: Curve, frame: number): Curve {
  const { keys } = curve;
  const index = lastKeyAtOrBefore(keys, frame);
  if (index >= 0 && keys[index].frame === frame) return curve;
  const value = evaluate(curve, frame);
  if (index < 0) return { keys: [{ frame, value, interpolation: 'step' }, ...keys] };
  const left = keys[index];
  const right = keys.at(index + 1);
  if (right === undefined || left.interpolation !== 'bezier') {
    return { keys: keys.toSpliced(index + 1, 0, { frame, value, interpolation: left.interpolation }) };
  }
  return { keys: keys.toSpliced(index, 2, ...divided(left, right, frame)) };
}

/** The two keys of a Bezier segment with a third one between them; the handles are those of the two halves. */
function divided(left: Key, right: Key, frame: number): [Key, Key, Key] {
  const { frames, values } = bezierSegment(left, right);
  const u = bezierParameter(...frames, frame);
  const half = (from: number, to: number) => ({
    frames: bezierPart(frames, from, to),
    values: bezierPart(values, from, to),
  });
  const before = half(0, u);
  const after = half(u, 1);
  const value = before.values[3];
  const handle = (part: typeof before, inner: 1 | 2, end: { frame: number; value: number }): [number, number] => [
    inner === 1 ? Math.max(part.frames[inner] - end.frame, 0) : Math.min(part.frames[inner] - end.frame, 0),
    part.values[inner] - end.value,
  ];
  const middle = { frame, value };
  return [
    { ...left, handles: { ...left.handles, out: handle(before, 1, left) } },
    {
      ...middle,
      interpolation: 'bezier',
      handles: { in: handle(before, 2, middle), out: handle(after, 1, middle) },
    },
    { ...right, handles: { ...right.handles, in: handle(after, 2, right) } },
  ];
}
