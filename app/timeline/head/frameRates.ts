import type { Draft } from 'immer';
import { isCurve } from '../../../src/scene/keyable.ts';
import { eachProperty } from '../../../src/scene/eachProperty.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { setValueAt } from '../../document/valueAt.ts';
import { listLanes } from '../lanes/keyLanes.ts';

export type FrameRate = Scene['frameRate'];

/** Frame rates of film, television and games. */
export const commonRates: readonly FrameRate[] = [
  { numerator: 24000, denominator: 1001 },
  { numerator: 24, denominator: 1 },
  { numerator: 25, denominator: 1 },
  { numerator: 30000, denominator: 1001 },
  { numerator: 30, denominator: 1 },
  { numerator: 48, denominator: 1 },
  { numerator: 50, denominator: 1 },
  { numerator: 60, denominator: 1 },
];

/** `23.976`, `24`. */
export function rateLabel({ numerator, denominator }: FrameRate): string {
  return String(Number((numerator / denominator).toFixed(3)));
}

export function sameRate(a: FrameRate, b: FrameRate): boolean {
  return a.numerator * b.denominator === b.numerator * a.denominator;
}

/**
 * The frame rate with which a typed number is meant: the fractions of television for 23.976, 29.97 and 59.94, else thousandths. Undefined
 * for what is no frame rate.
 */
export function rateOf(value: number): FrameRate | undefined {
  if (!(value >= 1) || value > 1000) return undefined;
  for (const whole of [24, 30, 48, 60, 120]) {
    if (Math.abs(value - (whole * 1000) / 1001) < 0.005) return { numerator: whole * 1000, denominator: 1001 };
  }
  if (Math.abs(value - Math.round(value)) < 1e-9) return { numerator: Math.round(value), denominator: 1 };
  return { numerator: Math.round(value * 1000), denominator: 1000 };
}

/** What keeps its place when the frame rate changes: the numbers of frames, or their times. */
export type KeepsPlace = 'frames' | 'seconds';

/**
 * Changes the frame rate of a shot. With `frames`, every key stays on its frame and everything takes another time; with `seconds`, keys,
 * pins' releases and the end of the range move to the frames that have the old times.
 */
export function changeFrameRate(scene: Draft<Scene>, rate: FrameRate, keeps: KeepsPlace): void {
  const factor = (rate.numerator * scene.frameRate.denominator) / (rate.denominator * scene.frameRate.numerator);
  scene.frameRate = rate;
  if (keeps === 'frames' || factor === 1) return;
  const { first } = scene.range;
  const moved = (frame: number) => first + (frame - first) * factor;
  for (const { entity, path, curve } of listLanes(scene as Scene)) {
    if (!isCurve(curve)) continue;
    const keys = curve.keys.map((key) => ({
      ...key,
      frame: moved(key.frame),
      handles: key.handles && {
        in: key.handles.in && ([key.handles.in[0] * factor, key.handles.in[1]] as [number, number]),
        out: key.handles.out && ([key.handles.out[0] * factor, key.handles.out[1]] as [number, number]),
      },
    }));
    const root = entity === undefined ? scene : scene.entities.find(({ id }) => id === entity)!;
    setValueAt(root, path, { keys });
  }
  for (const entity of scene.entities) {
    // What counts as a curve without being one is a frame at which something ends.
    for (const { path, value, marks } of [...eachProperty(entitySchema, entity)]) {
      if (marks.curve !== undefined && typeof value === 'number') setValueAt(entity, path, moved(value));
    }
  }
  scene.range.last = Math.max(first + 1, Math.round(moved(scene.range.last)));
}
