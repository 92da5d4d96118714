import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { makeFolder, writeFileAtomically } from '../../cache/atomicFile.ts';
import { readPlainFile } from '../../cache/plainFile.ts';
import { companionNames } from '../../io/hashMeshFile.ts';
import { mostMeshBytes } from '../../io/MeshFileSource.ts';
import { meshReferences, withReference, type LocateMesh, type MeshReference } from '../../io/locateMeshes.ts';
import { relativeReference } from '../../io/shotFile.ts';
import type { Entity, Scene } from '../../scene/Scene.ts';
import { mapEntities } from './mapEntities.ts';

/**
 * The scene with all its mesh files, and those they are read with, copied into `meshes` beside the shot's new path and referred to there.
 * Equal files are not copied again, others of the same name go into a folder of their own. Meshes that are not there keep
 * their reference; files that are only linked stay where they are, as seen from the new path.
 */
export async function collectMeshes(scene: Scene, from: string, to: string, locate: LocateMesh): Promise<Scene> {
  const copies = new Map<string, string>();
  const entities = [scene, ...scene.takes.map(({ contents }) => contents)].flatMap((contents) => contents.entities);
  for (const entity of entities) {
    for (const reference of meshReferences(entity)) {
      const source = sourceOf(reference, from);
      if (copies.has(source) || reference.linked) continue;
      const copy = await collectFile(await locate(source), join(dirname(to), 'meshes'));
      if (copy !== undefined) copies.set(source, copy);
    }
  }
  return mapEntities(scene, (entity) =>
    meshReferences(entity).reduce<Entity>((collected, reference) => {
      const source = sourceOf(reference, from);
      const copy = reference.linked && !isAbsolute(reference.path) ? source : copies.get(source);
      return copy === undefined
        ? collected
        : withReference(collected, { ...reference, path: relativeReference(to, copy) });
    }, entity),
  );
}

function sourceOf({ path }: MeshReference, shotPath: string): string {
  return resolve(dirname(shotPath), path);
}

/** Copies a mesh file and its companions; gives the path of the copy, or undefined where there is no such file. */
async function collectFile(source: string, folder: string): Promise<string | undefined> {
  const bytes = await readIfThere(source);
  if (bytes === undefined) return undefined;
  const files = new Map([[basename(source), bytes]]);
  for (const name of await companionNames(source)) {
    const companion = await readIfThere(join(dirname(source), name));
    if (companion !== undefined) files.set(name, companion);
  }
  for (let count = 1; ; count++) {
    const place = count === 1 ? folder : join(folder, String(count));
    if (!(await fits(place, files))) continue;
    for (const [name, content] of files) await copyInto(join(place, name), content);
    return join(place, basename(source));
  }
}

/** True where none of the files is there, or the same. */
async function fits(place: string, files: ReadonlyMap<string, Buffer>): Promise<boolean> {
  for (const [name, content] of files) {
    const present = await readIfThere(join(place, name));
    if (present !== undefined && !present.equals(content)) return false;
  }
  return true;
}

async function copyInto(path: string, content: Buffer): Promise<void> {
  if ((await readIfThere(path)) !== undefined) return;
  await makeFolder(dirname(path));
  await writeFileAtomically(path, [content]);
}

function readIfThere(path: string): Promise<Buffer | undefined> {
  return readPlainFile(path, { maxBytes: mostMeshBytes }).catch(() => undefined);
}
