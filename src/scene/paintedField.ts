import { z } from 'zod';
import { marked } from './marks.ts';
import { canonicalJson, sha256Hex } from '../base/hash.ts';

/** Bounds of what one field may hold: an artist's painting fits, a runaway file does not. */
export const maxStrokes = 10_000;
const maxStrokePoints = 10_000;
export const maxFieldPoints = 200_000;
/** Farthest coordinate, m: squares of distances stay finite. */
const maxCoordinate = 1e9;

const share = (label: string, help: string, value: number) =>
  z.number().min(0).max(1).default(value).meta({ label, help });

/**
 * One stroke of a brush: dabs of one radius. Its weight at x is opacity * max over its points p of falloff(|x - p| / radius), so
 * that going over a place twice within a stroke adds nothing.
 */
const stroke = z.strictObject({
  /** What it paints towards: v becomes v + (value - v) * weight. */
  value: share('value', 'What the stroke paints towards.', 1),
  /** m. */
  radius: z.number().positive('a brush has a radius above 0').max(1e6).meta({ label: 'radius' }),
  hardness: share('hardness', 'Share of the radius that is painted in full; beyond, it falls off smoothly.', 0.5),
  opacity: share('opacity', 'Weight of the stroke where it is painted in full.', 1),
  /** Centres of the dabs in the solid's own frame: x, y, z after one another, m. */
  points: z
    .array(z.number().min(-maxCoordinate).max(maxCoordinate))
    .min(3)
    .max(3 * maxStrokePoints)
    .refine((points) => points.length % 3 === 0, 'a point of a stroke has three coordinates'),
});

/**
 * A number from 0 to 1 at every point of a solid, painted as strokes in the solid's own frame: metres, Y up, before `transform`
 * scales, turns and moves it (x_local of `placement`). It belongs to no mesh: it stays when the solid is meshed anew, with other edges or at
 * another quality, and goes along when the solid is placed or scaled.
 */
export function paintedField(base: number, label: string) {
  const schema = z
    .strictObject({
      /** The value where nothing is painted. */
      base: share('base', 'The value where nothing is painted.', base),
      /** Strokes in the order in which they were painted: each paints over what lies below. */
      strokes: z.array(stroke).max(maxStrokes).default([]),
    })
    .refine((field) => field.strokes.reduce((sum, { points }) => sum + points.length, 0) <= 3 * maxFieldPoints, {
      message: `the strokes have more than ${maxFieldPoints} points together`,
      path: ['strokes'],
    })
    .meta({ label, painted: true });
  return marked(schema, { counts: (field) => paintedKey(field as z.output<typeof schema>, base) });
}

/** A painted number from 0 to 1. */
export type PaintedField = z.output<ReturnType<typeof paintedField>>;
export type PaintStroke = PaintedField['strokes'][number];

/**
 * What frames depend on of a painted field, in one short text: equal fields give equal texts. Undefined where the field is `neutral` everywhere,
 * which acts like no field.
 */
function paintedKey(
  field: { readonly base: number; readonly strokes: readonly unknown[] } | undefined,
  neutral?: number,
): string | undefined {
  if (field === undefined || (field.strokes.length === 0 && field.base === neutral)) return undefined;
  const count = field.strokes.length;
  return `${count} ${count === 1 ? 'stroke' : 'strokes'} ${sha256Hex(canonicalJson(field))}`;
}
