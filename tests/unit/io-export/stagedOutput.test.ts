import { readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StagedOutput } from '../../../src/io/exporters/shared/StagedOutput.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

test('files appear when they are complete, in folders made for them', async () => {
  const folder = join(await temporaryFolder(), 'a', 'b');
  const staged = await StagedOutput.open(join(folder, 'one.obj'));
  const paths = ['one.obj', 'two.obj'].map((name) => join(folder, name));
  for (const path of paths) await writeFile(staged.stage(path), 'v');
  expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual([]);
  expect(staged.commit()).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(['one.obj', 'two.obj']);
});

test('no folder is made where a link leads', async () => {
  const folder = await temporaryFolder();
  const outside = join(folder, 'outside');
  await symlink(outside, join(folder, 'link'));
  const path = join(folder, 'link', 'sub', 'one.obj');
  await expect(StagedOutput.open(path)).rejects.toMatchObject({ code: 'file-unwritable' });
  await expect(stat(outside)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual(['link']);
});

test('a folder that the system denies ends in an error, and does not hang', async () => {
  const path = process.platform === 'linux' ? '/proc/ductile/one.obj' : join('/', '\0', 'one.obj');
  await expect(StagedOutput.open(path)).rejects.toMatchObject({ code: 'file-unwritable' });
});
