import { Vector3 } from 'three';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { constrainedVertices } from '../../viewport/annotations/constrainedVertices.ts';
import { nearVertices } from '../../viewport/annotations/nearVertices.ts';
import { pivotedMatrix, placementOf } from '../../viewport/engine/placements.ts';
import {
  applySelection,
  placeSelection,
  selectionCentre,
  selectionLines,
  selectionModes,
  shapeOf,
} from '../parts/selectionShapes.ts';
import type { KindGizmo, MarkerContext, ViewportKind } from '../../entities/ViewportKind.ts';

const gizmo: KindGizmo<'pin'> = {
  tool: 'pin',
  modes: ({ selection }) => selectionModes(shapeOf(selection)),
  place: ({ selection }, _frame, object) => placeSelection(shapeOf(selection), object),
  apply: ({ selection }, mode, _frame, object) => applySelection(shapeOf(selection), mode, object),
};

/** What is drawn of a pin beside its streams. */
export const viewport: ViewportKind<'pin'> = {
  gizmo,
  marker(entity, context) {
    const { selection } = entity;
    const dots = dotsOf(entity, context);
    return {
      lines: selectionLines(shapeOf(selection)),
      colour: 'pin',
      opacity: 0.5,
      centre: centreOf(selection, dots?.places),
      ...(dots && { dots: { mesh: entity.target, vertices: dots.vertices } }),
      pose: (frame) => pivotedMatrix(entity, frame),
    };
  },
  path({ selection, motion, pivot }) {
    return { position: motion.position, origin: selectionCentre(shapeOf(selection))?.toArray() ?? pivot };
  },
};

type Selection = Pin['selection'];

/** The pinned vertices, and their rest positions, xyz each. */
function dotsOf(entity: Pin, { restOf }: MarkerContext) {
  const rest = restOf(entity.target);
  const placement = rest && placementOf(rest.entity, 0);
  if (rest === undefined || placement === undefined) return undefined;
  const { restVolume } = rest;
  const parent = entity.follow === undefined ? undefined : restOf(entity.follow);
  const near = parent && {
    surface: parent.surface,
    isClosed: parent.entity.kind !== 'importedAnimation' || parent.entity.collision.surface === 'closed',
  };
  const vertices = constrainedVertices(
    entity,
    restVolume,
    placement,
    near && ((distance) => nearVertices(restVolume, { ...near, distance })),
  );
  return { vertices, places: vertices.flatMap((vertex) => [...restVolume.subarray(3 * vertex, 3 * vertex + 3)]) };
}

function centreOf(selection: Selection, places: readonly number[] | undefined): Vector3 {
  const centre = selectionCentre(shapeOf(selection));
  if (centre !== undefined) return centre;
  return places === undefined ? new Vector3() : meanOf(places);
}

/** The middle of points, xyz each. */
function meanOf(points: readonly number[]): Vector3 {
  const sum = new Vector3();
  for (let at = 0; at < points.length; at += 3) sum.add(new Vector3(points[at], points[at + 1], points[at + 2]));
  return points.length === 0 ? sum : sum.multiplyScalar(3 / points.length);
}
