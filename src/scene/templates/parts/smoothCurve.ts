import type { Curve } from '../../keyable.ts';

/** A curve through values at frames that ascend, whose slope is that of the neighbours of each key, and 0 at its ends. */
export function smoothCurve(frames: readonly number[], values: readonly number[]): Curve {
  const last = frames.length - 1;
  const slope = (k: number) =>
    k === 0 || k === last ? 0 : (values[k + 1] - values[k - 1]) / (frames[k + 1] - frames[k - 1]);
  const handle = (k: number, to: number): [number, number] => {
    const length = (frames[to] - frames[k]) / 3;
    return [length, rounded(length * slope(k))];
  };
  return {
    keys: frames.map((frame, k) => ({
      frame,
      value: rounded(values[k]),
      interpolation: 'bezier',
      handles: { ...(k > 0 && { in: handle(k, k - 1) }), ...(k < last && { out: handle(k, k + 1) }) },
    })),
  };
}

/** Rounds a value of a key to a millionth. */
function rounded(value: number): number {
  return Number(value.toFixed(6));
}
