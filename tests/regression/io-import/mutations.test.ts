import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import type { ImportSource } from '../../../src/io/Importer.ts';
import { chooseImporter } from '../../../src/io/chooseImporter.ts';
import { SeededRandom } from '../../support/random.ts';
import { filesBelow } from '../../support/nasty.ts';
import { describeWithData, testDataFolder } from '../../support/testData.ts';

/** Larger files only repeat what smaller ones of their format show. */
const largestBytes = 60_000;
const runsPerFile = 12;

const files =
  testDataFolder === undefined
    ? []
    : filesBelow(testDataFolder).filter((name) => {
        return /^[ABC]_/.test(name) && statSync(join(testDataFolder!, name)).size <= largestBytes;
      });

/** Cut anywhere, bits turned over, bytes replaced, or a stretch repeated. */
function mutated(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  const kind = random.below(4);
  if (kind === 0) return bytes.slice(0, random.below(bytes.length));
  if (kind === 1) {
    const start = random.below(bytes.length);
    return Uint8Array.from([...bytes.subarray(0, start), ...bytes.subarray(random.below(start + 1))]);
  }
  const changed = bytes.slice();
  for (let change = 0; change < 1 + random.below(8); change++) {
    const at = random.below(changed.length);
    changed[at] = kind === 2 ? changed[at] ^ (1 << random.below(8)) : random.below(256);
  }
  return changed;
}

// Symptom guarded against: an importer that trusts a count, an index or an offset of a damaged file.
describeWithData('damaged copies of real meshes', () => {
  it.each(files)('%s', async (file) => {
    const path = join(testDataFolder!, file);
    const bytes = new Uint8Array(readFileSync(path));
    if (bytes.length === 0) return;
    const random = new SeededRandom(`mutations of ${file}`);
    for (let run = 0; run < runsPerFile; run++) {
      const source: ImportSource = {
        path: basename(path),
        bytes: mutated(bytes, random),
        sibling: (name) => Promise.resolve(neighbour(join(dirname(path), name))),
      };
      try {
        const { surface, tets } = await chooseImporter(source.path, source.bytes).read(source);
        const vertexCount = surface.positions.length / 3;
        expect(surface.positions.every((value) => Number.isFinite(value))).toBe(true);
        expect(surface.faceVertices.every((vertex) => vertex < vertexCount)).toBe(true);
        expect(tets?.tets.every((vertex) => vertex < vertexCount) ?? true).toBe(true);
      } catch (error) {
        if (!(error instanceof CoreError)) throw error;
        expect(error.remedy).toMatch(/\w/);
      }
    }
  });
});

function neighbour(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch {
    // Damage can change a name into one that is not there.
    return undefined;
  }
}
