import type { Matrix4, Vector3 } from 'three';
import type { Entity } from '../../../src/scene/Scene.ts';
import type { MeshStatics } from '../../client/frames/DisplayStatics.ts';

/** What the markers of entities are made from, beside the entity. */
export interface MarkerContext {
  readonly frame: number;
  /** Radius of what the shot is about, m. */
  readonly size: number;
  /** The mesh of an entity as it is drawn at rest, and the entity as the document had it then; undefined where it is not there. */
  restOf(entity: string): { readonly mesh: MeshStatics; readonly entity: Entity } | undefined;
}

/** What is drawn over the shapes for an entity that has none of its own. */
export interface MarkerShape {
  /** Pairs of ends, xyz, m, before the pose. */
  readonly lines: readonly number[];
  /** Of an entity that is not selected. */
  readonly colour: 'pin' | 'ghost';
  readonly opacity: number;
  /** Where a click finds it, before the pose; left out, a click does not. */
  readonly centre?: Vector3;
  /** Dots on vertices of a mesh: they move with it as it is drawn. */
  readonly dots?: { readonly mesh: string; readonly vertices: readonly number[] };
  /** How large it is, m: it is not drawn for an eye that is nearer. Left out, it always is. */
  readonly reach?: number;
  /** It is another one at every frame. */
  readonly moves?: boolean;
  pose?(frame: number): Matrix4;
}
