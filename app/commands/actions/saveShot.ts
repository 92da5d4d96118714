import { CoreError } from '../../../src/base/errors.ts';
import { chooseFile } from '../chooseFile.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../Command.ts';
import { all, needsHost, needsShot } from '../requirements.ts';

const ready = all(needsShot, needsHost);

const save: Command = {
  id: 'file.save',
  group: 'File',
  keys: ['$mod+KeyS'],
  title: () => 'Save',
  enabled: ready,
  run: (session) => saveOver(session),
};

/** Another program may have written the file meanwhile: what to do about it is offered, nothing is lost. */
async function saveOver(session: Session): Promise<void> {
  try {
    await session.shot.save();
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'file-changed') throw error;
    session.log.error('could not save', error, {
      remedy: 'Save it under another name, or replace the file on disk. Your edits are in the journal.',
      action: { label: 'Replace', command: 'file.saveReplacing' },
    });
  }
}

const saveReplacing: Command = {
  id: 'file.saveReplacing',
  group: 'File',
  keywords: 'overwrite force',
  title: () => 'Save over a file that was changed',
  enabled: ready,
  run: ({ shot }) => shot.save({ replace: true }),
};

const saveAs: Command = {
  id: 'file.saveAs',
  group: 'File',
  keys: ['$mod+Shift+KeyS'],
  keywords: 'copy rename',
  title: () => 'Save as…',
  enabled: ready,
  run: (session) =>
    chooseFile(session, {
      purpose: 'save-shot',
      name: session.document.scene?.name || undefined,
      choose: (path, replace) => session.shot.save({ path, replace }),
    }),
};

const collect: Command = {
  id: 'file.collectAssets',
  group: 'File',
  keywords: 'gather meshes copy',
  title: () => 'Collect assets',
  enabled: ready,
  run: ({ shot }) => shot.save({ collect: true }),
};

export default [save, saveAs, saveReplacing, collect];
