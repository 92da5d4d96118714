import { access } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { makeFolder } from '../../cache/atomicFile.ts';
import { removeLeftovers } from '../../cache/CacheFolder.ts';
import type { shotRequests } from '../../protocol/requests/shot.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import { formatScene } from '../../scene/sceneText.ts';
import { freeShotPath } from '../shot/createShot.ts';
import { HostedShot } from '../shot/HostedShot.ts';
import { now, type HostSession } from '../session/HostSession.ts';
import { readJournal } from '../shot/Journal.ts';
import { saveHostedShot } from '../shot/saveHostedShot.ts';
import { whyStale } from '../frames/whyStale.ts';
import type { Handlers } from './Handlers.ts';

/** The document of a connection, from opening to saving. */
export function shotHandlers(session: HostSession): Handlers<keyof typeof shotRequests> {
  const { documentWork } = session;
  return {
    openShot: ({ path }) => documentWork.run(() => openShot(session, path)),
    createShot: (params) => session.newShots.run(() => create(session, params)),
    closeShot: () =>
      documentWork.run(async () => {
        await session.closeShot();
        return {};
      }),
    applyScene: ({ scene }) =>
      documentWork.run(async () => {
        const shot = session.openedShot();
        await shot.apply(scene);
        return shot.state();
      }),
    saveShot: (params) => documentWork.run(() => save(session, params)),
    discardRecovery: () =>
      documentWork.run(async () => {
        await session.openedShot().journal.forget();
        return {};
      }),
    whyStale: async (params) => {
      const shot = session.openedShot();
      return { stale: await whyStale(shot.frames, await shot.take(params.take), params) };
    },
  };
}

async function openShot(session: HostSession, path: string): Promise<RequestResult<'openShot'>> {
  const { backend, quotaBytes, paths, stateFolder } = session;
  const warn = (message: string) => session.notify('warning', { message });
  await removeLeftovers(stateFolder, now());
  // What was edited here last is in its journal before it is looked for.
  await session.shot?.journal.flush();
  const shot = await HostedShot.open(path, { backend, quotaBytes, paths, stateFolder, warn });
  // The same shot again, as by a page that was loaded again: what is simulated of it goes on.
  if (session.shot?.path === shot.path) await session.replaceShot(shot);
  else await session.closeShot();
  session.shot = shot;
  await session.remember(shot);
  const running = session.queue.unfinished().flatMap((job) => job.running() ?? []);
  return {
    ...shot.state(),
    path: shot.path,
    cacheFolder: shot.cache.folder,
    running,
    recovered: await recovered(shot),
  };
}

/** Unsaved edits of an earlier session; a journal that holds none is removed. */
async function recovered(shot: HostedShot): Promise<RequestResult<'openShot'>['recovered']> {
  const kept = await readJournal(shot.options.stateFolder, shot.located.scene.project);
  if (kept === undefined) return undefined;
  const { scene } = await shot.locate(kept.scene);
  if (formatScene(scene) !== shot.saved.text) return { scene, savedSecondsAgo: kept.savedSecondsAgo };
  await shot.journal.forget();
  return undefined;
}

async function create(session: HostSession, params: RequestParams<'createShot'>): Promise<RequestResult<'createShot'>> {
  const { paths, workspace } = session;
  const mesh = params.mesh && { ...params.mesh, path: await paths.allow(params.mesh.path, 'read') };
  let wanted = params.path;
  if (wanted === undefined) {
    await makeFolder(workspace);
    wanted = await freeShotPath(workspace, shotName(params), isFree);
  }
  const path = await paths.allow(wanted, 'write');
  const { template: type, name } = params;
  // Large meshes take seconds to read.
  const result = await session.inThread({
    kind: 'createShot',
    request: { type, params: params.params, path, name, mesh },
  });
  if (result.kind !== 'created') throw new Error(`a new shot gave ${result.kind}`);
  return { path, warnings: [...result.warnings] };
}

/** File name of a new shot, without its ending: after what it is about. */
function shotName({ template, mesh, name }: RequestParams<'createShot'>): string {
  const plain = (name ?? '')
    .trim()
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[.\s-]+/, '')
    .slice(0, 80);
  if (plain !== '') return plain;
  if (mesh !== undefined) return basename(mesh.path.replace(/\.gz$/i, ''), extname(mesh.path.replace(/\.gz$/i, '')));
  return template === 'empty' ? 'untitled' : template;
}

async function isFree(path: string): Promise<boolean> {
  return access(path).then(
    () => false,
    () => true,
  );
}

async function save(session: HostSession, params: RequestParams<'saveShot'>): Promise<RequestResult<'saveShot'>> {
  const shot = session.openedShot();
  const { folder } = shot.cache;
  await saveHostedShot(shot, params);
  if (shot.cache.folder !== folder) session.followJobs(shot, folder);
  await session.remember(shot);
  return { ...shot.state(), path: shot.path, cacheFolder: shot.cache.folder };
}
