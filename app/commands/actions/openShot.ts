import { chooseFile } from '../chooseFile.ts';
import type { Command } from '../Command.ts';
import { needsHost } from '../requirements.ts';

const openShot: Command = {
  id: 'file.open',
  group: 'File',
  keys: ['$mod+KeyO'],
  keywords: 'load ductile file',
  title: () => 'Open…',
  enabled: needsHost,
  run: (session) =>
    chooseFile(session, {
      purpose: 'open-shot',
      name: undefined,
      choose: async (path) => {
        await session.shot.open(path);
      },
    }),
};

export default openShot;
