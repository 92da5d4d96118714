import { dirname, join, resolve } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { hashMeshFile } from '../../io/hashMeshFile.ts';
import { readFibres } from '../../io/readFibres.ts';
import { readMesh } from '../../io/readMesh.ts';
import { relativeReference } from '../../io/shotFile.ts';
import type { meshRequests } from '../../protocol/requests/meshes.ts';
import type { RequestParams } from '../../protocol/requests.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { obstaclesOf, volumeOf } from '../../scene/capabilities.ts';
import { validateScene } from '../../scene/validateScene.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { HostSession } from '../session/HostSession.ts';
import { materialCurve } from '../catalogue/materialCurve.ts';
import type { GoalRequest } from '../meshJobs/previewGoal.ts';
import { listGroups } from '../meshJobs/listGroups.ts';
import type { PreviewRequest } from '../meshJobs/previewMesh.ts';
import type { Handlers } from './Handlers.ts';

/** Meshes before and while they become solids. */
export function meshHandlers(session: HostSession): Handlers<keyof typeof meshRequests> {
  const { paths, uploads } = session;
  return {
    uploadFile: (piece) => uploads.receive(join(home(session), 'meshes'), piece),
    inspectMesh: async (params) =>
      session.startJob({ kind: 'inspect', ...params, path: await paths.allow(params.path, 'read') }),
    repairMesh: async (params) => {
      const path = await paths.allow(params.path, 'read');
      // The copy lies beside the file.
      await paths.allow(join(dirname(path), 'repaired.obj'), 'write');
      return session.startJob({ kind: 'repair', ...params, path });
    },
    referMesh: async ({ path }) => {
      const shot = session.openedShot();
      const allowed = await paths.allow(path, 'read');
      return { path: relativeReference(shot.path, allowed), sha256: await hashMeshFile(allowed) };
    },
    meshGroups: async ({ path }) => {
      const allowed = await paths.allow(resolve(home(session), path), 'read');
      return { groups: listGroups((await readMesh(allowed)).mesh) };
    },
    referFibres: async ({ path }) => {
      const shot = session.openedShot();
      const allowed = await paths.allow(path, 'read');
      const { directions, points } = await readFibres(allowed);
      const reference = { path: relativeReference(shot.path, allowed), sha256: await hashMeshFile(allowed) };
      return { ...reference, directions: directions.length / 3, at: points === undefined ? 'elements' : 'points' };
    },
    previewMesh: async (params) => session.startJob({ kind: 'mesh', ...(await previewRequest(session, params)) }),
    previewGoal: async (params) => session.startJob({ kind: 'goal', ...(await goalRequest(session, params)) }),
    materialCurve: (params) => materialCurve(params),
  };
}

/** The folder that paths of the document start from: that of the open shot, or the workspace. */
function home({ shot, workspace }: HostSession): string {
  return shot === undefined ? workspace : dirname(shot.path);
}

async function previewRequest(
  session: HostSession,
  { scene: document, entity, quality }: RequestParams<'previewMesh'>,
): Promise<PreviewRequest> {
  const scene = validateScene(document, catalogue);
  const found = scene.entities.flatMap((one) => (one.id === entity ? (volumeOf(one) ?? []) : [])).at(0);
  if (found === undefined) {
    throw new CoreError('usage', `'${entity}' is no solid of the document`, { remedy: 'Choose a solid.' });
  }
  const { edgeScale } = scene.quality[quality];
  const cacheFolder = session.shot?.cache.folder;
  if (found.source.kind !== 'file') return { solid: found, meshPath: undefined, edgeScale, cacheFolder };
  const meshPath = await session.paths.allow(resolve(home(session), found.source.path), 'read');
  // With the file as it is now: the cache may hold what was made of an earlier one.
  const solid: Solid = { ...found, source: { ...found.source, sha256: await hashMeshFile(meshPath) } };
  return { solid, meshPath, edgeScale, cacheFolder };
}

async function goalRequest(session: HostSession, params: RequestParams<'previewMesh'>): Promise<GoalRequest> {
  const request = await previewRequest(session, params);
  const shape = request.solid.plasticity?.goal?.shape;
  const scene = validateScene(params.scene, catalogue);
  const allowed = (path: string) => session.paths.allow(resolve(home(session), path), 'read');
  const meshPaths: Record<string, string> = {};
  for (const { id, enabled, shape: own } of obstaclesOf(scene.entities)) {
    if (shape?.kind === 'pressed' && enabled && own.kind === 'file') meshPaths[id] = await allowed(own.path);
  }
  return { ...request, goalPath: shape?.kind === 'file' ? await allowed(shape.path) : undefined, scene, meshPaths };
}
