import type { Draft } from 'immer';
import { isBody, type Entity, type Scene } from '../../src/scene/Scene.ts';

/** A mesh file as a document refers to it: its path relative to the shot, and its hash. */
export interface MeshFile {
  readonly path: string;
  readonly sha256: string;
}

/** The file that a solid, a cloth or a collider is read from; undefined where it is made of numbers. */
export function meshFileOf(entity: Entity): MeshFile | undefined {
  if (isBody(entity) && entity.source.kind === 'file') return entity.source;
  if (entity.kind === 'collider' && entity.shape.kind === 'file') return entity.shape;
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
