import { CoreError } from '../../base/errors.ts';
import { makeFolder } from '../../cache/atomicFile.ts';
import { PROTOCOL_VERSION } from '../../protocol/messages.ts';
import type { programRequests } from '../../protocol/requests/program.ts';
import type { RequestResult } from '../../protocol/requests.ts';
import { now, type HostSession } from '../session/HostSession.ts';
import { listFolder } from '../session/listFolder.ts';
import { programInfo } from '../catalogue/programInfo.ts';
import type { Handlers } from './Handlers.ts';

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
