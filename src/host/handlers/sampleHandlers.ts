import { join } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { makeFolder } from '../../cache/atomicFile.ts';
import { cacheFolder } from '../../cache/CacheFolder.ts';
import { readShot } from '../../io/shotFile.ts';
import type { sampleRequests } from '../../protocol/requests/samples.ts';
import { templates } from '../../scene/templates.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { createShot } from '../shot/createShot.ts';
import type { HostSession } from '../session/HostSession.ts';
import { sampleTypes } from '../samples/SampleShelf.ts';
import type { Handlers } from './Handlers.ts';

/** Sample shots, whose frames are there before they are opened. */
export function sampleHandlers(session: HostSession): Handlers<keyof typeof sampleRequests> {
  const { shelf, samples } = session;
  return {
    sampleStates: async () => {
      const states = await Promise.all(
        sampleTypes().map(async (template) => {
          const state = await shelf.state(template);
          return state === undefined ? [] : [{ template, ...state, working: false }];
        }),
      );
      return { samples: states.flat() };
    },
    prepareSamples: ({ order }) => {
      if (session.preparesSamples) samples.want(order);
      return {};
    },
    openSample: ({ template, name }) => session.newShots.run(() => openSample(session, template, name)),
  };
}

/** The sample in the workspace, made where it is not there, with the frames that are on the shelf. */
async function openSample(session: HostSession, type: string, name: string): Promise<{ path: string }> {
  const { shelf, samples, workspace, paths } = session;
  samples.stop();
  if (shelf.folderOf(type) === undefined) {
    throw new CoreError('usage', `there is no sample '${type}'`, { remedy: 'Choose one of the start page.' });
  }
  await makeFolder(workspace);
  const path = await paths.allow(join(workspace, `${type}.ductile`), 'write');
  const request = { type, params: {}, path, name };
  try {
    // A mesh takes long to read; without one a thread takes longer to start than the shot to be made.
    const { sampleMesh, sampleAnimation } = templates.get(type);
    if (sampleMesh === undefined && sampleAnimation === undefined) await createShot(request);
    else await session.inThread({ kind: 'createShot', request });
  } catch (error) {
    // It was opened before, and is as the artist left it.
    if (!(error instanceof CoreError) || error.code !== 'file-exists') throw error;
  }
  const { scene } = await readShot(path, catalogue);
  await shelf.bring(type, cacheFolder(path, scene.project));
  return { path };
}
