import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ArchiveReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { MemorySource } from '../../../src/io/alembic/ByteSource.ts';
import { PolyMeshWriter } from '../../../src/io/alembic/PolyMeshWriter.ts';
import { SUBDIVISION } from '../../../src/io/alembic/schemas.ts';
import { ACYCLIC } from '../../../src/io/alembic/TimeSampling.ts';
import type { ArchiveWriter } from '../../../src/io/alembic/ArchiveWriter.ts';
import { bytesOf } from '../../../src/io/alembic/elementType.ts';
import { archiveSource } from '../../../src/io/animations/alembic/openArchive.ts';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import {
  addCube,
  addTransform,
  archiveBytes,
  at24,
  cubeAt,
  cubeSurface,
  turnedZ,
} from '../../support/animationSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { fanSurface } from '../alembic/archiveFixtures.ts';
import { difference, openArchive } from './archiveSources.ts';

const source = (build: (archive: ArchiveWriter) => void) => openArchive(archiveBytes(build));

describe('transforms', () => {
  it('turn rigidly between samples, at the velocity of the rotation', () => {
    const angle = 0.5;
    const archive = source((writer) => {
      const sampling = writer.timeSampling(at24);
      const at = (i: number) => turnedZ(angle * i, [2 * i, 0, 0]);
      addCube(addTransform(writer.top, 'node', { sampling, samples: 3, at }), 'cube', {
        sampling,
        samples: 3,
        at: () => cubeAt(0),
      });
    });
    expect(archive.header.objects[0].times).toHaveLength(3);
    const frames = 1.25;
    const { positions, velocities } = archive.sample(0, (1 + frames) / 24);
    const [c, s] = [Math.cos(angle * frames), Math.sin(angle * frames)];
    const rest = cubeAt(0);
    for (let k = 0; k < rest.length; k += 3) {
      const [x, y] = [c * rest[k] - s * rest[k + 1], s * rest[k] + c * rest[k + 1]];
      expect(positions[k]).toBeCloseTo(x + 2 * frames, 12);
      expect(positions[k + 1]).toBeCloseTo(y, 12);
      expect(velocities[k]).toBeCloseTo(24 * (2 - angle * y), 5);
      expect(velocities[k + 1]).toBeCloseTo(24 * angle * x, 5);
    }
  });

  it('multiply from the outside in, each with samples of its own, and stop at one that does not inherit', () => {
    const archive = source((writer) => {
      const slow = writer.timeSampling({ timePerCycle: 1, times: [0] });
      const fast = writer.timeSampling({ timePerCycle: 0.5, times: [0] });
      const outer = addTransform(writer.top, 'outer', {
        sampling: slow,
        samples: 2,
        at: (i) => turnedZ(Math.PI / 2, [4 * i, 0, 0]),
      });
      const inner = addTransform(outer, 'inner', { sampling: fast, samples: 3, at: (i) => turnedZ(0, [i, 0, 0]) });
      addCube(inner, 'cube', { sampling: fast, samples: 3, at: (i) => cubeAt(i) });
      const free = outer.child('free', 'schema=AbcGeom_Xform_v3');
      const flag = { type: 'bool_t', extent: 1 } as const;
      free.properties
        .compound('.xform', '')
        .property({ kind: 'scalar', name: '.inherits', data: flag })
        .write(Uint8Array.of(0));
      addCube(free, 'cube', { sampling: slow, samples: 1, at: () => cubeAt(0) });
    });
    const names = archive.header.objects.map(({ name }) => name);
    expect(names).toEqual(['/outer/inner/cube', '/outer/free/cube']);
    expect([...archive.header.objects[0].times]).toEqual([0, 0.5, 1]);
    const { positions, velocities } = archive.sample(0, 0.75);
    // The inner x is 1.5 from its node and 1.5 from its samples, and points along y.
    expect(difference([...positions.subarray(0, 3)], [3, 3, 0])).toBeLessThan(1e-12);
    expect(difference([...velocities.subarray(0, 3)], [4, 4, 0])).toBeLessThan(1e-6);
    expect(difference(archive.sample(1, 0.75).positions, cubeAt(0))).toBe(0);
  });
});

describe('samplings', () => {
  it.each([
    ['uniform', { timePerCycle: 0.25, times: [2] }, [2, 2.25, 2.5, 2.75]],
    ['cyclic, two samples a frame', { timePerCycle: 1 / 24, times: [0, 0.01] }, [0, 0.01, 1 / 24, 1 / 24 + 0.01]],
    ['acyclic', { timePerCycle: ACYCLIC, times: [0, 0.5, 0.75, 3] }, [0, 0.5, 0.75, 3]],
  ])('%s', (_, sampling, times) => {
    const archive = source((writer) => {
      addCube(writer.top, 'cube', { sampling: writer.timeSampling(sampling), samples: 4, at: (i) => cubeAt(i * i) });
    });
    const [object] = archive.header.objects;
    expect(difference(object.times, times)).toBeLessThan(1e-12);
    times.forEach((time, at) =>
      expect(difference(archive.sample(0, time).positions, cubeAt(at * at))).toBeLessThan(1e-12),
    );
    const between = archive.sample(0, times[2] + 0.5 * (times[3] - times[2]));
    expect(between.positions[0]).toBeCloseTo(6.5, 12);
    expect(between.velocities[0]).toBeCloseTo(5 / (times[3] - times[2]), 9);
  });

  it('repeated samples rest: they are not stored again', () => {
    const shifts = [0, 0, 1, 1, 2, 2, 2];
    const archive = source((writer) => {
      const sampling = writer.timeSampling(at24);
      addCube(writer.top, 'cube', { sampling, samples: 7, at: (i) => cubeAt(shifts[i]) });
    });
    shifts.forEach((shift, at) => expect(archive.sample(0, (1 + at) / 24).positions[0]).toBe(shift));
    expect(archive.sample(0, 6.5 / 24).velocities[0]).toBe(0);
  });
});

describe('changing topology', () => {
  const growing = (writer: ArchiveWriter, velocities: boolean) => {
    const sampling = writer.timeSampling(at24);
    const options = { sampling, velocities, normals: false, surface: fanSurface(1), faceSets: [] };
    const mesh = new PolyMeshWriter(writer.top, 'splash', options);
    for (const count of [1, 2, 2, 0]) {
      const surface = fanSurface(count);
      const positions = Float32Array.from(surface.positions, (_, k) => k + count);
      mesh.write({ positions, surface, velocities: velocities ? positions.map(() => 12) : undefined });
    }
  };

  it('moves the earlier sample along its velocities', () => {
    const archive = source((writer) => growing(writer, true));
    const [object] = archive.header.objects;
    expect(object).toMatchObject({ topology: 'changing', velocities: 'file', triangles: 1 });
    const first = archive.sample(0, 1 / 24);
    expect([first.positions[0], first.triangles.length]).toEqual([1, 3]);
    const between = archive.sample(0, 1.5 / 24);
    expect(between.positions[0]).toBeCloseTo(1 + 12 * (0.5 / 24), 12);
    expect(between.velocities[0]).toBe(12);
    expect(between.triangles).toHaveLength(3);
    const { triangles } = archive.sample(0, 2 / 24);
    expect(triangles).toHaveLength(6);
    expect(archive.sample(0, 3 / 24).triangles).toBe(triangles);
    expect(archive.sample(0, 4 / 24).positions).toHaveLength(0);
  });

  it('is told, and held, where there are no velocities', () => {
    const archive = source((writer) => growing(writer, false));
    expect(archive.header.doubts.join()).toContain('/splash: its topology changes and it has no velocities');
    const { positions, velocities } = archive.sample(0, 1.9 / 24);
    expect([positions[0], velocities[0]]).toEqual([1, 0]);
  });
});

describe('what an archive holds', () => {
  it('lists cages, hidden objects, other kinds and velocities per frame as doubts', () => {
    const archive = source((writer) => {
      const sampling = writer.timeSampling(at24);
      addCube(writer.top, 'perFrame', { sampling, samples: 2, at: (i) => cubeAt(i) }, () =>
        cubeAt(0).map((_, k) => (k % 3 === 0 ? 1 : 0)),
      );
      const cage = writer.top.child('cage', SUBDIVISION.objectMetadata);
      const geom = cage.properties.compound('.geom', '');
      const points = { type: 'float32_t', extent: 3 } as const;
      const numbers = { type: 'int32_t', extent: 1 } as const;
      geom.property({ kind: 'array', name: 'P', data: points }).write(bytesOf(Float32Array.from(cubeAt(0))));
      const { faceVertices } = cubeSurface();
      geom
        .property({ kind: 'array', name: '.faceIndices', data: numbers })
        .write(bytesOf(Int32Array.from(faceVertices)));
      geom.property({ kind: 'array', name: '.faceCounts', data: numbers }).write(bytesOf(new Int32Array(6).fill(4)));
      const visible = { type: 'int8_t', extent: 1 } as const;
      cage.properties.property({ kind: 'scalar', name: 'visible', data: visible }).write(Uint8Array.of(0));
      writer.top.child('camera', 'schema=AbcGeom_Camera_v1');
    });
    expect(archive.header.objects.map(({ name, triangles, bounds }) => [name, triangles, bounds])).toEqual([
      ['/perFrame', 12, [0, 0, 0, 2, 1, 1]],
      ['/cage', 12, [0, 0, 0, 1, 1, 1]],
    ]);
    const doubts = archive.header.doubts.join('\n');
    expect(doubts).toContain('/perFrame: its velocities are 0.042 times those of its samples');
    expect(doubts).toContain('/cage is a subdivision surface: its cage is read');
    expect(doubts).toContain('/cage is hidden');
    expect(doubts).toContain('/camera is left out: Camera is neither a mesh nor points');
  });

  it('is told with object, sample and time where a sample is damaged', async () => {
    const bytes = archiveBytes((writer) => {
      const sampling = writer.timeSampling(at24);
      addCube(writer.top, 'cube', { sampling, samples: 3, at: (i) => cubeAt(10 * i + 0.125) });
    });
    const view = new DataView(bytes.buffer);
    // The first number of the second sample.
    const at = bytes.findIndex((_, k) => k + 4 <= bytes.length && view.getFloat32(k, true) === 10.125);
    view.setFloat32(at, NaN, true);
    const path = join(await temporaryFolder(), 'damaged.abc');
    writeFileSync(path, bytes);
    const { source: archive } = await openAnimation(path);
    archive.sample(0, 1 / 24 - 1);
    expect(() => archive.sample(0, 2 / 24)).toThrowError(
      expect.objectContaining({
        code: 'geometry-invalid',
        file: path,
        place: `/cube at ${2 / 24} s, /cube sample 1`,
        message: 'vertex 0 has the coordinate NaN',
      }),
    );
    archive.close();
  });
});

describe('fingerprints', () => {
  const walking = (changed?: number) =>
    source((writer) => {
      const sampling = writer.timeSampling(at24);
      const at = (i: number) => turnedZ(0.1 * i);
      const node = addTransform(writer.top, 'node', { sampling, samples: 100, at });
      addCube(node, 'cube', { sampling, samples: 100, at: (i) => cubeAt(i === changed ? -1 : 0.1 * i) });
    });

  it('change for the intervals that read the changed sample alone', () => {
    // Sample 80 is frame 81.
    const [before, after] = [walking(), walking(80)];
    const changed: number[] = [];
    for (let frame = 2; frame <= 100; frame++) {
      const interval = [(frame - 1) / 24, frame / 24] as const;
      if (before.fingerprint(0, ...interval) !== after.fingerprint(0, ...interval)) changed.push(frame);
    }
    // The interval before frame 81 ends at it, the one after begins there.
    expect(changed).toEqual([81, 82]);
  });

  it('depend on the transform too', () => {
    const at = (angle: number) => (i: number) => turnedZ(angle * i);
    const build = (angle: number) =>
      source((writer) => {
        const sampling = writer.timeSampling(at24);
        const node = addTransform(writer.top, 'node', { sampling, samples: 3, at: at(angle) });
        addCube(node, 'cube', { sampling, samples: 3, at: (i) => cubeAt(i) });
      });
    expect(build(0.1).fingerprint(0, 1 / 24, 2 / 24)).not.toBe(build(0.2).fingerprint(0, 1 / 24, 2 / 24));
    expect(build(0.1).fingerprint(0, 1 / 24, 2 / 24)).toBe(build(0.1).fingerprint(0, 1 / 24, 2 / 24));
  });
});

describe('streaming', () => {
  it('reads the tree and the boxes when it opens, and at most two samples for a time', () => {
    const surface = fanSurface(2000);
    const bytes = archiveBytes((writer) => {
      const sampling = writer.timeSampling(at24);
      const options = { sampling, velocities: false, normals: false, surface, faceSets: [] };
      const mesh = new PolyMeshWriter(writer.top, 'fan', options);
      for (let i = 0; i < 100; i++)
        mesh.write({ positions: Float32Array.from(surface.positions, (_, k) => k + i), surface });
    });
    let read = 0;
    const memory = new MemorySource(bytes);
    const counting = {
      name: 'counting',
      size: memory.size,
      read: (offset: number, length: number) => {
        read += length;
        return memory.read(offset, length);
      },
      close: () => undefined,
    };
    const archive = archiveSource(new ArchiveReader(counting));
    // Boxes of 100 samples, their offsets, and the corners of each face.
    expect(read).toBeLessThan(0.02 * bytes.length);
    const sampleBytes = 12 * 2002;
    const topologyBytes = 4 * 4 * 2000;
    const cost = (time: number) => {
      const before = read;
      archive.sample(0, time);
      return read - before;
    };
    expect(cost(50.5 / 24)).toBeLessThan(2 * sampleBytes + topologyBytes + 1000);
    expect(cost(50.6 / 24)).toBe(0);
    expect(cost(51.5 / 24)).toBeLessThan(sampleBytes + 1000);
  });
});
