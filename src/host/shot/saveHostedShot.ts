import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { adoptCache } from '../../cache/adoptCache.ts';
import { cacheFolder } from '../../cache/CacheFolder.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import { relativeReference, saveShot, storedDigest } from '../../io/shotFile.ts';
import { meshReferences, withReference } from '../../io/locateMeshes.ts';
import type { RequestParams } from '../../protocol/requests.ts';
import type { Entity } from '../../scene/Scene.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { collectMeshes } from './collectMeshes.ts';
import { checkShotName, fileExists } from './createShot.ts';
import type { HostedShot } from './HostedShot.ts';
import { mapEntities } from './mapEntities.ts';
import { anyPath } from '../session/PathPolicy.ts';

/**
 * Writes the document as applied. Under another path the shot becomes one of its own, with a new project and the frames of the old
 * cache; the file that was opened stays as it is. Throws `file-changed` where another program has written the file since, `file-exists`, and what writing throws: the
 * document then stays open as it was, and so does its journal.
 */
export async function saveHostedShot(
  shot: HostedShot,
  { path, replace, collect }: RequestParams<'saveShot'>,
): Promise<void> {
  const paths = shot.options.paths ?? anyPath;
  const target = path === undefined ? shot.path : await paths.allow(path, 'write');
  const moves = target !== shot.path;
  if (moves) checkShotName(target);
  if (!replace) await refuseReplacing(shot, target);
  let { scene } = shot.located;
  if (collect) scene = await collectMeshes(scene, shot.path, target, (mesh) => paths.allow(mesh, 'read'));
  else if (moves) scene = mapEntities(scene, (entity) => movedReference(entity, shot.path, target));
  if (moves) scene = { ...scene, project: randomUUID() };
  const { sha256 } = await saveShot(target, scene, catalogue);
  await shot.journal.forget();
  if (!moves) {
    await shot.becomeSaved(scene, sha256);
    return;
  }
  const { quotaBytes } = shot.options;
  const cache = await FrameCache.open(cacheFolder(target, scene.project), { quotaBytes });
  await adoptFrames(shot, cache.folder);
  await shot.moveTo(target, cache, scene, sha256);
}

/** Brings the frames over; without them the shot is whole, only not simulated. */
async function adoptFrames(shot: HostedShot, folder: string): Promise<void> {
  try {
    await adoptCache(shot.cache.folder, folder);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    shot.options.warn(`some frames could not be copied and must be simulated again here: ${error.describe()}`);
  }
}

async function refuseReplacing(shot: HostedShot, target: string): Promise<void> {
  if (target !== shot.path) {
    const exists = await access(target).then(
      () => true,
      () => false,
    );
    if (exists) throw fileExists(target);
    return;
  }
  const digest = await storedDigest(target);
  if (digest === undefined || digest === shot.saved.sha256) return;
  throw new CoreError('file-changed', 'another program has changed the shot since it was opened', {
    file: target,
    remedy: 'Save under another name, or confirm that the other changes may be replaced.',
  });
}

/** The entity with its meshes as seen from the other folder; absolute paths stay. */
function movedReference(entity: Entity, from: string, to: string): Entity {
  return meshReferences(entity).reduce((moved, reference) => {
    if (isAbsolute(reference.path)) return moved;
    const path = relativeReference(to, resolve(dirname(from), reference.path));
    return withReference(moved, { ...reference, path });
  }, entity);
}
