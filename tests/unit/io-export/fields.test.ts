import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { ArchiveReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { FileSource } from '../../../src/io/alembic/ByteSource.ts';
import { PointsReader } from '../../../src/io/alembic/PointsReader.ts';
import { PolyMeshReader } from '../../../src/io/alembic/PolyMeshReader.ts';
import { applyPreset } from '../../../src/io/exportPresets.ts';
import { exporters, type ExportObject } from '../../../src/io/Exporter.ts';
import { readPlyPoints } from '../../../src/io/exporters/ply/plyPoints.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { exportJob, foldedSurface, swayingObject, swayingPositions, temporaryFolder } from './exportFixtures.ts';

const VERTICES = 6;
const heat = (frame: number) => Float32Array.from({ length: VERTICES }, (_, v) => frame + v / 3);
const flow = (frame: number) => Float32Array.from({ length: 3 * VERTICES }, (_, k) => Math.sin(frame + k));

/** A mesh with a scalar and a vector per vertex. */
const glowing: ExportObject = {
  ...swayingObject('glowing'),
  sample: (frame) =>
    Promise.resolve({
      positions: swayingPositions(foldedSurface(), frame),
      fields: [
        { name: 'heat of 1', size: 1, values: heat(frame) },
        { name: 'flow', size: 3, values: flow(frame) },
      ],
    }),
};

/** Points with the same. */
const sparks: ExportObject = {
  name: 'sparks',
  kind: 'points',
  sample: async (frame) => ({ ...(await glowing.sample(frame)), ids: new BigUint64Array(VERTICES) }),
};

const CORNERS = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

function tet(name: string, strain: number | undefined): ExportObject {
  const { surface } = swayingObject(name);
  const tets = { positions: CORNERS, tets: Uint32Array.of(0, 1, 2, 3) };
  const volumeFields = {
    vertices: [{ name: 'push', size: 3, values: Float32Array.from(CORNERS, (value) => value + 5) }],
    elements: [{ name: 'plastic strain', size: 1, values: Float32Array.of(strain ?? 0) }],
  };
  return {
    ...{ name, kind: 'mesh', surface, tets },
    sample: (frame) =>
      Promise.resolve({
        positions: swayingPositions(foldedSurface(), frame),
        volumePositions: Float32Array.from(CORNERS),
        ...(strain !== undefined && { volumeFields }),
      }),
  };
}

function write(format: string, objects: readonly ExportObject[], path: string, params: object = {}) {
  const exporter = exporters.get(format);
  return exporter.write(exportJob(objects, path, [1, 3]), exporter.params.parse(params), quietJob);
}

test('Alembic: geometry parameters per vertex and point, for every frame, compared when the file is reopened', async () => {
  const path = join(temporaryFolder(), 'a.abc');
  const report = await write('alembic', [glowing, swayingObject('plain'), sparks], path);
  expect(report.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['fields', 'numbers of a field']));
  const source = new FileSource(path);
  const [mesh, plain, points] = new ArchiveReader(source).top.children.map((node) => node.children[0]);
  const reader = new PolyMeshReader(mesh);
  for (const one of [reader, new PointsReader(points)]) {
    for (const index of [0, 1, 2]) {
      expect(one.attribute('heat_of_1')!.sample(index).values).toEqual(heat(index + 1));
      expect(one.attribute('flow')!.sample(index).values).toEqual(flow(index + 1));
    }
    expect(one.attribute('flow')).toMatchObject({ extent: 3, scope: 'vtx' });
  }
  expect(reader.attributes).toEqual(['Cd', 'heat_of_1', 'flow']);
  expect(new PolyMeshReader(plain).attributes).toEqual(['Cd']);
  source.close();
});

test('Alembic: left out where they are not wanted', async () => {
  const path = join(temporaryFolder(), 'a.abc');
  await write('alembic', [glowing], path, { fields: false });
  const source = new FileSource(path);
  expect(new PolyMeshReader(new ArchiveReader(source).top.children[0].children[0]).attributes).toEqual(['Cd']);
  source.close();
});

test('PLY: a property for each number, 0 where an object does not have the field', async () => {
  const folder = temporaryFolder();
  const report = await write('ply', [glowing, swayingObject('plain')], join(folder, 'a.ply'));
  expect(report.checks.find(({ name }) => name === 'fields')?.measured?.count).toBe(3 * 4 * 2 * VERTICES);
  const { mesh } = await readMesh(join(folder, 'a.0002.ply'));
  const column = (name: string) => mesh.surface.vertexAttributes.find((attribute) => attribute.name === name)!.values;
  expect(column('heat_of_1')).toEqual(Float32Array.of(...heat(2), ...new Float32Array(VERTICES)));
  expect(column('flow_1').subarray(0, VERTICES)).toEqual(flow(2).filter((_, k) => k % 3 === 1));
});

test('PLY of particles: the same', async () => {
  const folder = temporaryFolder();
  await write('ply-points', [sparks], join(folder, 'p.ply'));
  const columns = readPlyPoints('p', readFileSync(join(folder, 'p.0003.ply')));
  expect([...columns.keys()]).toEqual(['x', 'y', 'z', 'id', 'heat_of_1', 'flow_0', 'flow_1', 'flow_2']);
  expect(Float32Array.from(columns.get('heat_of_1')!)).toEqual(heat(3));
});

/** `count` numbers after a text. */
function after(
  bytes: Buffer,
  text: string,
  stride: number,
  read: (view: DataView, at: number) => number,
  count: number,
) {
  const at = bytes.indexOf(text, 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + text.length);
  return Array.from({ length: count }, (_, k) => read(view, stride * k));
}

test('VTK: point and cell data beside the grid', async () => {
  const folder = temporaryFolder();
  await write('vtk', [tet('hard', undefined), tet('soft', 0.25)], join(folder, 'a.vtk'));
  const bytes = readFileSync(join(folder, 'a.0001.vtk'));
  const float = (view: DataView, at: number) => view.getFloat32(at, false);
  expect(after(bytes, 'FIELD plastic_strain_data 1\nplastic_strain 1 2 float\n', 4, float, 2)).toEqual([0, 0.25]);
  const push = after(bytes, 'POINT_DATA 8\nVECTORS push float\n', 4, float, 24);
  expect(push).toEqual([...new Float32Array(12), ...CORNERS.map((value) => value + 5)]);
  expect((await readMesh(join(folder, 'a.0001.vtk'))).mesh.tets!.tets).toHaveLength(8);
});

test.each(['4.1', '2.2'])('MSH %s: data of nodes and elements after the mesh', async (version) => {
  const folder = temporaryFolder();
  await write('msh', [tet('hard', undefined), tet('soft', 0.25)], join(folder, 'a.msh'), { version });
  const bytes = readFileSync(join(folder, 'a.0001.msh'));
  const head = '$ElementData\n1\n"plastic_strain"\n1\n0\n3\n1\n1\n2\n';
  expect(after(bytes, head, 12, (view, at) => view.getInt32(at, true), 2)).toEqual([1, 2]);
  expect(after(bytes, head, 12, (view, at) => view.getFloat64(at + 4, true), 2)).toEqual([0, 0.25]);
  expect(
    after(bytes, '$NodeData\n1\n"push"\n1\n0\n3\n1\n3\n8\n', 28, (view, at) => view.getInt32(at, true), 8),
  ).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect((await readMesh(join(folder, 'a.0001.msh'))).mesh.tets!.tets).toHaveLength(8);
});

test('vectors turn with the axes of the file, and keep their length', async () => {
  const { fields } = await applyPreset(glowing, { up: 'z', unit: 'cm' }).sample(1);
  const [x, y, z] = flow(1);
  expect([...fields![1].values.subarray(0, 3)]).toEqual([x, -z, y].map((value) => expect.closeTo(value, 6) as number));
  expect(fields![0].values).toEqual(heat(1));
});

test('a field that is no number stops the export', async () => {
  const broken: ExportObject = {
    ...glowing,
    sample: async (frame) => ({
      ...(await glowing.sample(frame)),
      fields: [{ name: 'heat', size: 1, values: new Float32Array(VERTICES).fill(NaN) }],
    }),
  };
  await expect(write('alembic', [broken], join(temporaryFolder(), 'a.abc'))).rejects.toThrow("'heat' does not have 6");
});
