import { gzipSync } from 'fflate';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { offCube, plyTextCube, stlBinaryCube, vegaTets } from '../../support/meshSamples.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

const folder = suiteFolder();

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('readMesh', () => {
  it('says what was read, with its hash and size', async () => {
    const result = await readMesh(put('cube.off', offCube));
    expect(result.importer).toBe('off');
    expect(result.sha256).toBe(sha256Hex(offCube));
    expect(result.bytes).toBe(offCube.length);
    expect(result.mesh.surface.name).toBe('cube');
  });

  it('believes the content more than the ending', async () => {
    expect((await readMesh(put('really.off.stl', offCube))).importer).toBe('off');
    expect((await readMesh(put('no-ending', plyTextCube))).importer).toBe('ply');
    expect((await readMesh(put('UPPER.STL', stlBinaryCube()))).importer).toBe('stl');
  });

  it('unfolds gzip, within a limit and only when complete', async () => {
    const packed = gzipSync(new TextEncoder().encode(plyTextCube));
    expect((await readMesh(put('cube.ply.gz', packed))).mesh.surface.name).toBe('cube');
    await expect(readMesh(put('cut.ply.gz', packed.slice(0, -20)))).rejects.toMatchObject({ code: 'format-truncated' });
    const bomb = gzipSync(new Uint8Array(30_000_000));
    await expect(readMesh(put('bomb.ply.gz', bomb), { maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it.each([
    ['a folder', () => folder, 'file-unreadable'],
    ['a missing file', () => join(folder, 'none.obj'), 'file-missing'],
    ['a file as folder', () => join(put('file.off', offCube), 'x.obj'), 'file-missing'],
    ['an empty file', () => put('empty.obj', ''), 'geometry-empty'],
    ['an unknown kind', () => put('notes.txt', 'v is for vertex'), 'format-unknown'],
    [
      'a Git LFS pointer',
      () => put('lfs.obj', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\n'),
      'format-unknown',
    ],
    ['a web page', () => put('page.stl', '<!DOCTYPE html>\n<html>'), 'format-unknown'],
    ['an archive', () => put('mesh.obj', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0)), 'format-unsupported'],
    ['VTK XML', () => put('grid.vtu', '<?xml version="1.0"?>\n<VTKFile type="x">'), 'format-unsupported'],
  ])('refuses %s with a remedy', async (_, make, code) => {
    const path = make();
    await expect(readMesh(path)).rejects.toMatchObject({
      code,
      file: path,
      remedy: expect.stringMatching(/\w/) as string,
    });
  });

  it('refuses files past the limit before reading them', async () => {
    await expect(readMesh(put('big.off', offCube), { maxBytes: 50 })).rejects.toMatchObject({ code: 'limit-exceeded' });
  });

  it('lets files name only neighbours in their own folder', async () => {
    const { 'sample.veg': veg, 'tip.txt': tip } = vegaTets(1);
    mkdirSync(join(folder, 'inner', 'deeper'), { recursive: true });
    put('tip.txt', tip);
    put('inner/deeper/tip.txt', tip);
    const including = (name: string): string => put('inner/sample.veg', String(veg).replace('tip.txt', name));
    expect((await readMesh(including('deeper/tip.txt'))).importer).toBe('vega');
    for (const name of ['../tip.txt', 'deeper/../../tip.txt', '..\\tip.txt', join(folder, 'tip.txt'), 'file:tip.txt']) {
      await expect(readMesh(including(name))).rejects.toMatchObject({ code: 'format-unsupported' });
    }
    symlinkSync(join(folder, 'tip.txt'), join(folder, 'inner', 'link.txt'));
    await expect(readMesh(including('link.txt'))).rejects.toMatchObject({ code: 'format-unsupported' });
  });
});
