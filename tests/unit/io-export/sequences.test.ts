import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import msh from '../../../src/io/exporters/msh.ts';
import ply from '../../../src/io/exporters/ply.ts';
import vtk from '../../../src/io/exporters/vtk.ts';
import { exporters, type ExportObject } from '../../../src/io/Exporter.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { exportJob, foldedSurface, swayingObject, swayingPositions, temporaryFolder } from './exportFixtures.ts';

describe('PLY sequence', () => {
  it('keeps polygons, uvs per corner, colours and velocities', async () => {
    const folder = temporaryFolder();
    const job = exportJob([swayingObject('a'), swayingObject('b')], join(folder, 'a.ply'), [1, 2]);
    const report = await ply.write(job, { velocities: true }, quietJob);
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
    { name: 'msh', write: (job: Parameters<typeof msh.write>[0]) => msh.write(job, { version: '4.1' }, quietJob) },
    { name: 'msh', write: (job: Parameters<typeof msh.write>[0]) => msh.write(job, { version: '2.2' }, quietJob) },
    { name: 'vtk', write: (job: Parameters<typeof msh.write>[0]) => vtk.write(job, {}, quietJob) },
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
    expect(exporters.types()).toEqual(['alembic', 'msh', 'obj', 'ply', 'vtk']);
    for (const exporter of exporters.all()) expect(() => exporter.params.parse({})).not.toThrow();
  });
});
