import { bridge } from '../client/openEndpoint.ts';
import { uploadFile } from '../client/uploadFile.ts';
import type { Session } from '../session/Session.ts';

/** Endings of files that meshes are read from, as the host registered them; without the dot, lower case. */
export function meshExtensions({ program }: Pick<Session, 'program'>): readonly string[] {
  const definitions = program.getState().catalogue?.definitions ?? [];
  return [...new Set(definitions.filter(({ kind }) => kind === 'importer').flatMap(({ extensions }) => extensions))];
}

/** Opens a shot that was dropped on the start page, or starts one of a mesh. */
export function openDropped(session: Session, file: File): Promise<void> {
  return takeDropped(session, file, async () => {
    const mesh = await pathOf(session, file);
    session.shell.setState({ overlay: { kind: 'new-shot', settings: { mesh } } });
  });
}

/** Opens a shot that was dropped on another, or brings a mesh into it: the import task sends it to the host. */
export function dropOnShot(session: Session, file: File): Promise<void> {
  return takeDropped(session, file, () => {
    session.shell.setState({ droppedMesh: file });
    session.view.setState({ task: 'import' });
    session.panelActions.get('showPanel')?.('inspector');
  });
}

async function takeDropped(session: Session, file: File, takeMesh: () => Promise<void> | void): Promise<void> {
  const ending = file.name.toLowerCase().split('.').at(-1) ?? '';
  if (ending === 'ductile') {
    await session.shot.open(await pathOf(session, file));
  } else if (meshExtensions(session).includes(ending)) {
    await takeMesh();
  } else {
    session.log.warn(`${file.name} is neither a shot nor a mesh format that can be imported.`, {
      remedy: `Mesh formats: ${meshExtensions(session).join(', ')}.`,
    });
  }
}

/** Returns the path at which the host finds a dropped file: its own path in the window; a browser uploads it first. */
export async function pathOf({ connection }: Session, file: File): Promise<string> {
  return (await bridge?.pathForFile(file)) ?? (await uploadFile(connection, file));
}
