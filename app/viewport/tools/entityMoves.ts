import type { Object3D } from 'three';
import type { Entity } from '../../../src/scene/Scene.ts';
import { viewportKind } from '../../entities/entityFacts.ts';
import type { GizmoMode } from '../../entities/ViewportKind.ts';

/** What a gizmo can do with an entity; empty where it has no place. */
export function gizmoModes(entity: Entity): readonly GizmoMode[] {
  return viewportKind(entity).gizmo?.modes(entity) ?? [];
}

/** Puts an object where the entity's gizmo belongs at a frame. */
export function placeGizmo(entity: Entity, frame: number, object: Object3D): void {
  object.quaternion.identity();
  object.scale.set(1, 1, 1);
  viewportKind(entity).gizmo?.place(entity, frame, object);
}

/** Writes the place of the gizmo into the entity (see `KindGizmo.apply`). */
export function applyGizmo(entity: Entity, mode: GizmoMode, frame: number, object: Object3D, autoKey = false): void {
  viewportKind(entity).gizmo?.apply(entity, mode, frame, object, autoKey);
}
