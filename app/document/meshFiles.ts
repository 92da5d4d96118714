import type { Draft } from 'immer';
import { eachProperty } from '../../src/scene/eachProperty.ts';
import { entitySchema } from '../../src/scene/kindRegistry.ts';
import type { Entity, Scene } from '../../src/scene/Scene.ts';
import { valueAt } from './valueAt.ts';

/** A mesh file as a document refers to it: its path relative to the shot, and its hash. */
export interface MeshFile {
  readonly path: string;
  readonly sha256: string;
}

/** The file that the shape of an entity is read from; undefined where it is made of numbers. */
export function meshFileOf(entity: Entity): MeshFile | undefined {
  for (const { path, marks } of eachProperty(entitySchema, entity)) {
    // Deeper ones are files of its parts: of a goal, of fibres.
    if (marks.file === true && path.length === 2) return valueAt(entity, [path[0]]) as MeshFile;
  }
  return undefined;
}

/** Reads from other files: everything that was read from a key of `found` is read from its value. Unit and up axis stay. */
export function relinkMeshes(scene: Draft<Scene>, found: ReadonlyMap<string, MeshFile>): void {
  for (const entity of scene.entities) {
    const file = meshFileOf(entity as Entity) as Draft<MeshFile> | undefined;
    const other = file === undefined ? undefined : found.get(file.path);
    if (file !== undefined && other !== undefined) Object.assign(file, { path: other.path, sha256: other.sha256 });
  }
}

/** The last part of a path: `bunny.obj`. */
export function fileNameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** The path without its last part; empty where it has one only. */
export function folderOf(path: string): string {
  return path.replace(/[\\/]?[^\\/]*$/, '');
}
