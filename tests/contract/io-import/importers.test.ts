import { describe, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { importers } from '../../../src/io/Importer.ts';
import { SeededRandom } from '../../support/random.ts';
import { bytesOf, memorySource, type MeshSample } from '../../support/memorySource.ts';
import { meshSamples } from '../../support/meshSamples.ts';

const samples = await meshSamples();
const seed = 20140711;

/** Reads a sample with one of its files replaced; a mesh that comes out must be sound. */
async function readMutated(sample: MeshSample, changed: string, bytes: Uint8Array): Promise<'mesh' | CoreError> {
  const importer = importers.get(sample.type);
  try {
    const mesh = await importer.read(memorySource({ ...sample.files, [changed]: bytes }, sample.main));
    const { positions, faceVertices, faceOffsets, uvs, normals } = mesh.surface;
    const vertexCount = positions.length / 3;
    expect(positions.every((value) => Number.isFinite(value))).toBe(true);
    expect(faceVertices.every((vertex) => vertex < vertexCount)).toBe(true);
    expect(faceOffsets.at(-1)).toBe(faceVertices.length);
    for (const attribute of [uvs, normals]) {
      const count = (attribute?.values.length ?? 0) / (attribute?.size ?? 1);
      expect(attribute?.indices.every((index) => index >= -1 && index < count) ?? true).toBe(true);
    }
    expect(mesh.tets?.tets.every((vertex) => vertex < vertexCount) ?? true).toBe(true);
    expect(mesh.hexes?.hexes.every((vertex) => vertex < vertexCount) ?? true).toBe(true);
    return 'mesh';
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  }
}

describe('every registered importer', () => {
  it('has a sample', () => {
    expect([...new Set(samples.map(({ type }) => type))].sort()).toEqual(importers.types());
  });

  it('says what it follows and which endings it reads', () => {
    for (const importer of importers.all()) {
      expect(importer.reference.length).toBeGreaterThan(10);
      expect(importer.extensions.length).toBeGreaterThan(0);
      for (const ending of importer.extensions) expect(ending).toMatch(/^[a-z0-9]+$/);
    }
  });

  for (const sample of samples) {
    describe(`${sample.type}, ${sample.name}`, () => {
      const bytes = bytesOf(sample.files[sample.main]);

      it('reads the sample, which no other importer claims', async () => {
        const mesh = await importers.get(sample.type).read(memorySource(sample.files, sample.main));
        expect(mesh.surface.faceOffsets.length).toBeGreaterThan(5);
        const claiming = importers.all().filter((importer) => importer.recognises(bytes.subarray(0, 8192)));
        for (const importer of claiming) expect(importer.type).toBe(sample.type);
      });

      it('reports empty and cut files as errors with file and remedy', async () => {
        const random = new SeededRandom(`${seed} cut ${sample.type} ${sample.name}`);
        for (const [name, content] of Object.entries(sample.files)) {
          const whole = bytesOf(content);
          for (let run = 0; run < 60; run++) {
            const length = run === 0 ? 0 : random.below(whole.length);
            const outcome = await readMutated(sample, name, whole.slice(0, length));
            if (outcome === 'mesh') continue;
            expect(outcome.file).toBeDefined();
            expect(outcome.remedy).toBeDefined();
          }
        }
      });

      it('survives changed bytes', async () => {
        const random = new SeededRandom(`${seed} flip ${sample.type} ${sample.name}`);
        for (const [name, content] of Object.entries(sample.files)) {
          for (let run = 0; run < 150; run++) {
            const changed = bytesOf(content).slice();
            for (let flip = 0; flip < 1 + random.below(4); flip++) {
              changed[random.below(changed.length)] ^= 1 << random.below(8);
            }
            const outcome = await readMutated(sample, name, changed);
            if (outcome !== 'mesh') expect(outcome.file).toBeDefined();
          }
        }
      });
    });
  }
});
