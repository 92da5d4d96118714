import { meshFileOf } from '../../document/meshFiles.ts';
import { locateMesh, missingFiles } from '../locateMesh.ts';
import type { Command } from '../Command.ts';
import { needsHost } from '../requirements.ts';
import type { Session } from '../../session/Session.ts';

/** The missing file of the selection, or the first one. */
function wanted(session: Session): string | undefined {
  const missing = missingFiles(session);
  const { ids } = session.selection.getState();
  const selected = (session.document.scene?.entities ?? []).filter(({ id }) => ids.includes(id));
  return selected.map((entity) => meshFileOf(entity)?.path ?? '').find((path) => missing.includes(path)) ?? missing[0];
}

const locate: Command = {
  id: 'file.locateMesh',
  group: 'File',
  keywords: 'missing relink find path not found',
  title: () => 'Locate missing mesh…',
  enabled: (session) => (wanted(session) === undefined ? 'No mesh file is missing.' : needsHost(session)),
  run: (session) => {
    const path = wanted(session);
    return path === undefined ? undefined : locateMesh(session, path);
  },
};

export default locate;
