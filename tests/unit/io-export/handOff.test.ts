import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { ArchiveReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { MemorySource } from '../../../src/io/alembic/ByteSource.ts';
import { PolyMeshReader } from '../../../src/io/alembic/PolyMeshReader.ts';
import { XformReader } from '../../../src/io/alembic/XformReader.ts';
import alembic from '../../../src/io/exporters/alembic.ts';
import msh from '../../../src/io/exporters/msh.ts';
import obj from '../../../src/io/exporters/obj.ts';
import ply from '../../../src/io/exporters/ply.ts';
import vtk from '../../../src/io/exporters/vtk.ts';
import type { ExportObject } from '../../../src/io/Exporter.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { exportJob, foldedSurface, swayingObject, swayingPositions, temporaryFolder } from './exportFixtures.ts';

/** Twice as large and 10 higher. */
const lift = () => Float64Array.of(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 10, 0, 1);

const CORNERS = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

function tetrahedron(name: string, transform?: ExportObject['transform']): ExportObject {
  return {
    ...swayingObject(name),
    tets: { positions: CORNERS, tets: Uint32Array.of(0, 1, 2, 3) },
    sample: (frame) =>
      Promise.resolve({
        positions: swayingPositions(foldedSurface(), frame),
        volumePositions: Float32Array.from(CORNERS),
      }),
    transform,
  };
}

async function archiveOf(objects: readonly ExportObject[], options: object = {}): Promise<ArchiveReader> {
  const path = join(temporaryFolder(), 'shot.abc');
  await alembic.write(exportJob(objects, path, [3, 4]), alembic.params.parse(options), quietJob);
  return new ArchiveReader(new MemorySource(readFileSync(path)));
}

describe('what docs/export.md says of Alembic', () => {
  it('names become letters, digits and _; accents are dropped; equal ones get a number', async () => {
    const names = ['Körper 1', 'Korper-1', 'leaf (left)'];
    const archive = await archiveOf(names.map((name) => swayingObject(name)));
    const found = archive.objects().map(({ name }) => name);
    for (const name of found) expect(name).toMatch(/^[A-Za-z0-9_]+$/);
    expect(found.filter((name) => name.endsWith('Shape'))).toHaveLength(3);
    expect(new Set(found.filter((name) => name.endsWith('Shape'))).size).toBe(3);
    expect(found).toContain('Korper_1');
    expect(found).toContain('leaf_left_');
  });

  it.each([
    ['auto', ['clay', 'red_paint']],
    ['all', ['all', 'clay', 'red_paint', 'side']],
    ['none', []],
  ])('face sets: %s', async (faceSets, expected) => {
    const archive = await archiveOf([swayingObject()], { faceSets });
    const mesh = new PolyMeshReader(archive.objects().find(({ name }) => name === 'clothShape')!);
    expect(
      mesh
        .faceSets(0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(expected);
  });

  it('face sets are the groups where there are no materials', async () => {
    const surface = foldedSurface();
    const groups = surface.groups.filter(({ kind }) => kind === 'group');
    const archive = await archiveOf([swayingObject('cloth', { ...surface, groups })]);
    const mesh = new PolyMeshReader(archive.objects().find(({ name }) => name === 'clothShape')!);
    expect(
      mesh
        .faceSets(0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['all', 'side']);
  });

  it('positions and velocities are in the space of the object, below a transform that carries it; one without motion is the identity', async () => {
    const archive = await archiveOf([{ ...swayingObject('moved'), transform: lift }, swayingObject('still')]);
    const at = (name: string) => archive.objects().find((object) => object.name === name)!;
    expect(new XformReader(at('moved')).matrix(0)).toEqual(lift());
    const identity = new XformReader(at('still')).matrix(0);
    expect([...identity]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    const [moved, still] = ['movedShape', 'stillShape'].map((name) => new PolyMeshReader(at(name)).sample(0));
    expect(moved.positions).toEqual(still.positions);
    expect(moved.velocities).toEqual(still.velocities);
    expect(moved.velocities).toEqual((await swayingObject().sample(3)).velocities);
  });

  it('what moves as a whole can have its points moved instead', async () => {
    const objects = [{ ...swayingObject('moved'), transform: lift }, swayingObject('still')];
    const archive = await archiveOf(objects, { transforms: 'baked' });
    const at = (name: string) => archive.objects().find((object) => object.name === name)!;
    expect([...new XformReader(at('moved')).matrix(0)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    const [moved, still] = ['movedShape', 'stillShape'].map((name) => new PolyMeshReader(at(name)).sample(1));
    expect(moved.positions).toEqual(still.positions.map((x, k) => 2 * x + (k % 3 === 1 ? 10 : 0)));
    expect(moved.velocities).toEqual(still.velocities?.map((v) => 2 * v));
  });

  it('a mesh that was imported without normals is written without', async () => {
    const archive = await archiveOf([swayingObject('cloth', { ...foldedSurface(), normals: undefined })]);
    const mesh = new PolyMeshReader(archive.objects().find(({ name }) => name === 'clothShape')!);
    expect(mesh.sample(0).normals).toBeUndefined();
  });
});

describe('what docs/export.md says of sequences', () => {
  it('PLY puts objects that move as a whole where they are, and their velocities along', async () => {
    const folder = temporaryFolder();
    const moved = { ...swayingObject(), transform: lift };
    await ply.write(exportJob([moved], join(folder, 'a.ply'), [5, 5]), { velocities: true, fields: true }, quietJob);
    const { surface } = (await readMesh(join(folder, 'a.0005.ply'))).mesh;
    const local = swayingPositions(foldedSurface(), 5);
    surface.positions.forEach((x, k) => expect(x).toBeCloseTo(2 * local[k] + (k % 3 === 1 ? 10 : 0), 5));
  });

  it.each([
    ['msh', (job: Parameters<typeof msh.write>[0]) => msh.write(job, { version: '4.1', fields: true }, quietJob)],
    ['msh', (job: Parameters<typeof msh.write>[0]) => msh.write(job, { version: '2.2', fields: true }, quietJob)],
    ['vtk', (job: Parameters<typeof msh.write>[0]) => vtk.write(job, { fields: true }, quietJob)],
  ] as const)('%s puts elements where they are, and tells the objects apart', async (extension, write) => {
    const folder = temporaryFolder();
    await write(exportJob([tetrahedron('left'), tetrahedron('right', lift)], join(folder, 'a'), [1, 1]));
    const path = join(folder, `a.0001.${extension}`);
    const { mesh } = await readMesh(path);
    expect([...mesh.tets!.positions]).toEqual([
      ...CORNERS,
      ...Array.from(CORNERS, (x, k) => 2 * x + (k % 3 === 1 ? 10 : 0)),
    ]);
    const bytes = readFileSync(path);
    const text = bytes.toString('latin1');
    if (extension === 'msh') {
      expect(text).toContain('$PhysicalNames\n2\n3 1 "left"\n3 2 "right"\n$EndPhysicalNames');
      return;
    }
    const head = 'CELL_DATA 2\nSCALARS object int 1\nLOOKUP_TABLE default\n';
    const numbers = text.indexOf(head) + head.length;
    expect([0, 4].map((at) => bytes.readInt32BE(numbers + at))).toEqual([0, 1]);
  });

  it('OBJ keeps smoothing groups', async () => {
    const folder = temporaryFolder();
    await obj.write(exportJob([swayingObject()], join(folder, 'a.obj'), [1, 1]), obj.params.parse({}), quietJob);
    const { mesh } = await readMesh(join(folder, 'a.0001.obj'));
    const smooth = mesh.surface.groups.filter(({ kind }) => kind === 'smoothing');
    expect(smooth.map(({ name, faces }) => [name, [...faces]])).toEqual([['1', [0]]]);
  });
});
