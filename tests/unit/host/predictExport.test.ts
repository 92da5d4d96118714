import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { exportShot } from '../../../src/host/export/exportShot.ts';
import { predictExport } from '../../../src/host/export/predictExport.ts';
import { ShotFrames } from '../../../src/host/frames/ShotFrames.ts';
import { defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { exporters } from '../../../src/io/Exporter.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import { ballRegion, filled, liquidShot } from '../../support/liquidShot.ts';
import { openCache, simulateStored, storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const pouring = ballRegion({ kind: 'emit', rate: 0.05, velocity: [0, -1, 0] }, 0.38);

test.each([
  ['a block', tinyShot(8), ['alembic', 'obj', 'ply', 'msh']],
  ['a liquid that grows', liquidShot([filled(0.1), pouring], { last: 8 }), ['alembic', 'obj', 'ply', 'ply-points']],
] as const)('what the export of %s takes is foretold within a tenth', async (_name, scene, formats) => {
  const path = await storeShot(scene);
  await simulateStored(path);
  const shot = await loadShot(path, catalogue);
  const cache = await openCache(path);
  const frames = await ShotFrames.open({ shot, quality: 'draft', cache, backend: defaultBackendName() }, quietJob);
  const folder = await temporaryFolder();
  for (const format of formats) {
    const request = {
      ...{ frames, format, params: exporters.get(format).params.parse({}), firstFrame: 1, lastFrame: 8 },
      ...{
        framesPerSecond: 24,
        preset: { up: 'y', unit: 'm' } as const,
        path: join(folder, format),
        withColliders: true,
      },
      description: 'x',
    } as const;
    const foretold = await predictExport(request, quietJob);
    const { files } = await exportShot(request, quietJob);
    const written = files.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(foretold / written, format).toBeGreaterThan(0.9);
    expect(foretold / written, format).toBeLessThan(1.1);
  }
});
