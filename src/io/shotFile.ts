import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { errorCode, writeFileAtomically } from '../cache/atomicFile.ts';
import type { DefinitionCatalogue } from '../scene/DefinitionCatalogue.ts';
import { parseJsonText } from '../scene/jsonText.ts';
import { documentVersion, type Entity, type Scene } from '../scene/Scene.ts';
import { formatScene, maxDocumentBytes, parseScene } from '../scene/sceneText.ts';
import { validateScene } from '../scene/validateScene.ts';
import { hashMeshFile } from './hashMeshFile.ts';

export interface LoadedShot {
  /** With the content hashes of the mesh files as they are now. */
  readonly scene: Scene;
  /** Absolute path of the mesh file of each entity that has one, by entity id. */
  readonly meshPaths: ReadonlyMap<string, string>;
  /** Sentences: mesh files that changed since the shot was saved. */
  readonly warnings: readonly string[];
}

/**
 * Reads a shot and finds its mesh files. Throws as `parseScene` does, `file-missing` for a shot or mesh that is not there
 * (with the mesh's place in the document) or whose companions are not, and `file-unreadable`. A mesh whose content changed is taken as it is: its new
 * hash makes new keys, so that no old frame passes for a new one. `locateMesh` gives the path to read a mesh from, or refuses it.
 */
export async function loadShot(
  path: string,
  catalogue: DefinitionCatalogue,
  locateMesh: (meshPath: string) => Promise<string> = (meshPath) => Promise.resolve(meshPath),
): Promise<LoadedShot> {
  const scene = parseScene(await readDocument(path), catalogue, path);
  const meshPaths = new Map<string, string>();
  const warnings: string[] = [];
  const entities: Entity[] = [];
  for (const [index, entity] of scene.entities.entries()) {
    const reference = fileOf(entity);
    if (reference === undefined) {
      entities.push(entity);
      continue;
    }
    const place = `entities[${index}].${reference.member}.path`;
    const meshPath = await locateMesh(resolve(dirname(path), reference.path)).catch((error: unknown) => {
      throw error instanceof CoreError ? error.within({ file: path, place }) : error;
    });
    const sha256 = await hashMeshFile(meshPath).catch((error: unknown) => {
      if (error instanceof CoreError) throw error.within({ place: `${entity.kind} '${entity.id}'` });
      throw readError(error, meshPath, path, place);
    });
    if (sha256 !== reference.sha256) {
      warnings.push(`${reference.path} has changed since the shot was saved: its frames will be simulated again`);
    }
    meshPaths.set(entity.id, meshPath);
    entities.push(withHash(entity, sha256));
  }
  return { scene: { ...scene, entities }, meshPaths, warnings };
}

/**
 * Writes a shot: all of it or nothing. Throws `document-newer` rather than write over the document of a newer program,
 * `document-invalid` for a scene that could not be read again, `disk-full` and `file-unwritable`.
 */
export async function saveShot(path: string, scene: Scene, catalogue: DefinitionCatalogue): Promise<void> {
  validateScene(scene, catalogue);
  const target = await realpath(path).catch(() => path);
  await refuseNewer(target);
  await writeFileAtomically(target, [new TextEncoder().encode(formatScene(scene))]);
}

/** Path of `file` as a shot in `shotPath`'s folder refers to it: relative, with forward slashes. */
export function relativeReference(shotPath: string, file: string): string {
  const path = relative(dirname(resolve(shotPath)), resolve(file));
  return isAbsolute(path) ? path : path.split('\\').join('/');
}

async function readDocument(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > maxDocumentBytes) {
      throw new CoreError('limit-exceeded', `the document has ${size} bytes; at most ${maxDocumentBytes} are read`, {
        file: path,
        remedy: 'A shot refers to its meshes; it does not contain them.',
      });
    }
    return await readFile(path);
  } catch (error) {
    throw readError(error, path);
  }
}

function readError(error: unknown, path: string, document?: string, place?: string): unknown {
  if (error instanceof CoreError) return error;
  const file = document ?? path;
  if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
    const message = document === undefined ? 'there is no such file' : `the mesh ${path} is not there`;
    const remedy = document === undefined ? 'Check the path.' : 'Locate it: put it back or correct the path.';
    return new CoreError('file-missing', message, { file, place, remedy, cause: error });
  }
  const reason = errorCode(error) ?? String(error);
  return new CoreError('file-unreadable', `${path} cannot be read (${reason})`, {
    file,
    place,
    remedy: 'Check that it is a file and may be read.',
    cause: error,
  });
}

async function refuseNewer(path: string): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined || bytes.length > maxDocumentBytes) return;
  const version = versionOf(bytes);
  if (version === undefined || version <= documentVersion) return;
  throw new CoreError(
    'document-newer',
    `the file is a shot of version ${version}; this program knows ${documentVersion}`,
    {
      file: path,
      remedy: 'Save under another name; the file is left as it is.',
    },
  );
}

function versionOf(bytes: Uint8Array): number | undefined {
  try {
    const data = parseJsonText(new TextDecoder().decode(bytes)) as { version?: unknown } | null;
    return typeof data?.version === 'number' ? data.version : undefined;
  } catch {
    return undefined;
  }
}

function fileOf(entity: Entity): { path: string; sha256: string; member: 'source' | 'shape' } | undefined {
  if (entity.kind === 'solid' && entity.source.kind === 'file') return { ...entity.source, member: 'source' };
  if (entity.kind === 'collider' && entity.shape.kind === 'file') return { ...entity.shape, member: 'shape' };
  return undefined;
}

function withHash(entity: Entity, sha256: string): Entity {
  if (entity.kind === 'solid' && entity.source.kind === 'file') {
    return { ...entity, source: { ...entity.source, sha256 } };
  }
  if (entity.kind === 'collider' && entity.shape.kind === 'file') {
    return { ...entity, shape: { ...entity.shape, sha256 } };
  }
  return entity;
}
