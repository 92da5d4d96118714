import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFolders, parseLocalHostOptions } from '../../../src/host/local/localHostOptions.ts';
import { hasDisplay } from '../../../src/host/local/runLocalHost.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

test('reads options', () => {
  expect(parseLocalHostOptions([])).toEqual({
    help: false,
    json: false,
    open: true,
    samples: true,
    port: 0,
    target: undefined,
    workspace: undefined,
  });
  const all = parseLocalHostOptions(['a.ductile', '--port', '8080', '--no-open', '--json', '--workspace', 'w', '-h']);
  expect(all).toEqual({
    help: true,
    json: true,
    open: false,
    samples: true,
    port: 8080,
    target: 'a.ductile',
    workspace: 'w',
  });
});

test.each([
  [['--prot', '1']],
  [['--port', 'x']],
  [['--port', '65536']],
  [['--port', '-1']],
  [['--port', '1e3']],
  [['--port']],
  [['a', 'b']],
  [['--serve']],
])('refuses %j', (argv) => {
  expect(() => parseLocalHostOptions(argv)).toThrow(expect.objectContaining({ code: 'usage' }));
});

test('finds the folders that a page may name', async () => {
  const top = await temporaryFolder();
  const [home, shots, shot] = [join(top, 'home'), join(top, 'shots'), join(top, 'shots', 'a.ductile')];
  await mkdir(shots);
  await writeFile(shot, '{}');
  const environment = { DUCTILE_WORKSPACE: home };
  const find = (target?: string, workspace?: string) => findFolders({ target, workspace }, environment);

  expect(await find(shots)).toEqual({ roots: [shots], shot: undefined });
  await expect(stat(home)).rejects.toThrow();
  expect(await find()).toEqual({ roots: [home], shot: undefined });
  expect((await stat(home)).isDirectory()).toBe(true);
  expect(await find(shot)).toEqual({ roots: [home, shots], shot });
  expect(await find(shot, top)).toEqual({ roots: [top, shots], shot });
  expect(await find(shots, top)).toEqual({ roots: [top, shots], shot: undefined });
  await expect(find(join(top, 'nothing'))).rejects.toMatchObject({ code: 'file-missing', file: join(top, 'nothing') });
  await expect(find(undefined, shot)).rejects.toMatchObject({ code: 'usage' });
  await expect(
    findFolders({ target: undefined, workspace: undefined }, { DUCTILE_WORKSPACE: join(shot, 'x') }),
  ).rejects.toMatchObject({
    code: 'file-unwritable',
  });
});

test('knows where a window can be shown', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'darwin')).toBe(true);
  expect(hasDisplay({}, 'win32')).toBe(true);
});
