import { fileNameOf, folderOf, meshFileOf, relinkMeshes, type MeshFile } from '../document/meshFiles.ts';
import { chooseFile } from './chooseFile.ts';
import { joinPath } from './joinPath.ts';
import type { Session } from '../session/Session.ts';

/** Files that are not there, as the document names them, without repetition. */
export function missingFiles({ document, program }: Pick<Session, 'document' | 'program'>): string[] {
  const ids = new Set(program.getState().missing.map(({ entity }) => entity));
  const entities = (document.scene?.entities ?? []).filter(({ id }) => ids.has(id));
  return [...new Set(entities.flatMap((entity) => meshFileOf(entity)?.path ?? []))];
}

/**
 * Has the artist say where a mesh file is now that is not at `path`, as the document names it, for everything that was read from it. Others that are missing and lie beside it
 * under their old names are taken, too: all is one step of undo.
 */
export function locateMesh(session: Session, path: string): Promise<void> {
  const open = session.document.store.getState().open;
  return chooseFile(session, {
    purpose: 'locate-mesh',
    name: fileNameOf(path),
    folder: folderOf(open?.path ?? '') || undefined,
    choose: (chosen) => relink(session, path, chosen),
  });
}

async function relink(session: Session, path: string, chosen: string): Promise<void> {
  const { connection, document } = session;
  const found = new Map<string, MeshFile>([[path, await connection.call('referMesh', { path: chosen })]]);
  for (const other of missingFiles(session).filter((file) => file !== path)) {
    const beside = joinPath(folderOf(chosen), fileNameOf(other));
    // Where it is not beside the first, it is asked for in its turn.
    const file = await connection.call('referMesh', { path: beside }).catch(() => undefined);
    if (file !== undefined) found.set(other, file);
  }
  const what = found.size === 1 ? fileNameOf(path) : `${found.size} meshes`;
  document.edit(`locate ${what}`, (scene) => relinkMeshes(scene, found));
}
