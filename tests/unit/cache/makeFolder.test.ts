import { stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../../../src/cache/atomicFile.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('a folder', () => {
  test('is made with those above it, by several at once, and stays where it is there', async () => {
    const folder = join(await temporaryFolder(), 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(folder)));
    await makeFolder(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  test('is not made where a link leads that leads nowhere', async () => {
    const folder = await temporaryFolder();
    const outside = join(folder, 'outside');
    await symlink(outside, join(folder, 'link'));
    const below = join(folder, 'link', 'below');
    await expect(makeFolder(below)).rejects.toMatchObject({ code: 'file-unwritable', file: below });
    await expect(stat(outside)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('that cannot be made is an error with the path', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'file-unwritable', file });
    const below = join(file, 'below', 'it');
    await expect(makeFolder(below)).rejects.toMatchObject({ code: 'file-unwritable', file: below });
  });

  test('that the system denies although it refuses to make it is an error, too', async () => {
    // On Linux nothing can be made in /proc, and nobody says that it is not there.
    const folder = process.platform === 'linux' ? '/proc/ductile/cache' : join('/', '\0');
    await expect(makeFolder(folder)).rejects.toMatchObject({ code: 'file-unwritable' });
  });
});
