import { dirname, join } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { hashMeshFile } from '../../io/hashMeshFile.ts';
import { locateMeshes } from '../../io/locateMeshes.ts';
import { relativeReference } from '../../io/shotFile.ts';
import type { meshRequests } from '../../protocol/requests/meshes.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import { isKind } from '../../scene/Scene.ts';
import { validateScene } from '../../scene/validateScene.ts';
import { catalogue } from '../catalogue.ts';
import type { HostSession } from '../HostSession.ts';
import { materialCurve } from '../materialCurve.ts';
import type { Handlers } from './Handlers.ts';

/** Meshes before and while they become solids. */
export function meshHandlers(session: HostSession): Handlers<keyof typeof meshRequests> {
  const { paths, uploads } = session;
  return {
    uploadFile: async (params) => {
      const folder = join(session.shot === undefined ? session.workspace : dirname(session.shot.path), 'meshes');
      return uploads.take(params, await paths.allow(folder, 'write'));
    },
    inspectMesh: async (params) =>
      session.startJob({ kind: 'inspect', ...params, path: await paths.allow(params.path, 'read') }),
    repairMesh: async (params) =>
      session.startJob({ kind: 'repair', ...params, path: await paths.allow(params.path, 'write') }),
    referMesh: ({ path }) => referMesh(session, path),
    previewMesh: (params) => session.documentWork.run(() => previewMesh(session, params)),
    materialCurve,
  };
}

async function referMesh(session: HostSession, path: string): Promise<RequestResult<'referMesh'>> {
  const shot = session.openedShot();
  const file = await session.paths.allow(path, 'read');
  const sha256 = await hashMeshFile(file).catch((error: unknown) => {
    if (error instanceof CoreError) throw error;
    throw new CoreError('file-missing', `the mesh ${path} cannot be read`, {
      file: path,
      remedy: 'Choose it again.',
      cause: error,
    });
  });
  return { path: relativeReference(shot.path, file), sha256 };
}

/** The document of the request is looked at beside the shot; neither the shot nor its journal learns of it. */
async function previewMesh(
  session: HostSession,
  { scene: document, entity, quality }: RequestParams<'previewMesh'>,
): Promise<{ jobId: string }> {
  const shot = session.openedShot();
  const scene = validateScene(document, catalogue);
  const entities = scene.entities.filter((candidate) => candidate.id === entity);
  if (!entities.some(isKind('solid')))
    throw new CoreError('usage', `there is no solid '${entity}'`, { remedy: 'Select a solid.' });
  const located = await locateMeshes({ ...scene, entities }, shot.path, (path) => session.paths.allow(path, 'read'));
  const [missing] = located.missing;
  if (missing !== undefined) throw missing.error;
  return session.startJob({ kind: 'mesh', entity, quality, shot: located, cacheFolder: shot.cache.folder });
}
