import { describe, expect, test } from 'vitest';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { readMesh } from '../../src/io/readMesh.ts';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { describeWithData, testDataPath } from '../support/testData.ts';
import { comb, knot, plates } from '../support/thinShapes.ts';

/** Frames of a drop: the blow is about the tenth. */
const FRAMES = 16;

/** Largest sum of all energies over that at the start, and inverted elements of the worst frame, of a mesh dropped with all defaults. */
async function drop(
  surface: SurfaceMesh,
  params: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly gain: number; readonly inverted: number }> {
  const sides = [0, 1, 2].map((axis) => extent(surface.positions, axis));
  const bounds = [...sides.map(({ min }) => min), ...sides.map(({ max }) => max)];
  const mesh = { path: 'shape.obj', sha256: '0'.repeat(64), metresPerUnit: 1, upAxis: 'y' as const, bounds };
  const shot = await runShot(templateScene('drop-test', params, mesh), { sources: new Map([['body', { surface }]]) });
  const total = () => {
    const { kinetic, elastic, gravity } = shot.simulation.currentFrame().stats.energies;
    return kinetic + elastic + gravity;
  };
  const start = total();
  let [most, inverted] = [0, 0];
  for (let frame = 2; frame <= FRAMES; frame++) {
    shot.advanceTo(frame);
    most = Math.max(most, total());
    inverted = Math.max(inverted, shot.simulation.currentFrame().stats.invertedElements);
  }
  shot.dispose();
  return { gain: most / start, inverted };
}

describe('a blow by which a body stops that fell farther than an edge in a substep', () => {
  test.each([
    ['comb', () => comb(5, 0.1, 0.02)],
    ['knot', () => knot(0.03)],
    ['hinge', () => plates(0.03, 0.01, true)],
  ])('turns no element of a %s inside out, and makes no energy', async (_, make) => {
    const { gain, inverted } = await drop(make());
    expect(inverted).toBe(0);
    expect(gain).toBeLessThan(1.05);
  });
});

describeWithData('a scan of several pieces', () => {
  // Eyes of a thousandth of its mass spun by more than a radian in a substep: straight lines stretched them, and the body ended with 2.3 times its energy.
  test('makes no energy of a light piece that spins', async () => {
    const { surface } = (await readMesh(testDataPath('A_surface/octopus_decimated.obj'))).mesh;
    const { gain, inverted } = await drop(surface, { method: 'embedded-bcc', percent: 4 });
    expect(inverted).toBe(0);
    expect(gain).toBeLessThan(1.05);
  });
});
