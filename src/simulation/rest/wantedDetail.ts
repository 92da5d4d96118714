import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { meshers, type WantedDetail } from '../../meshing/Mesher.ts';
import { halvingsAcross, thinDetail } from '../../meshing/lattice/thinDetail.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { paintedValues } from '../../scene/painting/PaintedPoints.ts';
import { unscaledPoints } from './placement.ts';

/** Most halvings of the edge: where 1 is painted, and in thin parts. */
const MOST_HALVINGS = 2;

/**
 * How much finer than asked for the elements of a solid are to be, at points of its own frame with its scale: what is painted, and what thin parts need. `edge`: long
 * edge that is asked for there, m. Undefined where that is nothing.
 */
export function wantedDetail(solid: Solid, surface: SurfaceMesh, edge: number): WantedDetail | undefined {
  const across = solid.meshing?.across;
  const wanted = [
    paintedDetail(solid),
    across === undefined ? undefined : thinDetail(surface, edge, across, MOST_HALVINGS),
  ];
  return wanted.reduce((one, other) =>
    one === undefined || other === undefined ? (one ?? other) : mostOf(one, other),
  );
}

/** How many halvings of the edge a part of `thickness` gets, so that `across` edges lie across it. */
export function halvingsOf({ meshing }: Pick<Solid, 'meshing'>, thickness: number, edge: number): number {
  const across = meshing?.across;
  if (meshing === undefined || across === undefined || meshers.get(meshing.method).followsDetail !== true) return 0;
  return halvingsAcross((across * edge) / thickness, MOST_HALVINGS);
}

/** Returns that the elements of a solid do not follow the detail that is painted on it or that its thin parts are to have, and what does; undefined where they do or nothing is asked. */
export function ignoredDetail(solid: Solid): string | undefined {
  const isPainted = paintedDetail(solid) !== undefined;
  const { meshing, name, id } = solid;
  if (!isPainted && meshing?.across === undefined) return undefined;
  const called = name === '' ? id : name;
  if (meshing === undefined) return `Painted detail of '${called}' has no effect: it has elements of its own.`;
  const mesher = meshers.get(meshing.method);
  if (mesher.followsDetail === true) return undefined;
  const following = meshers.all().flatMap(({ label, followsDetail }) => (followsDetail === true ? [`'${label}'`] : []));
  const asked = isPainted ? 'Painted detail' : 'The number of edges across thin parts';
  return (
    `${asked} of '${called}' has no effect: '${mesher.label}' makes elements of one size. ` +
    `${following.join(', ')} follow it.`
  );
}

/** Round(2 * value) halvings of what is painted. */
function paintedDetail({ painted, transform }: Solid): WantedDetail | undefined {
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

/** The finer of two at every point. */
function mostOf(one: WantedDetail, other: WantedDetail): WantedDetail {
  return {
    levels: Math.max(one.levels, other.levels),
    levelsAt(points, out) {
      one.levelsAt(points, out);
      const others = new Uint8Array(out.length);
      other.levelsAt(points, others);
      for (let i = 0; i < out.length; i++) out[i] = Math.max(out[i], others[i]);
    },
  };
}
