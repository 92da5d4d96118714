import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { exporters } from '../../../src/io/Exporter.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { FileSink } from '../../../src/io/alembic/ByteSink.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';
import { exportJob, swayingObject, temporaryFolder } from './exportFixtures.ts';
import { existsSync } from 'node:fs';

describeWithData('real meshes', () => {
  const names = ['spot.obj', 'teapot.obj', 'cow.obj', 'monkey.glb', 'camelhead.off'];

  it.each(names)('%s goes out and comes back with everything it had', async (name) => {
    const { mesh } = await readMesh(testDataPath(`A_surface/${name}`));
    const { surface } = mesh;
    const object = swayingObject('subject', surface);
    for (const exporter of exporters.all().filter(({ type }) => ['alembic', 'obj', 'ply'].includes(type))) {
      const job = exportJob([object], join(temporaryFolder(), 'a'), [1, 2]);
      const report = await exporter.write(job, exporter.params.parse({}), quietJob);
      const checks = report.checks.map((check) => check.name);
      expect(report.checks.every(({ passed }) => passed)).toBe(true);
      if (surface.uvs !== undefined) expect(checks).toContain('uvs');
      if (surface.normals !== undefined && exporter.type !== 'ply') expect(checks).toContain('normals');
    }
  });
});

it.runIf(existsSync('/dev/full'))('says that the disk is full', () => {
  const sink = new FileSink('/dev/full');
  expect(() => {
    for (let i = 0; i < 10; i++) sink.append(new Uint8Array(200000));
    sink.close();
  }).toThrowError(expect.objectContaining({ code: 'disk-full', file: '/dev/full' }));
  sink.abandon();
});
