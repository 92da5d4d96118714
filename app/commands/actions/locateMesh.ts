import { locateMesh } from '../locateMesh.ts';
import type { Command } from '../Command.ts';
import { needsHost } from '../requirements.ts';
import type { Session } from '../../state/Session.ts';

/** The missing file of the selection, or the first one. */
function wanted({ program, selection }: Session): string | undefined {
  const { missing } = program.getState();
  const { ids } = selection.getState();
  return (missing.find(({ entity }) => ids.includes(entity)) ?? missing[0])?.path;
}

const locate: Command = {
  id: 'file.locateMesh',
  group: 'File',
  keywords: 'missing relink find path not found',
  title: () => 'Locate missing mesh…',
  enabled: (session) => (wanted(session) === undefined ? 'Every mesh file is where it should be.' : needsHost(session)),
  run: (session) => {
    const path = wanted(session);
    return path === undefined ? undefined : locateMesh(session, path);
  },
};

export default locate;
