import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import msh from '../../../src/io/exporters/msh.ts';
import ply from '../../../src/io/exporters/ply.ts';
import { readPlyPoints } from '../../../src/io/exporters/ply/plyPoints.ts';
import plyPoints from '../../../src/io/exporters/plyPoints.ts';
import vtk from '../../../src/io/exporters/vtk.ts';
import { exporters, type ExportObject } from '../../../src/io/Exporter.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { exportJob, foldedSurface, swayingObject, swayingPositions, temporaryFolder } from './exportFixtures.ts';

describe('PLY sequence', () => {
  it('keeps polygons, uvs per corner, colours and velocities', async () => {
    const folder = temporaryFolder();
    const job = exportJob([swayingObject('a'), swayingObject('b')], join(folder, 'a.ply'), [1, 2]);
    const report = await ply.write(job, { velocities: true, fields: true }, quietJob);
    expect(report.checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['positions', 'uvs', 'velocities']));
    expect(readdirSync(folder)).toEqual(['a.0001.ply', 'a.0002.ply']);
    const { mesh } = await readMesh(join(folder, 'a.0002.ply'));
    const source = foldedSurface();
    const expected = [...swayingPositions(source, 2), ...swayingPositions(source, 2)];
    expect([...mesh.surface.positions]).toEqual(expected);
    const colour = mesh.surface.vertexAttributes.find(({ name }) => name === 'color');
    expect([...colour!.values.subarray(0, 18)]).toEqual([...source.vertexAttributes[0].values]);
  });
});

describe('PLY sequence of particles', () => {
  const drop = (name: string, count: number, ids: readonly bigint[]): ExportObject => ({
    name,
    kind: 'points',
    sample: (frame) =>
      Promise.resolve({
        positions: Float32Array.from({ length: 3 * count }, (_, k) => k + frame),
        velocities: new Float32Array(3 * count).fill(2),
        ids: BigUint64Array.from(ids),
        widths: new Float32Array(count).fill(0.25),
      }),
  });

  it('keeps ids, widths, velocities and whose particle it is; meshes are left out', async () => {
    const folder = temporaryFolder();
    const objects = [swayingObject('a'), drop('sea', 2, [4n, 4_294_967_295n]), drop('rain', 1, [4n])];
    const report = await plyPoints.write(
      exportJob(objects, join(folder, 'p.ply'), [1, 1]),
      { velocities: true, fields: true },
      quietJob,
    );
    expect(report.checks.find(({ name }) => name === 'left out')?.detail).toMatch(/^a: /);
    expect(report.bounds).toEqual([1, 2, 3, 4, 5, 6]);
    const bytes = readFileSync(join(folder, 'p.0001.ply'));
    expect(bytes.toString('latin1')).toContain('comment object 1 rain');
    const columns = readPlyPoints('p', bytes);
    expect(Object.fromEntries([...columns].map(([name, values]) => [name, [...values]]))).toEqual({
      ...{ x: [1, 4, 1], y: [2, 5, 2], z: [3, 6, 3] },
      ...{ vx: [2, 2, 2], vy: [2, 2, 2], vz: [2, 2, 2] },
      ...{ id: [4, 4_294_967_295, 4], width: [0.25, 0.25, 0.25], object: [0, 0, 1] },
    });
  });

  it('refuses ids that do not fit, and shots without particles', async () => {
    const write = (object: ExportObject) =>
      plyPoints.write(
        exportJob([object], join(temporaryFolder(), 'p.ply'), [1, 1]),
        { velocities: true, fields: true },
        quietJob,
      );
    await expect(write(drop('sea', 1, [4_294_967_296n]))).rejects.toMatchObject({ code: 'format-unsupported' });
    await expect(write(swayingObject('a'))).rejects.toMatchObject({
      code: 'format-unsupported',
      remedy: expect.stringContaining('liquid'),
    });
  });
});

/** A unit cube of five tets whose top sinks through its bottom: every tet is inverted from frame 2 on. */
const sinking: ExportObject = {
  ...swayingObject('cube'),
  tets: {
    positions: Float64Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1),
    tets: Uint32Array.of(0, 1, 2, 4, 3, 2, 1, 7, 5, 1, 4, 7, 6, 4, 2, 7, 1, 2, 4, 7),
  },
  sample: (frame) =>
    Promise.resolve({
      positions: swayingPositions(foldedSurface(), frame),
      volumePositions: Float32Array.from({ length: 24 }, (_, i) => {
        const bit = (Math.floor(i / 3) >> (i % 3)) & 1;
        return i % 3 === 2 ? bit * (1 - frame) + 0.125 : bit;
      }),
    }),
};

const brick: ExportObject = {
  ...swayingObject('brick'),
  hexes: {
    positions: Float64Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1),
    hexes: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7),
  },
  sample: () =>
    Promise.resolve({
      positions: swayingPositions(foldedSurface(), 0),
      volumePositions: Float32Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1),
    }),
};

describe('volume sequences', () => {
  const formats = [
    {
      name: 'msh',
      write: (job: Parameters<typeof msh.write>[0]) => msh.write(job, { version: '4.1', fields: true }, quietJob),
    },
    {
      name: 'msh',
      write: (job: Parameters<typeof msh.write>[0]) => msh.write(job, { version: '2.2', fields: true }, quietJob),
    },
    { name: 'vtk', write: (job: Parameters<typeof msh.write>[0]) => vtk.write(job, { fields: true }, quietJob) },
  ];

  it.each(formats)('$name keeps tetrahedra, upright, flat and inverted', async ({ name, write }) => {
    const folder = temporaryFolder();
    const report = await write(exportJob([sinking, sinking], join(folder, 'a'), [0, 2]));
    expect(report.files).toHaveLength(3);
    const { mesh } = await readMesh(join(folder, `a.0000.${name}`));
    const { tets, positions } = sinking.tets!;
    expect([...mesh.tets!.tets]).toEqual([...tets, ...tets.map((vertex) => vertex + positions.length / 3)]);
    expect(mesh.warnings).toEqual([]);
    // All five tets are flat when the top meets the bottom; all are inside out after.
    expect(report.checks.map(({ name: check }) => check)).toContain('empty frame');
  });

  it.each(formats)('$name keeps hexahedra', async ({ name, write }) => {
    const folder = temporaryFolder();
    await write(exportJob([brick], join(folder, 'a'), [0, 0]));
    const { mesh } = await readMesh(join(folder, `a.0000.${name}`));
    expect([...mesh.hexes!.hexes]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(mesh.warnings).toEqual([]);
  });

  it.each(formats)('$name refuses a shot without volume', async ({ write }) => {
    const attempt = write(exportJob([swayingObject()], join(temporaryFolder(), 'a'), [0, 0]));
    await expect(attempt).rejects.toMatchObject({ code: 'format-unsupported' });
  });
});

describe('registered exporters', () => {
  it('are all found, with defaults for every parameter', () => {
    expect(exporters.types()).toEqual(['alembic', 'msh', 'obj', 'ply', 'ply-points', 'vtk']);
    for (const exporter of exporters.all()) expect(() => exporter.params.parse({})).not.toThrow();
  });
});
