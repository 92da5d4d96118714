import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { PathGrants } from '../../../electron/pathGrants.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

const suite = suiteFolder();
let root: string;
let grants: PathGrants;
const at = (...names: string[]) => join(root, ...names);

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(suite, 'grants-')));
  for (const folder of ['workspace', 'shots/cache', 'samples', 'elsewhere']) mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('shots', 'a.ductile'), '{}');
  writeFileSync(at('elsewhere', 'secret.obj'), '');
  grants = new PathGrants(at('workspace'));
  grants.add({ folder: at('shots'), purpose: 'write' });
  grants.add({ folder: at('samples'), purpose: 'read' });
});

describe('PathGrants', () => {
  it('allows what lies in a granted folder, there or not', async () => {
    expect(await grants.allow(at('shots', 'a.ductile'), 'read')).toBe(at('shots', 'a.ductile'));
    expect(await grants.allow(at('shots', 'cache', 'new.abc'), 'write')).toBe(at('shots', 'cache', 'new.abc'));
    expect(await grants.allow(at('workspace', 'b.ductile'), 'write')).toBe(at('workspace', 'b.ductile'));
    expect(await grants.allow(at('samples', 'torus.obj'), 'read')).toBe(at('samples', 'torus.obj'));
  });

  it('writes only where writing was granted', async () => {
    await expect(grants.allow(at('samples', 'torus.obj'), 'write')).rejects.toMatchObject({ code: 'usage' });
    grants.add({ folder: at('shots'), purpose: 'read' });
    expect(await grants.covers(at('shots', 'a.ductile'), 'write')).toBe(true);
  });

  it.each([
    ['beside a granted folder', () => at('shots-2', 'a.obj')],
    ['above it', () => at('secret.obj')],
    ['out of it by dots', () => `${at('shots')}/../elsewhere/secret.obj`],
    ['the file system itself', () => '/etc/passwd'],
    ['a hidden file in it', () => at('shots', '.bashrc')],
    ['below a hidden folder in it', () => at('shots', '.ssh', 'id_rsa')],
    ['a NUL in it', () => `${at('shots', 'a.ductile')}\0.obj`],
    ['another machine', () => '//server/share/a.obj'],
    ['nothing', () => ''],
  ])('refuses %s', async (_what, path) => {
    for (const purpose of ['read', 'write'] as const)
      await expect(grants.allow(path(), purpose)).rejects.toMatchObject({ code: 'usage' });
  });

  it('follows links before it compares', async () => {
    symlinkSync(at('elsewhere'), at('shots', 'link'));
    symlinkSync(at('elsewhere', 'secret.obj'), at('shots', 'secret.obj'));
    expect(await grants.covers(at('shots', 'link', 'secret.obj'), 'read')).toBe(false);
    expect(await grants.covers(at('shots', 'secret.obj'), 'read')).toBe(false);
    grants.add({ folder: at('shots', 'link'), purpose: 'read' });
    expect(await grants.covers(at('shots', 'link', 'secret.obj'), 'read')).toBe(true);
  });

  it('says how to be given a place', async () => {
    await expect(grants.allow(at('elsewhere', 'secret.obj'), 'read')).rejects.toMatchObject({
      message: 'the editor has no permission to read here',
      remedy: expect.stringContaining('Open, Import or Export') as string,
    });
  });

  it('does without folders that are not there', async () => {
    grants.add({ folder: at('never'), purpose: 'write' });
    rmSync(at('shots'), { recursive: true });
    expect(await grants.covers(at('samples', 'a.obj'), 'read')).toBe(true);
    expect(await grants.covers(at('shots', 'a.ductile'), 'read')).toBe(false);
    expect(grants.roots).toEqual([at('workspace'), at('samples')]);
  });
});
