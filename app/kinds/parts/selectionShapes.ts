import { Vector3, type Object3D } from 'three';
import { boxLines, sphereLines } from '../../viewport/annotations/markerShapes.ts';
import { round, rounded } from '../../viewport/tools/gizmoMath.ts';
import type { MarkerShape } from '../../entities/ViewportKind.ts';

type Triple = [number, number, number];

/** A sphere or a box in world axes, m, by which a part of a body is chosen; what else chooses parts has no shape. */
export type SelectionShape =
  | { kind: 'sphere'; centre: Triple; radius: number }
  | { kind: 'box'; min: Triple; max: Triple }
  | { kind: 'other' };

/** The shape of a selection of any kind. */
export function shapeOf(selection: { readonly kind: string }): SelectionShape {
  return selection.kind === 'sphere' || selection.kind === 'box' ? (selection as SelectionShape) : { kind: 'other' };
}

/** Gizmos that act on a selection. */
export function selectionModes(selection: SelectionShape): readonly ('move' | 'scale')[] {
  return selection.kind === 'other' ? [] : ['move', 'scale'];
}

/** Puts an object where the selection is. */
export function placeSelection(selection: SelectionShape, object: Object3D): void {
  if (selection.kind === 'sphere') {
    object.position.set(...selection.centre);
    object.scale.setScalar(Math.max(selection.radius, 1e-6));
  } else if (selection.kind === 'box') {
    object.position.copy(middleOf(selection));
    object.scale.set(...selection.max).sub(new Vector3(...selection.min));
  }
}

/** Changes the selection in place to where an object was moved or scaled to. */
export function applySelection(selection: SelectionShape, mode: string, object: Object3D): void {
  if (selection.kind === 'sphere') {
    if (mode === 'move') selection.centre = rounded(object.position);
    // Any handle changes the radius: by the axis that was pulled most.
    else selection.radius = pulledMost(object.scale, selection.radius);
  } else if (selection.kind === 'box') {
    const half = object.scale.clone().multiplyScalar(0.5);
    selection.min = rounded(object.position.clone().sub(half));
    selection.max = rounded(object.position.clone().add(half));
  }
}

/** The lines that a selection is drawn by. */
export function selectionLines(selection: SelectionShape): MarkerShape['lines'] {
  if (selection.kind === 'sphere') return sphereLines(selection.centre, selection.radius);
  return selection.kind === 'box' ? boxLines(selection.min, selection.max) : [];
}

/** The middle of a selection; undefined where it has no shape. */
export function selectionCentre(selection: SelectionShape): Vector3 | undefined {
  if (selection.kind === 'sphere') return new Vector3(...selection.centre);
  return selection.kind === 'box' ? middleOf(selection) : undefined;
}

function middleOf({ min, max }: Extract<SelectionShape, { kind: 'box' }>): Vector3 {
  return new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5);
}

function pulledMost({ x, y, z }: Vector3, before: number): number {
  const pulled = [x, y, z].reduce(
    (most, value) => (Math.abs(value - before) > Math.abs(most - before) ? value : most),
    before,
  );
  return round(Math.max(pulled, 0));
}
