import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { ArchiveReader, type CompoundReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { MemorySource } from '../../../src/io/alembic/ByteSource.ts';
import { describeArchive } from '../../../src/io/alembic/describeArchive.ts';
import { PointsReader } from '../../../src/io/alembic/PointsReader.ts';
import { PointsWriter } from '../../../src/io/alembic/PointsWriter.ts';
import { PolyMeshReader } from '../../../src/io/alembic/PolyMeshReader.ts';
import { PolyMeshWriter } from '../../../src/io/alembic/PolyMeshWriter.ts';
import { XformReader } from '../../../src/io/alembic/XformReader.ts';
import { XformWriter } from '../../../src/io/alembic/XformWriter.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';
import { smallSurface, writeAndOpen } from './archiveFixtures.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

/** Reads everything that an archive holds; malformed input may only end in a CoreError. */
function readAll(bytes: Uint8Array): void {
  const archive = new ArchiveReader(new MemorySource(bytes));
  const visit = (compound: CompoundReader) => {
    for (const property of compound.properties.values()) {
      for (let i = 0; i < Math.min(property.storedCount, 50); i++) property.stored(i);
      if (property.header.sampleCount > 0) property.key(0);
    }
    for (const inner of compound.compounds.values()) visit(inner);
  };
  visit(archive.top.properties);
  for (const object of archive.objects()) {
    visit(object.properties);
    const schema = object.metadata.get('schema') ?? '';
    if (schema.includes('PolyMesh')) {
      const mesh = new PolyMeshReader(object);
      for (let i = 0; i < Math.min(mesh.sampleCount, 20); i++) mesh.sample(i);
      mesh.faceSets(0);
    } else if (schema.includes('Points')) {
      const points = new PointsReader(object);
      for (let i = 0; i < Math.min(points.sampleCount, 20); i++) points.sample(i);
    } else if (schema.includes('Xform')) {
      const xform = new XformReader(object);
      for (let i = 0; i < Math.min(xform.sampleCount, 20); i++) xform.matrix(i);
    }
  }
  describeArchive(bytes);
}

/** True when it reads; false when it ends in a CoreError; anything else fails the test. */
function survives(bytes: Uint8Array): boolean {
  try {
    readAll(bytes);
    return true;
  } catch (error) {
    if (error instanceof CoreError && /^format-/.test(error.code)) return false;
    throw error;
  }
}

function sample(): Uint8Array {
  return writeAndOpen((writer) => {
    const sampling = writer.timeSampling({ timePerCycle: 1 / 24, times: [0] });
    const xform = new XformWriter(writer.top, 'node', { sampling, animated: true });
    const surface = smallSurface();
    const options = { sampling, velocities: true, normals: false, surface, faceSets: ['red', 'blue paint'] };
    const mesh = new PolyMeshWriter(xform.object, 'nodeShape', options);
    const points = new PointsWriter(writer.top, 'dust', { sampling, velocities: false, widths: true });
    for (let frame = 0; frame < 3; frame++) {
      const positions = Float32Array.from(surface.positions, (value) => value + frame);
      const box = mesh.write({ positions, surface, velocities: positions });
      xform.write(
        Float64Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 + frame : 0)),
        box,
      );
      points.write({ positions: positions.subarray(0, 3 * frame), widths: new Float32Array(frame) });
    }
    xform.finish();
  }).bytes.slice();
}

describe('damaged archives', () => {
  const whole = sample();

  it('reads the undamaged one', () => {
    expect(survives(whole)).toBe(true);
  });

  it('refuses every truncation', () => {
    for (let length = 0; length < whole.length; length += 41) expect(survives(whole.slice(0, length))).toBe(false);
  });

  it('survives changed bytes', () => {
    let refused = 0;
    for (let at = 0; at < whole.length; at += 4) {
      for (const value of [0, 0xff, whole[at] ^ (1 << (at % 8))]) {
        const damaged = whole.slice();
        damaged[at] = value;
        if (!survives(damaged)) refused++;
      }
    }
    expect(refused).toBeGreaterThan(whole.length / 40);
  });

  it('survives groups that refer to each other', () => {
    const view = new DataView(whole.buffer.slice(0));
    const root = view.getUint32(8, true);
    const top = view.getUint32(root + 8 + 16, true);
    const damaged = new Uint8Array(view.buffer);
    // The top object's first child becomes the top object itself.
    view.setUint32(top + 16, top, true);
    view.setUint32(top + 20, 0, true);
    expect(survives(damaged)).toBe(false);
  });

  it('names file, place and cause', () => {
    const unfinished = whole.slice();
    unfinished[5] = 0;
    expect(() => describeArchive(unfinished)).toThrowError(
      expect.objectContaining({ code: 'format-truncated', file: 'archive', place: 'byte 5' }),
    );
    const flipped = whole.slice();
    flipped.set([0x89, 0x48, 0x44, 0x46]);
    expect(() => describeArchive(flipped)).toThrowError(expect.objectContaining({ code: 'format-unsupported' }));
    expect(() => describeArchive('/no/such/file.abc')).toThrowError(expect.objectContaining({ code: 'file-missing' }));
  });

  it('survives random bytes after a good header', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 400 }), fc.nat(500), (noise, root) => {
        const bytes = new Uint8Array(16 + noise.length);
        bytes.set([0x4f, 0x67, 0x61, 0x77, 0x61, 0xff, 0, 1, root & 255, root >> 8]);
        bytes.set(noise, 16);
        survives(bytes);
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});

describeWithData('archives from outside', () => {
  const folder = testDataPath('D_alembic');
  const outcomes: Readonly<Record<string, string>> = {
    'badver.abc': 'format-unsupported',
    'prman_cube.abc': 'format-unsupported',
    'fuzzer_issue25051.abc': 'format-',
    'issue253.abc': 'format-',
  };
  const names = readdirSync(folder).filter((name) => name.endsWith('.abc'));

  it.each(names)('%s', (name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    let outcome = 'read';
    try {
      readAll(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(CoreError);
      outcome = (error as CoreError).code;
    }
    expect(outcome).toMatch(new RegExp(`^${outcomes[name] ?? (name === 'malformed_xform.abc' ? '' : 'read')}`));
  });

  it('a truncated one', () => {
    const bytes = readFileSync(`${folder}/derived/animatedCube-truncated.abc`);
    expect(() => describeArchive(bytes)).toThrowError(expect.objectContaining({ code: 'format-truncated' }));
  });

  it.each(['issue253.abc', 'rotatingCube.abc', 'varTopo_bakedVelocity_0-1_30fps.abc', 'sphereWithShadingGroups.abc'])(
    '%s with flipped bits',
    (name) => {
      const bytes = new Uint8Array(readFileSync(`${folder}/${name}`));
      for (let i = 0; i < 150; i++) {
        const damaged = bytes.slice();
        const at = (i * 7919 + 13) % bytes.length;
        damaged[at] ^= 1 << (i % 8);
        damaged[(at * 31) % bytes.length] ^= 0x80;
        survives(damaged);
      }
    },
  );

  it('are described', () => {
    const cube = describeArchive(`${folder}/animatedCube.abc`);
    expect(cube.application).toContain('Maya');
    expect(cube.framesPerSecond).toBeCloseTo(24, 9);
    expect(cube.samples).toBe(10);
    const mesh = cube.objects.find(({ schema }) => schema === 'PolyMesh');
    expect(mesh).toMatchObject({ path: '/pCube1/pCubeShape1', vertices: 8, faces: 6, constantTopology: true });
    expect(mesh?.firstTime).toBeCloseTo(1 / 24, 12);
    expect(mesh?.lastTime).toBeCloseTo(10 / 24, 12);
  });
});
