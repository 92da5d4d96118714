import type { Curve, Key } from '../../../src/scene/keyable.ts';

/** Legal values of a curve. */
export interface ValueLimits {
  readonly min?: number;
  readonly max?: number;
}

/** A moved curve and where its moved keys stand now. */
export interface MovedKeys {
  readonly curve: Curve;
  readonly frames: ReadonlySet<number>;
}

export interface KeyShift {
  readonly frames: number;
  readonly value: number;
  /** Moved keys end on whole frames. */
  readonly snap: boolean;
}

/**
 * The curve with some of its keys moved together. A moved key takes the place of one that it lands on; two moved keys that would land on one
 * frame (snapping) leave the later one. Frames stay strictly ascending.
 */
export function moveKeys(
  { keys }: Curve,
  selected: ReadonlySet<number>,
  { frames, value, snap }: KeyShift,
  limits: ValueLimits = {},
): MovedKeys {
  const moved = new Map<number, Key>();
  for (const key of keys) {
    if (!selected.has(key.frame)) continue;
    const frame = snap ? Math.round(key.frame + frames) : tidyFrame(key.frame + frames);
    moved.set(frame, { ...key, frame, value: value === 0 ? key.value : withinLimits(key.value + value, limits) });
  }
  const resting = keys.filter((key) => !selected.has(key.frame) && !moved.has(key.frame));
  const sorted = [...resting, ...moved.values()].sort((a, b) => a.frame - b.frame);
  return { curve: { keys: sorted }, frames: new Set(moved.keys()) };
}

export function withinLimits(value: number, { min = -Infinity, max = Infinity }: ValueLimits): number {
  return Math.min(Math.max(value, min), max);
}

/** Frames between whole ones are kept to a hundredth. */
export function tidyFrame(frame: number): number {
  return Math.round(frame * 100) / 100;
}
