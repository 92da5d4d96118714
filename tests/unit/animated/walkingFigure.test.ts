import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enclosedVolume } from '../../../src/geometry/enclosedVolume.ts';
import { inspectAnimation } from '../../../src/host/animations/inspectAnimation.ts';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import { walkingFigure } from '../../../src/io/walkingFigure.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

test('the walking figure is one closed mesh that keeps about its volume and steps on the ground', async () => {
  const { fileName, bytes } = walkingFigure();
  const path = join(await temporaryFolder(), fileName);
  await writeFile(path, bytes);
  expect(bytes.length).toBeLessThan(300_000);
  const report = await inspectAnimation(path, {});
  expect(report.doubts).toEqual([]);
  expect(report.objects).toMatchObject([{ closed: true, samples: 97, topology: 'constant' }]);
  const { source } = await openAnimation(path);
  const { positions, triangles } = source.sample(0, 0);
  const volume = enclosedVolume(positions, triangles);
  expect(Math.abs(volume - 0.075)).toBeLessThan(0.02);
  for (const time of [0.4, 1, 1.3, 2, 2.9]) {
    const sample = source.sample(0, time);
    expect(Math.abs(enclosedVolume(sample.positions, triangles) / volume - 1)).toBeLessThan(0.05);
    const lowest = sample.positions.reduce((low, value, k) => (k % 3 === 1 ? Math.min(low, value) : low), Infinity);
    expect(Math.abs(lowest)).toBeLessThan(0.08);
  }
});
