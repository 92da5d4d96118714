import type { Object3D } from 'three';
import { defaultExports } from '../../../src/base/registry.ts';
import type { KeyableVector } from '../../../src/scene/keyable.ts';
import type { BodyEntity, Entity } from '../../../src/scene/Scene.ts';
import type { PaintKind } from '../../state/paintStore.ts';
import type { MarkerContext, MarkerShape } from '../../viewport/annotations/MarkerContext.ts';
import type { StreamLook } from '../../viewport/streams/StreamView.ts';

export type GizmoMode = 'move' | 'rotate' | 'scale';

/** Something that is drawn beside the streams of an entity. */
export interface Decoration<E extends Entity = Entity> {
  readonly object: Object3D;
  /** Follows the document. */
  show(entity: E): void;
  dispose(): void;
}

/** Handles that move an entity. */
export interface KindGizmo<E extends Entity = Entity> {
  /** The tool that also moves it, beside those that move everything. */
  readonly tool?: 'pin';
  /** What the handles can do; empty where the entity has no place. */
  modes(entity: E): readonly GizmoMode[];
  /** Puts an object, which stands at the origin, where the handles belong at a frame. */
  place(entity: E, frame: number, object: Object3D): void;
  /** Writes the place of the handles into the entity: into the curves' keys at the frame where it is animated; with `autoKey`, keys are begun. */
  apply(entity: E, mode: GizmoMode, frame: number, object: Object3D, autoKey: boolean): void;
}

/** From where a shot is seen. */
export interface EntityView {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  /** rad. */
  readonly verticalFieldOfView: number;
}

/** What the viewport knows of a kind of entity. A kind without any is drawn by its streams alone. */
export interface ViewportKind<E extends Entity = Entity> {
  readonly kind: E['kind'];
  /** How the entity's streams look; left out, by the colour and surface of its display. */
  look?(entity: E): StreamLook;
  createDecoration?(): Decoration<E>;
  readonly gizmo?: KindGizmo<E>;
  /** What is drawn over the shapes, in whose frame `pose` places it. */
  marker?(entity: E, context: MarkerContext): MarkerShape;
  /** The curves that the entity moves along, and where their origin lies. */
  path?(entity: E): { readonly position: KeyableVector; readonly origin: readonly number[] };
  /** What can be painted of the entity now, beside what pins hold; left out, nothing can be painted on its kind. */
  paintKinds?(entity: E): readonly Exclude<PaintKind, 'pin'>[];
  /** The shot can be looked at through it. */
  view?(entity: E, frame: number): EntityView;
}

const kinds: ReadonlyMap<string, ViewportKind> = new Map(
  defaultExports<ViewportKind>(import.meta.glob(['./*.ts', '!./ViewportKind.ts'], { eager: true })).map(
    (definition) => [definition.kind, definition],
  ),
);

/** What the viewport knows of the kind of an entity. */
export function viewportKind({ kind }: Pick<Entity, 'kind'>): Omit<ViewportKind, 'kind'> {
  return kinds.get(kind) ?? nothing;
}

const nothing: Omit<ViewportKind, 'kind'> = {};

/** How the streams of an entity look. */
export function lookOf(entity: Entity): StreamLook {
  return viewportKind(entity).look?.(entity) ?? entity.display;
}

/** Whether something can be painted on an entity. */
export function isPaintable(entity: Entity): entity is BodyEntity {
  return viewportKind(entity).paintKinds !== undefined;
}
