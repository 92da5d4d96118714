import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { writeFileAtomically } from '../cache/atomicFile.ts';
import { readPlainFile } from '../cache/plainFile.ts';
import type { DefinitionCatalogue } from '../scene/DefinitionCatalogue.ts';
import { parseJsonText } from '../scene/jsonText.ts';
import { documentVersion, type Scene } from '../scene/Scene.ts';
import { formatScene, maxDocumentBytes, parseScene } from '../scene/sceneText.ts';
import { takeScene } from '../scene/takes.ts';
import { validateScene } from '../scene/validateScene.ts';
import { locateMeshes, type LoadedShot } from './locateMeshes.ts';

/** A document as it lies on the disk. */
export interface StoredShot {
  readonly scene: Scene;
  /** Hash of the file's bytes: it shows whether another program has written it since. */
  readonly sha256: string;
}

/** Reads a shot without looking for its meshes. Throws as `parseScene` does, `file-missing` and `file-unreadable`. */
export async function readShot(path: string, catalogue: DefinitionCatalogue): Promise<StoredShot> {
  const bytes = await readDocument(path);
  return { scene: parseScene(bytes, catalogue, path), sha256: fileDigest(bytes) };
}

/**
 * Reads a shot and finds its mesh files, all of which must be there. Throws as `readShot` and `locateMeshes` do, `file-missing` also for a
 * mesh, with its place in the document. A mesh whose content changed is taken as it is: its new hash makes new keys, so that no old
 * frame passes for a new one. `takeId` chooses a take, by default the one that is worked on.
 */
export async function loadShot(path: string, catalogue: DefinitionCatalogue, takeId?: string): Promise<LoadedShot> {
  const { scene } = await readShot(path, catalogue);
  const { missing, ...loaded } = await locateMeshes(takeScene(scene, takeId), path, (mesh) => Promise.resolve(mesh));
  if (missing.length > 0) throw missing[0].error;
  return loaded;
}

/**
 * Writes a shot: all of it or nothing. Throws `document-newer` rather than write over the document of a newer program,
 * `document-invalid` for a scene that could not be read again, `disk-full` and `file-unwritable`.
 */
export async function saveShot(path: string, scene: Scene, catalogue: DefinitionCatalogue): Promise<StoredShot> {
  const checked = validateScene(scene, catalogue);
  const target = await realpath(path).catch(() => path);
  await refuseNewer(target);
  const bytes = new TextEncoder().encode(formatScene(scene));
  await writeFileAtomically(target, [bytes]);
  return { scene: checked, sha256: fileDigest(bytes) };
}

/** SHA-256 of the file's bytes; undefined where there is none. */
export async function storedDigest(path: string): Promise<string | undefined> {
  try {
    return fileDigest(await readDocument(path));
  } catch (error) {
    if (error instanceof CoreError && error.code === 'file-missing') return undefined;
    throw error;
  }
}

function fileDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Path of `file` as a shot in `shotPath`'s folder refers to it: relative, with forward slashes. */
export function relativeReference(shotPath: string, file: string): string {
  const path = relative(dirname(resolve(shotPath)), resolve(file));
  return isAbsolute(path) ? path : path.split('\\').join('/');
}

function readDocument(path: string): Promise<Uint8Array> {
  return readPlainFile(path, {
    maxBytes: maxDocumentBytes,
    remedy: 'A shot refers to its meshes; it does not contain them.',
  });
}

async function refuseNewer(path: string): Promise<void> {
  const bytes = await readDocument(path).catch(() => undefined);
  if (bytes === undefined) return;
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
