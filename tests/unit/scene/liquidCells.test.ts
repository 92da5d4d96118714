import { expect, test } from 'vitest';
import { estimateOf, isTight, memoryWarning } from '../../../src/scene/estimates.ts';
import { liquidFrameBytes, liquidMemory } from '../../../src/scene/liquidCells.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { storedForm } from '../../../src/cache/cachedFile.ts';
import { encodeFrame } from '../../../src/frames/Frame.ts';
import { compactFrame } from '../../../src/systems/compactFrame.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { runShot } from '../../support/shots.ts';

const GIB = 2 ** 30;

test('memory of a full box is that of its cells and of eight particles in each', () => {
  const [liquid] = liquidShot([filled(0.2)], { cell: 0.005 }).entities.filter(isKind('liquid'));
  expect(liquidMemory(liquid, 1)).toBe(100 ** 3 * (484 + 8 * 209));
  expect(liquidMemory(liquid, 2)).toBe(50 ** 3 * (484 + 8 * 209));
  const elasticity = { shearModulus: 100, flowRate: 0, yieldStrain: 0.1 };
  expect(liquidMemory({ ...liquid, elasticity }, 2)).toBe(50 ** 3 * (484 + 252 + 8 * 209));
});

test('a liquid that may not fit is told of with cells that do', () => {
  const liquidOf = (cell: number) => liquidShot([filled(0.2)], { cell }).entities.filter(isKind('liquid'))[0];
  const { edgeScale } = liquidShot([filled(0.2)]).quality.draft;
  expect(memoryWarning(liquidOf(0.005), edgeScale, 4 * GIB)).toBeUndefined();
  expect(memoryWarning(liquidOf(0.0025), edgeScale, 8 * GIB)).toMatch(
    /^liquid 'water' takes up to 16 GiB with 8000000 cells \(200 × 200 × 200, all full\), and this computer has 8.0 GiB; use cells of 0.0036 m/,
  );
  expect(isTight(estimateOf(liquidOf(0.0036), edgeScale)!, 8 * GIB)).toBe(false);
});

test.each([
  ['affine', 'compact'],
  ['affine', 'exact'],
  ['level-set', 'compact'],
])('a frame of %s liquid that sloshes takes what is foretold where frames are %s', async (type, frames) => {
  const scene = liquidShot([filled(0.25, [2, 0, 1])], { cell: 0.02, liquid: { transport: { type }, frames } });
  const [liquid] = scene.entities.filter(isKind('liquid'));
  const shot = await runShot(scene);
  shot.advanceTo(scene.range.first + 4);
  const frame = compactFrame(shot.simulation.currentFrame(), scene, 'draft');
  const { stored } = await storedForm('frame', encodeFrame(frame));
  shot.dispose();
  // It fills half of its box.
  const share = stored.length / (liquidFrameBytes(liquid, scene.quality.draft.edgeScale) / 2);
  expect(share).toBeGreaterThan(0.75);
  expect(share).toBeLessThan(1.3);
});
