import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { quietJob } from '../../src/base/job.ts';
import { embedPositions } from '../../src/geometry/TetMesh.ts';
import { manifoldReport } from '../../src/geometry/manifoldReport.ts';
import { FrameShapes } from '../../src/frames/FrameShapes.ts';
import { triangulate } from '../../src/geometry/triangulate.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { exportShot } from '../../src/host/export/exportShot.ts';
import { ShotFrames } from '../../src/host/frames/ShotFrames.ts';
import { defaultBackendName } from '../../src/host/simulation/solverBackend.ts';
import { ArchiveReader } from '../../src/io/alembic/ArchiveReader.ts';
import { FileSource } from '../../src/io/alembic/ByteSource.ts';
import { PolyMeshReader } from '../../src/io/alembic/PolyMeshReader.ts';
import { loadShot } from '../../src/io/shotFile.ts';
import { simulateStored, openCache, storeShot, type RunResult } from '../support/shotRuns.ts';
import { templateScene } from '../support/shots.ts';
import { suiteFolder, temporaryFolder } from '../support/temporaryFolder.ts';
import { meshesIn, staticMeshesIn } from '../support/streams.ts';

const LAST = 22;
const scene = templateScene('torn-bar', { percent: 8, frames: 37 });

const folder = suiteFolder();
let path = '';
let whole: RunResult;

beforeAll(async () => {
  path = await storeShot(scene, folder);
  whole = await simulateStored(path, { last: LAST });
});

async function framesOf(shotPath: string): Promise<ShotFrames> {
  const shot = await loadShot(shotPath, catalogue);
  const cache = await openCache(shotPath);
  return ShotFrames.open({ shot, quality: 'draft', cache, backend: defaultBackendName() }, quietJob);
}

describe('a bar that is drawn out until it tears', () => {
  test('comes in two clean pieces, with all of its mass', async () => {
    const torn = whole.outcomes.map(({ stats }) => stats.entities['bar'].sections!.fracture!);
    expect(torn[0]).toEqual({ pieces: 1, smallestPiece: 1, cracks: 0, cutElements: 0 });
    expect(torn.at(-1)).toMatchObject({ pieces: 2, cracks: 1 });
    expect(torn.at(-1)!.smallestPiece).toBeGreaterThan(0.1);
    for (const { pieces, smallestPiece } of torn) {
      expect(pieces).toBeLessThanOrEqual(2);
      expect(smallestPiece).toBeGreaterThan(0.01);
    }
    expect(whole.outcomes.map(({ stats }) => stats.invertedElements).at(-1)).toBe(0);
    // The crack takes more than one frame to run through.
    expect(torn.filter(({ pieces, cutElements }) => pieces === 1 && cutElements > 0).length).toBeGreaterThan(0);
  });

  test('has closed surfaces in every frame, which stay where the material is', async () => {
    const frames = await framesOf(path);
    const { mesh: volume } = staticMeshesIn(frames.statics)[0];
    const shapes = new FrameShapes(volume);
    for (let number = 1; number <= LAST; number++) {
      const body = meshesIn(await frames.frame(number))[0];
      const { surface, embedding } = shapes.at(body.stream);
      const { manifold, components } = manifoldReport(
        triangulate(surface).mesh.triangles,
        surface.positions.length / 3,
      );
      expect(manifold).toBe(true);
      expect(components).toBe(whole.outcomes[number - 1].stats.entities['bar'].sections!.fracture!.pieces);
      const at = embedPositionsOf(embedding, body.positions);
      for (let k = 0; k < at.length; k += 3) {
        expect(Math.abs(at[k])).toBeLessThan(1.2);
        expect(Math.abs(at[k + 2])).toBeLessThan(0.2);
      }
    }
  });

  test('gives the same bytes in two threads, and after stops before and in the middle of the tear', async () => {
    const threaded = await simulateStored(await storeShot(scene), { last: LAST, threads: 2 });
    expect(threaded.hashes).toEqual(whole.hashes);
    const running = whole.outcomes.findIndex(({ stats }) => {
      const { pieces, cutElements } = stats.entities['bar'].sections!.fracture!;
      return pieces === 1 && cutElements > 0;
    });
    const again = await storeShot(scene);
    for (const last of [running, running + 1]) await simulateStored(again, { last });
    const rest = await simulateStored(again, { last: LAST });
    expect(rest.outcomes.filter(({ cached }) => !cached).length).toBeLessThanOrEqual(LAST - running - 1);
    expect(rest.hashes).toEqual(whole.hashes);
  });

  test('leaves as Alembic with changing topology, uvs, and a set of the faces laid open', async () => {
    const file = join(await temporaryFolder(), 'bar.abc');
    const preset = { up: 'y', unit: 'm' } as const;
    const params = { normals: true, velocities: true, faceSets: 'auto' };
    const rest = { params, firstFrame: 1, lastFrame: LAST, path: file, withColliders: false, description: '' };
    const frames = await framesOf(path);
    const report = await exportShot({ frames, format: 'alembic', framesPerSecond: 24, preset, ...rest }, quietJob);
    expect(report.checks.every(({ passed }) => passed)).toBe(true);
    const source = new FileSource(file);
    const archive = new ArchiveReader(source);
    const mesh = new PolyMeshReader(archive.top.children[0].children[0]);
    expect(mesh.constantTopology).toBe(false);
    expect(mesh.sampleCount).toBe(LAST);
    const [first, last] = [mesh.sample(0), mesh.sample(LAST - 1)];
    expect(last.faceOffsets.length).toBeGreaterThan(first.faceOffsets.length);
    expect(last.velocities?.length).toBe(last.positions.length);
    expect(last.uvs?.indices.length).toBe(last.faceVertices.length);
    expect(Math.min(...last.uvs!.indices)).toBeGreaterThanOrEqual(0);
    const closed = triangulate({
      name: '',
      ...last,
      positions: Float64Array.from(last.positions),
      groups: [],
      vertexAttributes: [],
    });
    expect(manifoldReport(closed.mesh.triangles, last.positions.length / 3)).toMatchObject({
      manifold: true,
      components: 2,
    });
    const open = (index: number) => mesh.faceSets(index).find(({ name }) => name === 'torn')?.faces.length ?? 0;
    expect(open(0)).toBe(0);
    expect(open(LAST - 1)).toBeGreaterThan(20);
    source.close();
  });
});

function embedPositionsOf(embedding: Parameters<typeof embedPositions>[0], positions: Float32Array): Float32Array {
  const out = new Float32Array((3 * embedding.weights.length) / embedding.size);
  embedPositions(embedding, positions, out);
  return out;
}
