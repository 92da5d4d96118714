import { describe, expect, it } from 'vitest';
import { commandEnabled, commands } from '../../../app/commands/Command.ts';
import { locateMesh } from '../../../app/commands/locateMesh.ts';
import { fileNameOf, folderOf, meshFileOf, relinkMeshes } from '../../../app/document/meshFiles.ts';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { CoreError } from '../../../src/base/errors.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { FakeHost } from './FakeHost.ts';

const hash = (digit: string) => digit.repeat(64);

/** A shot of solids that are read from these files. */
function shotOf(...paths: string[]): Scene {
  const shot = tinyShot(10);
  const solids = paths.map((path, k) => {
    const solid = newSolid([], 'box');
    const file = { kind: 'file' as const, path, sha256: hash('0'), metresPerUnit: 0.01, upAxis: 'z' as const };
    return { ...solid, id: `solid-${k}`, source: { ...file, curve: undefined } as unknown as typeof solid.source };
  });
  return { ...shot, entities: solids };
}

const filesOf = (session: Session) =>
  (session.document.scene?.entities ?? []).map((entity) => meshFileOf(entity)?.path);

async function withMissing(there: readonly string[], ...paths: string[]): Promise<Session> {
  const host = new FakeHost({
    referMesh: ({ path }: { path: string }) => {
      if (!there.includes(path)) throw new CoreError('file-missing', 'the mesh is are missing', { file: path });
      return { path: path.replace('/shots/', ''), sha256: hash('a') };
    },
  });
  const session = createSession(host.open);
  await session.connection.connect();
  session.document.load('/shots/a.ductile', shotOf(...paths));
  // The host tells of absolute paths.
  const missing = paths.map((path, k) => ({ entity: `solid-${k}`, path: `/shots/${path}` }));
  session.program.setState({ missing });
  return session;
}

/** What the file panel does with the chosen path. */
async function choose(session: Session, path: string): Promise<void> {
  const { overlay } = session.shell.getState();
  if (overlay?.kind !== 'files') throw new Error('no file is asked for');
  await overlay.request.choose(path, false);
}

describe('a mesh that is not where it was', () => {
  it('is read from the chosen file, with all that was read from it, as one step of undo', async () => {
    const session = await withMissing(['/shots/meshes/cow2.obj'], 'cow.obj', 'cow.obj');
    await locateMesh(session, 'cow.obj');
    const { overlay } = session.shell.getState();
    expect(overlay).toMatchObject({ request: { purpose: 'locate-mesh', name: 'cow.obj', folder: '/shots' } });
    await choose(session, '/shots/meshes/cow2.obj');
    expect(filesOf(session)).toEqual(['meshes/cow2.obj', 'meshes/cow2.obj']);
    expect(session.document.scene?.entities[0]).toMatchObject({ source: { sha256: hash('a'), metresPerUnit: 0.01 } });
    expect(session.document.store.getState().open?.past.map(({ label }) => label)).toEqual(['locate cow.obj']);
    session.document.undo();
    expect(filesOf(session)).toEqual(['cow.obj', 'cow.obj']);
    session.connection.close();
  });

  it('brings others along that lie beside it, and leaves those that do not', async () => {
    const session = await withMissing(['/new/cow.obj', '/new/pig.ply'], 'old/cow.obj', 'old/pig.ply', 'old/hen.stl');
    await locateMesh(session, 'old/cow.obj');
    await choose(session, '/new/cow.obj');
    expect(filesOf(session)).toEqual(['/new/cow.obj', '/new/pig.ply', 'old/hen.stl']);
    expect(session.document.store.getState().open?.past).toHaveLength(1);
    session.connection.close();
  });

  it('stays missing where the chosen file cannot be read', async () => {
    const session = await withMissing([], 'cow.obj');
    await locateMesh(session, 'cow.obj');
    await expect(choose(session, '/shots/cow.obj')).rejects.toThrow('are missing');
    expect(filesOf(session)).toEqual(['cow.obj']);
    session.connection.close();
  });

  it('is what the command asks for: that of the selection, else the first', async () => {
    const session = await withMissing([], 'cow.obj', 'pig.ply');
    const command = commands().get('file.locateMesh')!;
    const asked = async () => {
      await command.run(session);
      const { overlay } = session.shell.getState();
      return overlay?.kind === 'files' ? overlay.request.name : undefined;
    };
    expect(await asked()).toBe('cow.obj');
    session.selection.setState({ ids: ['solid-1'] });
    expect(await asked()).toBe('pig.ply');
    session.program.setState({ missing: [] });
    expect(commandEnabled(session, command)).toMatch(/No mesh file is missing/);
    session.connection.close();
  });
});

describe('paths', () => {
  it('are taken apart on every system', () => {
    expect(fileNameOf('C:\\meshes\\cow.obj')).toBe('cow.obj');
    expect(folderOf('C:\\meshes\\cow.obj')).toBe('C:\\meshes');
    expect(folderOf('/shots/a.ductile')).toBe('/shots');
    expect(folderOf('cow.obj')).toBe('');
  });

  it('of entities without a file are left alone', () => {
    const scene = structuredClone(tinyShot(10));
    const before = structuredClone(scene);
    relinkMeshes(scene, new Map([['cow.obj', { path: 'pig.obj', sha256: hash('b') }]]));
    expect(scene).toEqual(before);
  });
});
