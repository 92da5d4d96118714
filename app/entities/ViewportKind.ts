import type { Draft } from 'immer';
import type { EntityStats } from '../../src/frames/EntityStats.ts';
import type { Matrix4, Object3D, Vector3 } from 'three';
import type { KeyableVector } from '../../src/scene/keyable.ts';
import type { Surface } from '../../src/scene/properties/common.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import type { EntityOf, KindName as EntityKind } from '../../src/scene/Kinds.ts';

export type GizmoMode = 'move' | 'rotate' | 'scale';

/** Something that is drawn beside the streams of an entity. */
export interface Decoration<K extends EntityKind = EntityKind> {
  readonly object: Object3D;
  /** Follows the document. `edgeScale`: of the chosen quality. */
  show(entity: EntityOf<K>, edgeScale: number): void;
  dispose(): void;
}

/** Handles that move an entity. */
export interface KindGizmo<K extends EntityKind = EntityKind> {
  /** The tool that also moves it, beside those that move everything. */
  readonly tool?: 'pin';
  /** What the handles can do; empty where the entity has no place. */
  modes(entity: EntityOf<K>): readonly GizmoMode[];
  /** Puts an object, which stands at the origin, where the handles belong at a frame. */
  place(entity: EntityOf<K>, frame: number, object: Object3D): void;
  /** Writes the place of the handles into the entity: into the curves' keys at the frame where it is animated; with `autoKey`, keys are begun. */
  apply(entity: EntityOf<K>, mode: GizmoMode, frame: number, object: Object3D, autoKey: boolean): void;
}

/** Eye and target from which a shot is seen. */
export interface EntityView {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
  /** rad. */
  readonly verticalFieldOfView: number;
}

/** What the viewport knows of a kind of entity beside its streams. Of a kind without any, the streams are drawn alone. */
export interface ViewportKind<K extends EntityKind = EntityKind> {
  /** How the entity's streams look; left out, by the colour and surface of its display. */
  look?(entity: EntityOf<K>): StreamLook;
  createDecoration?(): Decoration<K>;
  readonly gizmo?: KindGizmo<K>;
  /** What is drawn over the shapes, in whose frame `pose` places it. */
  marker?(entity: EntityOf<K>, context: MarkerContext): MarkerShape | readonly MarkerShape[];
  /** Numbers of the entity that are dragged in the picture while it is selected; the same ones in the same order as long as it keeps its type. */
  handles?(entity: EntityOf<K>, context: MarkerContext): readonly ValueHandle<K>[];
  /** The curves that the entity moves along, and where their origin lies. */
  path?(entity: EntityOf<K>): { readonly position: KeyableVector; readonly origin: readonly number[] };
  /** The shot can be looked at through it. */
  view?(entity: EntityOf<K>, frame: number): EntityView;
}

/** A number of an entity that is dragged along a curve in the picture. */
export interface ValueHandle<K extends EntityKind = EntityKind> {
  /** What it is: `Least angle`. */
  readonly name: string;
  readonly value: number;
  /** SI unit of the number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Largest change while the pointer moves once: a curve may come near the pointer twice. */
  readonly reach: number;
  /** Step of the number while it snaps, and the one that it is rounded to otherwise. */
  readonly snap: number;
  readonly step: number;
  /** Gives the place of the handle for a value, in the world as it is drawn, m. */
  pointAt(value: number): Vector3;
  write(entity: Draft<EntityOf<K>>, value: number): void;
}

/** What the document says of how the streams of an entity look. */
export interface StreamLook {
  readonly colour: string;
  /** Surface to draw; left out, that of streams of the type. */
  readonly surface?: Surface;
  readonly roughness?: number;
  /** It is seen where the shot begins and where it is selected: later it would stand in what it was for. */
  readonly atStart?: boolean;
  /** How light goes through what is extracted from points or a level set. */
  readonly water?: WaterLook;
}

export interface WaterLook {
  /** Edge of a cube as large as the box that the liquid is in, and of its cells, m. */
  readonly size: number;
  readonly cellSize: number;
  /** How fast its depth takes light away: 1 as clear water in a box of this size does. */
  readonly turbidity: number;
}

/** A mesh at rest. */
interface RestMesh {
  /** Its volume vertices, xyz each, m. */
  readonly restVolume: Float32Array;
  readonly surface: RestSurface;
  readonly entity: Entity;
}

/** Triangles where the shot begins. */
export interface RestSurface {
  /** xyz per vertex, m. */
  readonly restPositions: Float32Array;
  /** Three vertices per triangle, and two per edge of the artist's polygons. */
  readonly triangles: Uint32Array;
  readonly edges: Uint32Array;
}

/** What the markers of entities are made from, beside the entity. */
export interface MarkerContext {
  readonly frame: number;
  /** The first frame of the shot. */
  readonly firstFrame: number;
  /** Radius of what the shot is about, m. */
  readonly size: number;
  /** Whether an entity is selected. */
  isSelected(entity: string): boolean;
  /** The mesh of an entity as it is drawn at rest, and the entity as the document had it then; undefined where it is not there. */
  restOf(entity: string): RestMesh | undefined;
  /** How an entity that moves as a whole is drawn now against where it stands at the first frame; undefined where it has no place of its own. */
  motionOf(entity: string): Matrix4 | undefined;
  /** The statistics of an entity in the frame that is shown. */
  statisticsOf(entity: string): EntityStats | undefined;
}

/** What is drawn over the shapes for an entity that has none of its own. */
export interface MarkerShape {
  /** Pairs of ends, xyz, m, before the pose. */
  readonly lines: readonly number[];
  /** Colour while the entity is not selected. */
  readonly colour: 'pin' | 'ghost' | 'joint' | 'danger';
  /** It is seen through the shapes that hide it. */
  readonly showsThrough?: boolean;
  /** Selecting the entity leaves the colour as it is. */
  readonly keepsColour?: boolean;
  readonly opacity: number;
  /** The point at which a click finds it, before the pose; left out, a click does not. */
  readonly centre?: Vector3;
  /** Dots on vertices of a mesh: they move with it as it is drawn. */
  readonly dots?: { readonly mesh: string; readonly vertices: readonly number[] };
  /** How large it is, m: it is not drawn for an eye that is nearer. Left out, it always is. */
  readonly reach?: number;
  /** It is another one at every frame. */
  readonly moves?: boolean;
  pose?(frame: number): Matrix4;
  /** Whether it is drawn in the frame that is shown; left out, it always is. */
  shown?(): boolean;
}
