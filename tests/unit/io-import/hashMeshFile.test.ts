import { gzipSync } from 'fflate';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { hashMeshFile } from '../../../src/io/hashMeshFile.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { bytesOf, type MemoryFiles } from '../../support/memorySource.ts';
import { meshSamples, tetgenTets, vegaTets } from '../../support/meshSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const samples = await meshSamples();

/** Puts files into a new folder. */
async function put(files: MemoryFiles): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

async function hashOf(files: MemoryFiles, main: string): Promise<string> {
  return hashMeshFile(join(await put(files), main));
}

describe('hashMeshFile', () => {
  it.each(samples.map((sample) => [`${sample.type}, ${sample.name}`, sample] as const))(
    '%s: as readMesh says; every file that is read counts',
    async (_, { files, main }) => {
      const path = join(await put(files), main);
      const hash = await hashMeshFile(path);
      expect(hash).toBe((await readMesh(path)).sha256);
      const others = Object.keys(files).filter((name) => name !== main);
      if (others.length === 0) expect(hash).toBe(sha256Hex(bytesOf(files[main])));
      for (const name of Object.keys(files)) {
        const longer = Uint8Array.from([...bytesOf(files[name]), 10]);
        expect(await hashOf({ ...files, [name]: longer }, main)).not.toBe(hash);
      }
    },
  );

  it('counts files that included files include', async () => {
    const { 'sample.veg': main, 'tip.txt': tip } = vegaTets(1);
    const files = { 'sample.veg': main, 'tip.txt': '*INCLUDE deep.veg\n', 'deep.veg': tip };
    const hash = await hashOf(files, 'sample.veg');
    expect(await hashOf({ ...files, 'deep.veg': `${tip as string}# changed\n` }, 'sample.veg')).not.toBe(hash);
  });

  it('is the same for a pair that was renamed together, and says what is missing', async () => {
    const { 'sample.node': node, 'sample.ele': ele } = tetgenTets(0);
    const hash = await hashOf({ 'a.node': node, 'a.ele': ele }, 'a.node');
    expect(await hashOf({ 'b.node': node, 'b.ele': ele }, 'b.node')).toBe(hash);
    await expect(hashOf({ 'a.node': node }, 'a.node')).rejects.toMatchObject({
      code: 'file-missing',
      message: 'there is no a.ele beside it',
    });
  });

  it('finds companions of gzipped files, however long', async () => {
    const { 'sample.veg': main, 'tip.txt': tip } = vegaTets(1);
    const noise = Array.from({ length: 40_000 }, (_, at) => `# ${Math.imul(at, 0x9e3779b1) >>> 0}`).join('\n');
    const files = { 'sample.veg.gz': gzipSync(bytesOf(`${main as string}\n${noise}\n`)), 'tip.txt': tip };
    const path = join(await put(files), 'sample.veg.gz');
    const hash = await hashMeshFile(path);
    expect(hash).toBe((await readMesh(path)).sha256);
    expect(await hashOf({ ...files, 'tip.txt': `${tip as string}#` }, 'sample.veg.gz')).not.toBe(hash);
  });

  it('hashes what no importer reads, and gzipped files cut short, as bytes', async () => {
    const cut = gzipSync(bytesOf('v 0 0 0\n'.repeat(9))).slice(0, 20);
    for (const content of ['v is for vertex', '', cut]) {
      expect(await hashOf({ 'notes.txt': content }, 'notes.txt')).toBe(sha256Hex(content));
    }
  });
});
