import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { enclosedVolume } from '../../../src/geometry/enclosedVolume.ts';
import { inspectAnimation } from '../../../src/host/animations/inspectAnimation.ts';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import { walkingFigure, walkingSkeleton } from '../../../src/io/walkingFigure.ts';
import type { SampleMesh } from '../../../src/io/SampleMesh.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Opens the file of a sample mesh as an animation. */
async function opened({ fileName, bytes }: SampleMesh) {
  const path = join(await temporaryFolder(), fileName);
  await writeFile(path, bytes);
  return (await openAnimation(path)).source;
}

test('the walking skeleton stays inside the figure', async () => {
  const [figure, skeleton] = [await opened(walkingFigure()), await opened(walkingSkeleton())];
  for (const time of [0, 1.3]) {
    const { positions, triangles } = figure.sample(0, time);
    const skin = new SurfaceQuery({ positions: Float64Array.from(positions), triangles });
    const bones = skeleton.sample(0, time).positions;
    for (let k = 0; k < bones.length; k += 30) {
      expect(skin.windingNumber(bones[k], bones[k + 1], bones[k + 2])).toBeGreaterThan(0.5);
    }
  }
});

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
