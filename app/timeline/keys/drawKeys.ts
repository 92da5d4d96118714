import { lastKeyAtOrBefore } from '../../../src/scene/curves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';
import { frameToX } from '../axis/TimeAxis.ts';
import type { Drawing } from '../draw/Drawing.ts';

/** Half the size of a key's mark, CSS pixels. */
export const KEY_SIZE = 4.5;

/** Height of a bar of keys, CSS pixels. */
const BAR = 6;
/** Keys nearer than this would touch, CSS pixels; as many of them in a row are one bar. */
const TOUCHING = 2 * KEY_SIZE + 3;
const MANY = 8;

/** Runs of keys that would touch on the screen, as a baked channel's do: indices of the first and last key of each, in order. */
export function denseRuns(
  keys: readonly Pick<Key, 'frame'>[],
  xOf: (frame: number) => number,
): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  let first = 0;
  for (let k = 1; k <= keys.length; k++) {
    if (k < keys.length && xOf(keys[k].frame) - xOf(keys[k - 1].frame) < TOUCHING) continue;
    if (k - first >= MANY) runs.push([first, k - 1]);
    first = k;
  }
  return runs;
}

/** The keys of one lane as marks on a line, a bar where they stand side by side; selected ones are amber. `y` is the middle of the lane. */
export function drawKeyLane(
  { context, axis, theme: { colours } }: Drawing,
  { keys }: Curve,
  selected: ReadonlySet<number> | undefined,
  y: number,
): void {
  for (let k = 0; k + 1 < keys.length; k++) {
    const from = frameToX(axis, keys[k].frame);
    const to = frameToX(axis, keys[k + 1].frame);
    if (to < 0 || from > axis.width) continue;
    const still = isStill(keys[k], keys[k + 1]);
    context.fillStyle = still ? colours.line : colours['text-disabled'];
    context.fillRect(from, y - (still ? 0.5 : 1), to - from, still ? 1 : 2);
  }
  const bars = denseRuns(keys, (frame) => frameToX(axis, frame));
  for (const [first, last] of bars) {
    const from = frameToX(axis, keys[first].frame) - KEY_SIZE;
    const to = frameToX(axis, keys[last].frame) + KEY_SIZE;
    context.fillStyle = colours['text-secondary'];
    context.beginPath();
    context.roundRect(from, y - BAR / 2, to - from, BAR, BAR / 2);
    context.fill();
  }
  let bar = 0;
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k];
    const x = frameToX(axis, key.frame);
    while (bar < bars.length && bars[bar][1] < k) bar++;
    const inBar = bar < bars.length && k >= bars[bar][0];
    if (inBar && selected?.has(key.frame) !== true) continue;
    if (x < -KEY_SIZE || x > axis.width + KEY_SIZE) continue;
    drawKeyMark(
      context,
      key,
      x,
      y,
      selected?.has(key.frame) === true ? colours['accent-line'] : colours.text,
      colours.app,
    );
  }
}

/** The key under the playhead once more, in amber. */
export function drawKeyAt(
  { context, axis, theme: { colours } }: Drawing,
  curve: Curve,
  frame: number,
  y: number,
): void {
  const key = keyAt(curve, frame);
  if (key !== undefined) drawKeyMark(context, key, frameToX(axis, frame), y, colours['accent-line'], colours.app);
}

/** The key that stands at a frame. */
export function keyAt({ keys }: Curve, frame: number): Key | undefined {
  const key = keys[lastKeyAtOrBefore(keys, frame)];
  return key?.frame === frame ? key : undefined;
}

/** A square for a step, a diamond for a straight line, a disc for a Bezier. */
export function drawKeyMark(
  context: CanvasRenderingContext2D,
  { interpolation }: Key,
  x: number,
  y: number,
  fill: string,
  outline: string,
): void {
  context.beginPath();
  if (interpolation === 'step')
    context.rect(x - KEY_SIZE + 0.5, y - KEY_SIZE + 0.5, 2 * KEY_SIZE - 1, 2 * KEY_SIZE - 1);
  else if (interpolation === 'bezier') context.arc(x, y, KEY_SIZE, 0, 2 * Math.PI);
  else {
    context.moveTo(x, y - KEY_SIZE - 1);
    context.lineTo(x + KEY_SIZE + 1, y);
    context.lineTo(x, y + KEY_SIZE + 1);
    context.lineTo(x - KEY_SIZE - 1, y);
    context.closePath();
  }
  context.strokeStyle = outline;
  context.lineWidth = 2;
  context.stroke();
  context.fillStyle = fill;
  context.fill();
}

/** Nothing changes from one key to the next. */
function isStill(from: Key, to: Key): boolean {
  if (from.interpolation === 'step') return true;
  if (from.value !== to.value) return false;
  return from.interpolation === 'linear' || ((from.handles?.out?.[1] ?? 0) === 0 && (to.handles?.in?.[1] ?? 0) === 0);
}

/** The key of a lane nearest to `x` within reach of the pointer, or undefined. */
export function keyNear({ axis }: Pick<Drawing, 'axis'>, { keys }: Curve, x: number): Key | undefined {
  let nearest: Key | undefined;
  let best = KEY_SIZE + 3;
  for (const key of keys) {
    const distance = Math.abs(frameToX(axis, key.frame) - x);
    if (distance > best) continue;
    best = distance;
    nearest = key;
  }
  return nearest;
}
