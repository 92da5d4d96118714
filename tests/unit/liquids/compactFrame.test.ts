import { expect, test } from 'vitest';
import { encodeFrame, type Frame } from '../../../src/frames/Frame.ts';
import { initialInputs } from '../../../src/scene/shotInputs.ts';
import { compactFrame } from '../../../src/systems/compactFrame.ts';
import { createRandom } from '../../support/random.ts';
import { particleStream, sampleFrame } from '../../support/frames.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { pointsIn } from '../../support/streams.ts';

const CELL = 0.013;
const quality = 'final';

function shot(frames: 'exact' | 'compact') {
  return liquidShot([filled(0.2)], { cell: CELL, liquid: { frames } });
}

/** Particles all over the box, its faces among them. */
function full(): Frame {
  const random = createRandom(7);
  const count = 5000;
  const places = Float32Array.from({ length: 3 * count }, (_, k) => random() * 0.5 - (k % 3 === 1 ? 0 : 0.25));
  places.set([-0.25, 0, -0.25, 0.25, 0.5, 0.25]);
  const velocities = Float32Array.from({ length: 3 * count }, () => 20 * (random() - 0.5));
  const ids = Uint32Array.from({ length: count }, (_, k) => k);
  return { ...sampleFrame(1), streams: [particleStream('water', places, velocities, ids)] };
}

test('places and velocities are true to a hundredth of a cell and stay in the box', () => {
  const scene = shot('compact');
  const h = CELL * scene.quality[quality].edgeScale;
  const duration = scene.frameRate.denominator / scene.frameRate.numerator;
  const exact = full();
  const [water] = pointsIn(compactFrame(exact, scene, quality));
  const [before] = pointsIn(exact);
  let off = 0;
  before.positions.forEach((value, k) => {
    const error = Math.abs(water.positions[k] - value) / h;
    off = Math.max(off, error);
    expect(error).toBeLessThan(0.01);
    const low = k % 3 === 1 ? 0 : -0.25;
    expect(water.positions[k]).toBeGreaterThanOrEqual(low);
    // Cells are whole: the box ends where the last one does.
    expect(water.positions[k]).toBeLessThan(low + 0.5 + h);
    expect((Math.abs(water.velocities[k] - before.velocities[k]) * duration) / h).toBeLessThan(0.01);
  });
  expect(off).toBeGreaterThan(0);
  expect(water.ids).toBe(before.ids);
});

test('rounding a second time changes nothing; the frame that was given stays', () => {
  const exact = full();
  const bytes = encodeFrame(exact);
  const once = compactFrame(exact, shot('compact'), quality);
  expect(encodeFrame(exact)).toEqual(bytes);
  expect(encodeFrame(compactFrame(once, shot('compact'), quality))).toEqual(encodeFrame(once));
  expect(compactFrame(exact, shot('exact'), quality).streams[0]).toBe(exact.streams[0]);
});

test('far from the origin, where numbers are coarser than the steps, places stay as they are', () => {
  const exact = full();
  const [{ velocities, ids, ...near }] = pointsIn(exact);
  const positions = near.positions.map((value) => value + 2 ** 13);
  const far = { ...exact, streams: [particleStream('water', positions, velocities, ids)] };
  const scene = liquidShot([filled(0.2)], {
    cell: CELL,
    liquid: { frames: 'compact', domain: { centre: [2 ** 13, 2 ** 13, 2 ** 13] } },
  });
  expect(pointsIn(compactFrame(far, scene, quality))[0].positions).toEqual(positions);
});

test('frames that are stored otherwise have other keys', () => {
  expect(initialInputs(shot('compact'), quality)).not.toEqual(initialInputs(shot('exact'), quality));
});
