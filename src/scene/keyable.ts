import { z } from 'zod';
import { boundedNumber, type QuantityInfo } from '../base/quantities.ts';

/** How a curve runs from a key to the next one. */
const interpolations = ['step', 'linear', 'bezier'] as const;

/** Most keys that one curve may hold: a baked curve of a long shot fits, a runaway file does not. */
const maxKeys = 100_000;

/** Frames of keys, and how far their handles reach in frames, end here; values of handles where those of keys do at the latest. */
const MOST_FRAMES = 1e8;
const LARGEST_VALUE = 1e15;
/** A frame, whole or not, at which something happens. */
export const keyFrame = z.number().min(-MOST_FRAMES).max(MOST_FRAMES);
const keyValue = z.number().min(-LARGEST_VALUE).max(LARGEST_VALUE);

/** A handle: (frames, value) relative to its key. */
const handle = z.tuple([keyFrame, keyValue]);

const keySchema = z.strictObject({
  /** Frame number on the shot's timeline; may be fractional. Time in seconds is (frame - range.first) / frame rate. */
  frame: keyFrame,
  value: keyValue,
  /** Shape of the curve from this key to the next. */
  interpolation: z.enum(interpolations).default('linear'),
  /** Bezier handles; a missing one is flat and a third of its segment long. */
  handles: z.strictObject({ in: handle.optional(), out: handle.optional() }).optional(),
});

const curveSchema = z.strictObject({
  keys: z.array(keySchema).min(1).max(maxKeys).superRefine(checkKeys),
});

export type Key = z.output<typeof keySchema>;
/** A keyframe curve: at least one key, frames strictly ascending. Before the first and after the last key it holds. */
export type Curve = z.output<typeof curveSchema>;
/** A number, or a curve that gives it over time. */
export type Keyable = number | Curve;
export type KeyableVector = [Keyable, Keyable, Keyable];

/** A finite number in SI units that may carry a keyframe curve; the range holds for the number and for every key. */
export function keyable(info: QuantityInfo) {
  const constant = boundedNumber(info);
  const curve = curveSchema.superRefine(({ keys }, context) => {
    keys.forEach((key, index) => {
      const result = constant.safeParse(key.value);
      if (result.success) return;
      context.addIssue({ code: 'custom', message: result.error.issues[0].message, path: ['keys', index, 'value'] });
    });
  });
  return z
    .union([constant, curve])
    .default(info.default)
    .meta({ quantity: { ...info, keyable: true } });
}

/** Three keyable components x, y, z with the same unit and range. */
export function keyableVector(info: Omit<QuantityInfo, 'default'>, defaults: readonly [number, number, number]) {
  const [x, y, z0] = defaults;
  const component = (name: string, value: number) =>
    keyable({ ...info, label: `${info.label} ${name}`, default: value });
  return z
    .tuple([component('x', x), component('y', y), component('z', z0)])
    .default([x, y, z0])
    .meta({ vector: info });
}

/** Three plain components x, y, z. */
export function vector(info: Omit<QuantityInfo, 'default'>, defaults: readonly [number, number, number]) {
  const component = boundedNumber(info);
  return z
    .tuple([component, component, component])
    .default([...defaults])
    .meta({ vector: info });
}

export function isCurve(value: Keyable): value is Curve {
  return typeof value !== 'number';
}

interface IssueSink {
  addIssue(issue: { code: 'custom'; message: string; path: (string | number)[] }): void;
}

/** Frames ascend strictly; handles point into their own segments. */
function checkKeys(keys: readonly Key[], context: IssueSink): void {
  keys.forEach((key, index) => {
    const report = (message: string, place: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path: [index, ...place] });
    if (index > 0 && key.frame <= keys[index - 1].frame) {
      report(`frame ${key.frame} does not come after frame ${keys[index - 1].frame} of the key before it`, ['frame']);
    }
    const { in: incoming, out: outgoing } = key.handles ?? {};
    if (incoming !== undefined && incoming[0] > 0) {
      report('the incoming handle points forward in time', ['handles', 'in']);
    }
    if (outgoing !== undefined && outgoing[0] < 0) {
      report('the outgoing handle points back in time', ['handles', 'out']);
    }
  });
}
