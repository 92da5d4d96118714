import { meshers, type WantedDetail } from '../../meshing/Mesher.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { paintedValues } from '../../scene/painting/PaintedPoints.ts';
import { unscaledPoints } from './placement.ts';

/** Halvings of the edge where 1 is painted. */
const MOST_HALVINGS = 2;

/**
 * How much finer than asked for the elements of a solid are to be, at points of its own frame with its scale: round(2 * value) halvings. Undefined
 * where that is none everywhere.
 */
export function paintedDetail({ painted, transform }: Solid): WantedDetail | undefined {
  const field = painted?.detail;
  if (field === undefined) return undefined;
  const most = field.strokes.reduce((value, stroke) => Math.max(value, stroke.value), field.base);
  const levels = Math.round(MOST_HALVINGS * most);
  if (levels === 0) return undefined;
  return {
    levels,
    levelsAt(points, out) {
      const values = paintedValues(field, unscaledPoints(points, transform), new Float64Array(out.length));
      for (let i = 0; i < out.length; i++) out[i] = Math.round(MOST_HALVINGS * values[i]);
    },
  };
}

/** Returns that the elements of a solid do not follow the detail that is painted on it, and what does; undefined where they do or nothing is painted. */
export function ignoredDetail(solid: Solid): string | undefined {
  if (paintedDetail(solid) === undefined) return undefined;
  const { meshing, name, id } = solid;
  const called = name === '' ? id : name;
  if (meshing === undefined) return `Painted detail of '${called}' has no effect: it has elements of its own.`;
  const mesher = meshers.get(meshing.method);
  if (mesher.followsDetail === true) return undefined;
  const following = meshers.all().flatMap(({ label, followsDetail }) => (followsDetail === true ? [`'${label}'`] : []));
  return (
    `Painted detail of '${called}' has no effect: '${mesher.label}' makes elements of one size. ` +
    `${following.join(', ')} follow it.`
  );
}
