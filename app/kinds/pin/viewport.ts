import { Vector3 } from 'three';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { constrainedVertices } from '../../viewport/annotations/constrainedVertices.ts';
import { boxLines, sphereLines } from '../../viewport/annotations/markerShapes.ts';
import { pivotedMatrix, placementOf } from '../../viewport/engine/placements.ts';
import { round, rounded } from '../../viewport/tools/gizmoMath.ts';
import type { KindGizmo, MarkerContext, MarkerShape, ViewportKind } from '../../entities/ViewportKind.ts';

const gizmo: KindGizmo<'pin'> = {
  tool: 'pin',
  modes: ({ selection }) => (selection.kind === 'sphere' || selection.kind === 'box' ? ['move', 'scale'] : []),
  place({ selection }, _frame, object) {
    if (selection.kind === 'sphere') {
      object.position.set(...selection.centre);
      object.scale.setScalar(Math.max(selection.radius, 1e-6));
    } else if (selection.kind === 'box') {
      object.position.copy(middleOf(selection));
      object.scale.set(...selection.max).sub(new Vector3(...selection.min));
    }
  },
  apply({ selection }, mode, _frame, object) {
    if (selection.kind === 'sphere') {
      if (mode === 'move') selection.centre = rounded(object.position);
      // Any handle changes the radius: by the axis that was pulled most.
      else selection.radius = pulledMost(object.scale, selection.radius);
    } else if (selection.kind === 'box') {
      const half = object.scale.clone().multiplyScalar(0.5);
      selection.min = rounded(object.position.clone().sub(half));
      selection.max = rounded(object.position.clone().add(half));
    }
  },
};

/** What is drawn of a pin beside its streams. */
export const viewport: ViewportKind<'pin'> = {
  gizmo,
  marker(entity, context) {
    const { selection } = entity;
    const dots = dotsOf(entity, context);
    return {
      lines: linesOf(selection),
      colour: 'pin',
      opacity: 0.5,
      centre: centreOf(selection, dots?.places),
      ...(dots && { dots: { mesh: entity.target, vertices: dots.vertices } }),
      pose: (frame) => pivotedMatrix(entity, frame),
    };
  },
  path({ selection, motion, pivot }) {
    if (selection.kind === 'sphere') return { position: motion.position, origin: selection.centre };
    const origin = selection.kind === 'box' ? middleOf(selection).toArray() : pivot;
    return { position: motion.position, origin };
  },
};

type Selection = Pin['selection'];

function linesOf(selection: Selection): MarkerShape['lines'] {
  if (selection.kind === 'sphere') return sphereLines(selection.centre, selection.radius);
  return selection.kind === 'box' ? boxLines(selection.min, selection.max) : [];
}

/** The pinned vertices, and their rest positions, xyz each. */
function dotsOf(entity: Pin, { restOf }: MarkerContext) {
  const rest = restOf(entity.target);
  const placement = rest && placementOf(rest.entity, 0);
  if (rest === undefined || placement === undefined) return undefined;
  const { restVolume } = rest;
  const vertices = constrainedVertices(entity, restVolume, placement);
  return { vertices, places: vertices.flatMap((vertex) => [...restVolume.subarray(3 * vertex, 3 * vertex + 3)]) };
}

function centreOf(selection: Selection, places: readonly number[] | undefined): Vector3 {
  if (selection.kind === 'sphere') return new Vector3(...selection.centre);
  if (selection.kind === 'box') return middleOf(selection);
  return places !== undefined && (selection.kind === 'painted' || selection.kind === 'vertices')
    ? meanOf(places)
    : new Vector3();
}

function middleOf({ min, max }: Extract<Selection, { kind: 'box' }>): Vector3 {
  return new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5);
}

/** The middle of points, xyz each. */
function meanOf(points: readonly number[]): Vector3 {
  const sum = new Vector3();
  for (let at = 0; at < points.length; at += 3) sum.add(new Vector3(points[at], points[at + 1], points[at + 2]));
  return points.length === 0 ? sum : sum.multiplyScalar(3 / points.length);
}

function pulledMost({ x, y, z }: Vector3, before: number): number {
  const pulled = [x, y, z].reduce(
    (most, value) => (Math.abs(value - before) > Math.abs(most - before) ? value : most),
    before,
  );
  return round(Math.max(pulled, 0));
}
