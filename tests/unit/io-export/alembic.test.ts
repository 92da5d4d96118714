import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { sha256Hex } from '../../../src/base/hash.ts';
import { quietJob } from '../../../src/base/job.ts';
import { describeArchive } from '../../../src/io/alembic/describeArchive.ts';
import { ArchiveReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { MemorySource } from '../../../src/io/alembic/ByteSource.ts';
import { PolyMeshReader } from '../../../src/io/alembic/PolyMeshReader.ts';
import { sampleTime } from '../../../src/io/alembic/TimeSampling.ts';
import alembic from '../../../src/io/exporters/alembic.ts';
import type { ExportJob, ExportObject } from '../../../src/io/Exporter.ts';
import { exportJob, foldedSurface, swayingObject, temporaryFolder } from './exportFixtures.ts';

const defaults = alembic.params.parse({});
const write = (job: ExportJob, context = quietJob) => alembic.write(job, defaults, context);

const turning: ExportObject = {
  name: 'turn table',
  kind: 'transform',
  sample: () => Promise.resolve({ positions: new Float32Array(0) }),
  transform: (frame) => {
    const c = Math.cos(0.1 * frame);
    const s = Math.sin(0.1 * frame);
    return Float64Array.of(c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0, frame, 2, 3, 1);
  },
};

const spray: ExportObject = {
  name: 'spray',
  kind: 'points',
  sample: (frame) => {
    const count = frame % 4;
    return Promise.resolve({
      positions: Float32Array.from({ length: 3 * count }, (_, i) => i + frame),
      velocities: new Float32Array(3 * count).fill(2),
      ids: BigUint64Array.from({ length: count }, (_, i) => 2n ** 33n + BigInt(i)),
      widths: new Float32Array(count).fill(0.1),
    });
  },
};

/** A strip that grows and shrinks, and is not there in every fourth frame. */
const growing: ExportObject = {
  name: 'splash',
  kind: 'mesh',
  surface: foldedSurface(),
  sample: (frame) => {
    const count = (frame + 3) % 4;
    const topology = {
      ...foldedSurface(),
      positions: new Float64Array(count === 0 ? 0 : 3 * (count + 2)),
      faceOffsets: Uint32Array.from({ length: count + 1 }, (_, i) => 3 * i),
      faceVertices: Uint32Array.from({ length: 3 * count }, (_, i) => Math.floor(i / 3) + (i % 3)),
      groups: count === 0 ? [] : [{ kind: 'material' as const, name: 'clay', faces: Uint32Array.of(count - 1) }],
      uvs: undefined,
      normals: undefined,
      vertexAttributes: [],
    };
    const positions = Float32Array.from(topology.positions, (_, i) => Math.sin(i * frame));
    return Promise.resolve({ positions, topology, velocities: positions.map((value) => -value) });
  },
};

describe('Alembic export', () => {
  it('writes, reopens and reports a scene of everything', async () => {
    const path = join(temporaryFolder(), 'deep', 'shot.abc');
    const moved: ExportObject = { ...swayingObject('leaf (left)'), transform: turning.transform };
    const report = await write(exportJob([swayingObject(), moved, turning, spray, growing], path, [1, 9]));
    const names = report.checks.map(({ name }) => name);
    expect(report.checks.every(({ passed }) => passed)).toBe(true);
    for (const name of [
      'positions',
      'velocities',
      'uvs',
      'normals',
      'face sets',
      'ids',
      'widths',
      'sample times',
      'bounds',
    ]) {
      expect(names).toContain(name);
    }
    expect(readdirSync(join(path, '..'))).toEqual(['shot.abc']);
    const found = describeArchive(path);
    expect(found).toMatchObject({ framesPerSecond: 24, samples: 9, firstTime: 1 / 24, application: 'Ductile' });
    expect(found.lastTime).toBeCloseTo(9 / 24, 12);
    expect(found.objects.map((object) => object.path)).toContain('/leaf_left_/leaf_left_Shape/red_paint');
    expect(report.bytes).toBe(readFileSync(path).length);
  });

  it('gives the same bytes every time and costs nothing for constant data', async () => {
    const folder = temporaryFolder();
    const bytesOf = async (name: string, last: number) => {
      await write(exportJob([swayingObject()], join(folder, name), [1, last]));
      return readFileSync(join(folder, name));
    };
    const first = await bytesOf('a.abc', 20);
    expect(sha256Hex(await bytesOf('b.abc', 20))).toBe(sha256Hex(first));
    // Per frame: box, positions and velocities, normal values, scene box as words only; nothing of faces, uvs or colours.
    const longer = await bytesOf('c.abc', 40);
    const perFrame = (longer.length - first.length) / 20;
    const varying = 48 + 72 + 72 + 8 * 12;
    const overhead = 5 * (24 + 16);
    expect(perFrame).toBeLessThanOrEqual(varying + overhead);
  });

  it.each([23.976, 24, 25, 29.97, 30, 47.952, 59.94, 60, 119.88])(
    'keeps time at %f frames per second',
    async (framesPerSecond) => {
      const path = join(temporaryFolder(), 'time.abc');
      await write({ ...exportJob([swayingObject()], path, [1001, 1004]), framesPerSecond });
      const archive = new ArchiveReader(new MemorySource(readFileSync(path)));
      const mesh = new PolyMeshReader(archive.objects().find((object) => object.name === 'clothShape')!);
      const exact = Number.isInteger(framesPerSecond) ? framesPerSecond : (Math.round(framesPerSecond) * 1000) / 1001;
      for (let i = 0; i < 4; i++) {
        expect(sampleTime(archive.samplings[mesh.sampling], i)).toBeCloseTo((1001 + i) / exact, 10);
      }
      expect(Number(archive.metadata.get('_ai_DCC_FPS'))).toBe(framesPerSecond);
    },
  );

  it('keeps hard edges in the normals', async () => {
    const path = join(temporaryFolder(), 'normals.abc');
    const surface = foldedSurface();
    const still = {
      ...swayingObject(),
      sample: () => Promise.resolve({ positions: Float32Array.from(surface.positions) }),
    };
    await write(exportJob([still], path, [1, 1]));
    const archive = new ArchiveReader(new MemorySource(readFileSync(path)));
    const { normals } = new PolyMeshReader(archive.objects().find((object) => object.name === 'clothShape')!).sample(0);
    const of = (corner: number) => [
      ...normals!.values.subarray(3 * normals!.indices[corner], 3 * normals!.indices[corner] + 3),
    ];
    for (let corner = 0; corner < 4; corner++) expect(of(corner)).toEqual([0, 0, 1]);
    for (let corner = 4; corner < 10; corner++) expect(of(corner)).toEqual([1, 0, 0]);
  });

  it('leaves an earlier file alone and nothing else behind when it fails or is cancelled', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'shot.abc');
    writeFileSync(path, 'earlier');
    const broken: ExportObject = {
      ...swayingObject(),
      sample: (frame) => Promise.resolve({ positions: new Float32Array(18).fill(frame === 3 ? NaN : 1) }),
    };
    await expect(write(exportJob([broken], path, [1, 5]))).rejects.toMatchObject({
      code: 'geometry-invalid',
      place: 'frame 3, object cloth',
    });
    let asked = 0;
    const context = { progress: () => undefined, cancelled: () => ++asked > 3 };
    await expect(write(exportJob([swayingObject()], path, [1, 50]), context)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(readdirSync(folder)).toEqual(['shot.abc']);
    expect(readFileSync(path, 'utf8')).toBe('earlier');
  });

  it('notices when what it wrote is not what the shot holds', async () => {
    const folder = temporaryFolder();
    let calls = 0;
    const unsteady: ExportObject = {
      ...swayingObject(),
      sample: () => Promise.resolve({ positions: new Float32Array(18).fill(++calls) }),
    };
    await expect(write(exportJob([unsteady], join(folder, 'x.abc'), [1, 2]))).rejects.toMatchObject({
      code: 'export-mismatch',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('explains where it cannot write', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const attempt = write(exportJob([swayingObject()], join(folder, 'file', 'x.abc'), [1, 2]));
    await expect(attempt).rejects.toBeInstanceOf(CoreError);
    await expect(attempt).rejects.toMatchObject({ code: 'file-unwritable' });
  });
});
