import { expect, test, vi } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { exportShot } from '../../../src/host/export/exportShot.ts';
import { ShotFrames } from '../../../src/host/frames/ShotFrames.ts';
import { defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { exporters, type ExportJob } from '../../../src/io/Exporter.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import { openCache, simulateStored, storeShot } from '../../support/shotRuns.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** A falling block at 24 frames per second, exported at another rate: what the exporter is asked to write. */
async function exportedAt(framesPerSecond: number): Promise<ExportJob> {
  const path = await storeShot(tinyShot(3));
  await simulateStored(path);
  const shot = await loadShot(path, catalogue);
  const cache = await openCache(path);
  const frames = await ShotFrames.open({ shot, quality: 'draft', cache, backend: defaultBackendName() }, quietJob);
  const report = { files: [], bytes: 0, checks: [], bounds: [] };
  const write = vi.spyOn(exporters.get('alembic'), 'write').mockResolvedValue(report);
  const preset = { up: 'y', unit: 'm' } as const;
  const rest = { params: {}, firstFrame: 1, lastFrame: 3, path: 'shot.abc', withColliders: false, description: '' };
  await exportShot({ frames, format: 'alembic', framesPerSecond, preset, ...rest }, quietJob);
  const [job] = write.mock.calls[0];
  write.mockRestore();
  return job;
}

test('at another frame rate the same positions pass with velocities that fit it', async () => {
  const [original, faster] = [await exportedAt(24), await exportedAt(48)];
  const [slow, fast] = await Promise.all([original, faster].map(({ objects }) => objects[0].sample(2)));
  expect(fast.positions).toEqual(slow.positions);
  const speeds = slow.velocities ?? new Float32Array();
  expect(Math.max(...speeds.map(Math.abs))).toBeGreaterThan(0.1);
  expect(fast.velocities).toEqual(speeds.map((speed) => 2 * speed));
});
