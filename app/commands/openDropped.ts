import { bridge } from '../client/openEndpoint.ts';
import { uploadFile } from '../client/uploadFile.ts';
import type { Session } from '../session/Session.ts';

/** Endings of files that meshes are read from, as the host registered them; without the dot, lower case. */
export function meshExtensions({ program }: Pick<Session, 'program'>): readonly string[] {
  const definitions = program.getState().catalogue?.definitions ?? [];
  return [...new Set(definitions.filter(({ kind }) => kind === 'importer').flatMap(({ extensions }) => extensions))];
}

/** Endings of files that hold animated geometry and nothing else: a mesh format is imported as a mesh, and its panel offers its motion. */
export function animationExtensions(session: Pick<Session, 'program'>): readonly string[] {
  const definitions = session.program.getState().catalogue?.definitions ?? [];
  const all = definitions.filter(({ kind }) => kind === 'animation format').flatMap(({ extensions }) => extensions);
  const meshes = meshExtensions(session);
  return [...new Set(all)].filter((extension) => !meshes.includes(extension));
}

/** Opens a shot that was dropped on the start page, or starts one of a mesh. */
export function openDropped(session: Session, file: File): Promise<void> {
  return takeDropped(session, file, async () => {
    const mesh = await pathOf(session, file);
    session.shell.setState({ overlay: { kind: 'new-shot', settings: { mesh } } });
  });
}

/** Opens a shot that was dropped on another, or brings a mesh or an animation into it: the import tasks send it to the host. */
export function dropOnShot(session: Session, file: File): Promise<void> {
  if (animationExtensions(session).includes(endingOf(file))) {
    session.shell.setState({ droppedAnimation: file });
    session.view.setState({ task: 'animation' });
    session.panelActions.get('showPanel')?.('inspector');
    return Promise.resolve();
  }
  return takeDropped(session, file, () => {
    session.shell.setState({ droppedMesh: file });
    session.view.setState({ task: 'import' });
    session.panelActions.get('showPanel')?.('inspector');
  });
}

function endingOf(file: File): string {
  return file.name.toLowerCase().split('.').at(-1) ?? '';
}

async function takeDropped(session: Session, file: File, takeMesh: () => Promise<void> | void): Promise<void> {
  const ending = endingOf(file);
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
