import { expect, test, vi } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { exportShot } from '../../../src/host/export/exportShot.ts';
import { ShotFrames } from '../../../src/host/frames/ShotFrames.ts';
import { defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { exporters, type ExportJob } from '../../../src/io/Exporter.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import { openCache, simulateStored, storeShot } from '../../support/shotRuns.ts';
import { tinyShot, tinyShotInput } from '../../support/tinyShot.ts';

/** A shot of three frames at 24 frames per second, a falling block, exported at another rate: what the exporter is asked to write. */
async function exportedAt(framesPerSecond: number, scene = tinyShot(3)): Promise<ExportJob> {
  const path = await storeShot(scene);
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

test('a rigid body is the same mesh in every frame, under the transform that it has there', async () => {
  const input = tinyShotInput(3);
  const ball = {
    kind: 'rigidBody',
    id: 'ball',
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.2 } },
    transform: { position: [3, 5, 0] },
    angularVelocity: [0, 0, 6],
  };
  const scene = validateScene({ ...input, entities: [...input.entities, ball] }, catalogue);
  const { objects } = await exportedAt(24, scene);
  const moved = objects.find(({ name }) => name === 'ball')!;
  expect((await moved.sample(3)).positions).toEqual((await moved.sample(1)).positions);
  const [first, last] = [await moved.transform!(1), await moved.transform!(3)];
  expect([...first].slice(12)).toEqual([3, 5, 0, 1]);
  // A twelfth of a second.
  expect(last[13]).toBeCloseTo(5 - 9.81 / 288, 5);
  expect(Math.atan2(last[1], last[0])).toBeCloseTo(0.5, 5);
});
