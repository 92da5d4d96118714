import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { exportShot } from '../../../src/host/export/exportShot.ts';
import { ShotFrames } from '../../../src/host/frames/ShotFrames.ts';
import { defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import { liquidShot } from '../../support/liquidShot.ts';
import { openCache, simulateStored, storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { pointsIn } from '../../support/streams.ts';

test('spray is exported as points of its own, beside the other particles', async () => {
  // A speck of liquid, an eighth of a cell, flies; a block of eight cells falls.
  const box = (id: string, size: number, x: number) => ({
    kind: 'region',
    id,
    liquid: 'water',
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'box', params: { sizeX: size, sizeY: size, sizeZ: size } },
    transform: { position: [x, 0.3, 0] },
  });
  const path = await storeShot(
    liquidShot([box('block', 0.1, 0), box('speck', 0.045, 0.1875)], { last: 2, liquid: { spray: { enabled: true } } }),
  );
  await simulateStored(path);
  const shot = await loadShot(path, catalogue);
  const cache = await openCache(path);
  const frames = await ShotFrames.open({ shot, quality: 'draft', cache, backend: defaultBackendName() }, quietJob);
  const [{ spray }] = pointsIn(await frames.frame(1));
  const flying = spray!.reduce((sum, flag) => sum + flag, 0);
  expect(flying).toBeGreaterThan(0);
  expect(flying).toBeLessThan(spray!.length);
  const { files } = await exportShot(
    {
      frames,
      format: 'ply-points',
      params: { velocities: true },
      firstFrame: 1,
      lastFrame: 1,
      framesPerSecond: 24,
      preset: { up: 'y', unit: 'm' },
      path: join(await temporaryFolder(), 'points'),
      withColliders: false,
      description: '',
    },
    quietJob,
  );
  const text = await readFile(files[0], 'latin1');
  expect(text).toContain(`element vertex ${spray!.length}`);
  expect(text).toContain('comment object 0 water particles');
  expect(text).toContain('comment object 1 water spray');
});
