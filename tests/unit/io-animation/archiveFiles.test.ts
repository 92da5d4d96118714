import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { triangulate } from '../../../src/geometry/triangulate.ts';
import type { ExportObject } from '../../../src/io/Exporter.ts';
import exporter from '../../../src/io/exporters/alembic.ts';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import { BinaryWriter } from '../../support/BinaryWriter.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';
import { exportJob, foldedSurface, swayingObject, swayingPositions } from '../io-export/exportFixtures.ts';
import { difference, openArchive } from './archiveSources.ts';

describe('archives of the exporter', () => {
  it('come back as they were simulated: positions, velocities, triangles, frames and bounds', async () => {
    const path = join(await temporaryFolder(), 'cloth.abc');
    const surface = foldedSurface();
    const velocitiesAt = (frame: number) => {
      return Float32Array.from(surface.positions, (_, k) => 24 * 0.07 * Math.cos(0.7 * frame + k));
    };
    const swaying: ExportObject = {
      ...swayingObject(),
      sample: (frame) =>
        Promise.resolve({ positions: swayingPositions(surface, frame), velocities: velocitiesAt(frame) }),
    };
    await exporter.write(exportJob([swaying], path, [3, 9]), exporter.params.parse({}), quietJob);
    const { source: archive } = await openAnimation(path);
    const { header } = archive;
    expect(header).toMatchObject({ application: 'Ductile', framesPerSecond: 24, doubts: [] });
    expect(header.objects).toHaveLength(1);
    const [object] = header.objects;
    expect(object).toMatchObject({
      name: '/cloth/clothShape',
      type: 'mesh',
      vertices: 6,
      triangles: 4,
      topology: 'constant',
      velocities: 'file',
      boundedSamples: 7,
    });
    expect(
      difference(
        object.times,
        Float64Array.from({ length: 7 }, (_, at) => (3 + at) / 24),
      ),
    ).toBeLessThan(1e-12);
    const low = [Infinity, Infinity, Infinity];
    for (let frame = 3; frame <= 9; frame++) {
      const { positions, velocities, triangles } = archive.sample(0, frame / 24);
      const expected = swayingPositions(surface, frame);
      // The surface is about 2 across.
      expect(difference(positions, expected)).toBeLessThan(1e-6);
      expect(difference(velocities, velocitiesAt(frame))).toBe(0);
      expect([...triangles]).toEqual([...triangulate(surface).mesh.triangles]);
      expected.forEach((value, k) => (low[k % 3] = Math.min(low[k % 3], value)));
    }
    expect(difference(object.bounds?.slice(0, 3) ?? [], low)).toBeLessThan(1e-6);
    archive.close();
  });
});

describe('the worked example of the format, byte by byte', () => {
  it('is a triangle that moves by one unit in a frame', () => {
    const archive = openArchive(triangleByHand());
    const [object] = archive.header.objects;
    expect(object).toMatchObject({
      name: '/tri',
      vertices: 3,
      triangles: 1,
      topology: 'constant',
      velocities: 'samples',
    });
    expect([...object.times]).toEqual([1 / 24, 2 / 24]);
    expect(object.bounds).toEqual([0, 0, 0, 1, 1, 1]);
    expect(archive.header.framesPerSecond).toBe(24);
    const middle = archive.sample(0, 1.5 / 24);
    expect(difference(middle.positions, [0, 0, 0.5, 0, 1, 0.5, 1, 0, 0.5])).toBeLessThan(1e-12);
    expect(difference(middle.velocities, [0, 0, 24, 0, 0, 24, 0, 0, 24])).toBeLessThan(1e-9);
    // Clockwise in the file.
    expect([...middle.triangles]).toEqual([2, 1, 0]);
  });
});

describeWithData('archives of other programs', () => {
  it.each([
    ['animatedCube.abc', 1, 24],
    ['rotatingCube.abc', 1, 24],
    ['subdPlane.abc', 1, undefined],
    ['points.abc', 1, undefined],
    ['varTopo_bakedVelocity_0-1_30fps.abc', 1, 30],
    ['velocityCube.abc', 1, undefined],
    ['cubes_normals.abc', undefined, undefined],
  ])('%s', async (name, objects, rate) => {
    const { source: archive } = await openAnimation(testDataPath(`D_alembic/${name}`));
    const { header } = archive;
    if (objects !== undefined) expect(header.objects).toHaveLength(objects);
    if (rate !== undefined) expect(header.framesPerSecond).toBeCloseTo(rate, 6);
    header.objects.forEach(({ times, bounds }, object) => {
      for (const time of [times[0], times[times.length - 1]]) {
        const { positions } = archive.sample(object, time);
        expect(positions.every(Number.isFinite)).toBe(true);
        positions.forEach((value, k) => {
          expect(value).toBeGreaterThan((bounds?.[k % 3] ?? 0) - 1e-4);
          expect(value).toBeLessThan((bounds?.[3 + (k % 3)] ?? 0) + 1e-4);
        });
      }
    });
    archive.close();
  });
});

/** The archive of one triangle in two frames, written from the description of its bytes and not by a writer. */
function triangleByHand(): Uint8Array {
  const DATA = 0x80000000;
  const bytes = new BinaryWriter();
  const word = (offset: number, isData: boolean) => bytes.int32(offset, isData ? DATA | 0 : 0);
  const data = (length: number, write: () => void): number => {
    const offset = bytes.length;
    bytes.uint64(length);
    const before = bytes.length;
    write();
    expect(bytes.length - before).toBe(length);
    return offset;
  };
  const key = (name: number) => bytes.uint64(name, name);
  const group = (...children: readonly (readonly [number, boolean])[]): number => {
    const offset = bytes.length;
    bytes.uint64(children.length);
    for (const [child, isData] of children) word(child, isData);
    return offset;
  };
  const text = (value: string) => bytes.uint8(value.length).text(value);
  bytes.text('Ogawa').uint8(0xff, 0, 1).uint64(0x477);
  const box0 = data(0x40, () => key(1).float64(0, 0, 0, 1, 1, 0));
  const points0 = data(0x34, () => key(2).float32(0, 0, 0, 0, 1, 0, 1, 0, 0));
  const indices = data(0x1c, () => key(3).int32(0, 1, 2));
  const counts = data(0x14, () => key(4).int32(3));
  const box1 = data(0x40, () => key(5).float64(0, 0, 1, 1, 1, 1));
  const points1 = data(0x34, () => key(6).float32(0, 0, 1, 0, 1, 1, 1, 0, 1));
  const ofBox = group([box0, true], [box1, true]);
  const ofPoints = group([points0, true], [0, true], [points1, true], [0, true]);
  const ofIndices = group([indices, true], [0, true]);
  const ofCounts = group([counts, true], [0, true]);
  const headers = data(0x3d, () => {
    const header = (info: number, name: string) => text2(bytes.int32(info).uint8(2, 1), name);
    const text2 = (_: BinaryWriter, name: string) => text(name);
    header(0x001065b1, '.selfBnds');
    header(0x002031a2, 'P');
    header(0x00001d62, '.faceIndices');
    header(0x00001d63, '.faceCounts');
  });
  const geom = group([ofBox, false], [ofPoints, false], [ofIndices, false], [ofCounts, false], [headers, true]);
  const geomHeader = data(10, () => text(bytes.int32(0x00300000) && '.geom'));
  const top = group([geom, false], [geomHeader, true]);
  const noChildren = data(0x20, () => bytes.uint64(1, 2, 0, 0));
  const tri = group([top, false], [noChildren, true]);
  const children = data(0x28, () => bytes.int32(3).text('tri').uint8(4).uint64(3, 4, 5, 6));
  const root = group([0, false], [tri, false], [children, true]);
  const version = data(4, () => bytes.int32(0));
  const library = data(4, () => bytes.int32(10812));
  const metadata = data(0x46, () =>
    bytes.text('_ai_AlembicVersion=Alembic 1.8.12 (abcwriter.mjs);_ai_Application=tiny'),
  );
  const samplings = data(0x30, () =>
    bytes
      .int32(0)
      .float64(1)
      .int32(1)
      .float64(0)
      .int32(2)
      .float64(1 / 24)
      .int32(1)
      .float64(1 / 24),
  );
  const mesh = 'schema=AbcGeom_PolyMesh_v1;schemaBaseType=AbcGeom_GeomBase_v1';
  const table = data(0xda, () => {
    text('interpretation=box');
    text('geoScope=vtx;interpretation=point');
    text(mesh);
    text(`${mesh};schemaObjTitle=AbcGeom_PolyMesh_v1:.geom`);
  });
  expect(bytes.length).toBe(0x477);
  group([version, true], [library, true], [root, false], [metadata, true], [samplings, true], [table, true]);
  expect(bytes.length).toBe(1199);
  return bytes.bytes();
}
