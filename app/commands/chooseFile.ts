import { bridge } from '../client/openEndpoint.ts';
import type { Session } from '../session/Session.ts';
import type { FileRequest } from '../state/shellStore.ts';

/** Has the artist choose a file: with the system's dialog in Electron's window, in the file panel elsewhere. */
export async function chooseFile(session: Session, request: FileRequest): Promise<void> {
  if (bridge === undefined) {
    session.shell.setState({ overlay: { kind: 'files', request } });
    return;
  }
  const path = await askSystem(request);
  // The system's dialog has asked whether an existing file is to be replaced.
  if (path !== undefined) await request.choose(path, true);
}

async function askSystem({ purpose, name }: FileRequest): Promise<string | undefined> {
  if (bridge === undefined) return undefined;
  if (purpose === 'save-shot') return bridge.saveShotDialog(name ?? 'shot');
  if (purpose === 'open-mesh' || purpose === 'open-animation' || purpose === 'locate-mesh' || purpose === 'open-fibres')
    return (await bridge.importMeshDialog())[0];
  return bridge.openShotDialog();
}
