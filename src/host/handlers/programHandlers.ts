import { CoreError } from '../../base/errors.ts';
import { makeFolder } from '../../cache/atomicFile.ts';
import { PROTOCOL_VERSION } from '../../protocol/messages.ts';
import type { programRequests } from '../../protocol/requests/program.ts';
import type { RequestResult } from '../../protocol/requests.ts';
import { now, type HostSession } from '../session/HostSession.ts';
import { listFolder } from '../session/listFolder.ts';
import type { Handlers } from './Handlers.ts';
import { cpus, totalmem } from 'node:os';
import { METRES } from '../../io/axes.ts';
import { EXPORT_PRESETS } from '../../io/exportPresets.ts';
import { solidPresets } from '../../materials/presets.ts';
import { presetPlasticity } from '../../scene/presetMaterial.ts';
import { definitionInfos } from '../catalogue/definitionInfo.ts';

/** The program, and files to choose from. */
export function programHandlers(session: HostSession): Handlers<keyof typeof programRequests> {
  const { recent, preferences, paths } = session;
  return {
    hello: ({ version }) => hello(session, version),
    catalogue: () => programInfo({ threads: session.threads, backend: session.backend }),
    listFolder: async ({ path }) => {
      if (path === undefined) await makeFolder(session.workspace);
      return listFolder(path ?? session.workspace, paths, now());
    },
    recentShots: async () => ({ shots: await recent.list(paths, now()) }),
    forgetRecentShots: async ({ paths: forgotten }) => {
      await recent.forget(forgotten);
      return {};
    },
    storeProgress: async ({ progress }) => {
      await recent.storeProgress(session.openedShot().path, progress);
      return {};
    },
    storeThumbnail: async ({ png }) => {
      await recent.storeThumbnail(session.openedShot().path, png);
      return {};
    },
    preferences: async () => ({ value: await preferences.read() }),
    storePreferences: async ({ value }) => {
      await preferences.write(value);
      return {};
    },
  };
}

function hello(session: HostSession, version: number): RequestResult<'hello'> {
  if (version !== PROTOCOL_VERSION) {
    throw new CoreError('usage', `the client speaks version ${version} of the protocol, the host ${PROTOCOL_VERSION}`, {
      remedy: 'Restart the program, or install it again, so that both parts are of one version.',
    });
  }
  session.greeted = true;
  return { version: PROTOCOL_VERSION, host: 'Ductile', backend: session.backend };
}

/** The catalogue of the program and what it runs on. */
export function programInfo(machine: {
  readonly threads: number;
  readonly backend: string;
}): RequestResult<'catalogue'> {
  return {
    definitions: definitionInfos(),
    materialPresets: solidPresets.map(
      ({ type, label, model, density, youngsModulus, poissonRatio, dampingTime, note }) => ({
        type,
        label,
        model,
        density,
        youngsModulus,
        poissonRatio,
        dampingTime,
        note,
        plasticity: presetPlasticity(type),
      }),
    ),
    exportPresets: EXPORT_PRESETS.map(({ type, label, help, unit, up }) => ({
      type,
      label,
      help,
      metresPerUnit: METRES[unit],
      upAxis: up,
    })),
    machine: { cores: Math.max(1, cpus().length), memoryBytes: totalmem(), ...machine },
  };
}
