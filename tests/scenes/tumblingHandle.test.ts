import { expect, test } from 'vitest';
import { evaluate } from '../../src/scene/curves.ts';
import { isKind, framesPerSecond } from '../../src/scene/Scene.ts';
import { tumblingHalfPeriod } from '../support/freeRigidBody.ts';
import { lumpedMasses } from '../support/lumpedMasses.ts';
import { angularMomentum } from '../support/solids.ts';
import { runShot, templateScene } from '../support/shots.ts';

test('tumbling-handle: turns over as a rigid handle does, and keeps its energy and angular momentum', async () => {
  const scene = templateScene('tumbling-handle');
  const [{ angularVelocity, material }] = scene.entities.filter(isKind('solid'));
  const shot = await runShot(scene);
  const { positions, velocities } = shot.simulation.motionOf('handle');
  const masses = lumpedMasses(shot.volumes.get('handle')!, evaluate(material.density, 1));
  const rest = Float64Array.from(positions);
  const halfPeriod = tumblingHalfPeriod(rest, masses, angularVelocity);
  const spin = () => angularMomentum(positions, velocities, masses);
  const energy = () => {
    const { energies } = shot.simulation.currentFrame().stats;
    return energies.kinetic + energies.elastic;
  };
  const before = { spin: spin(), energy: energy() };
  // The stem's end and the crossbar's middle are the highest and the lowest vertices at first.
  const heights = rest.filter((_, k) => k % 3 === 1);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  const ends = [low, high].map((height) => [...heights.keys()].filter((v) => Math.abs(heights[v] - height) < 1e-9));
  const mean = (vertices: readonly number[], axis: number) =>
    vertices.reduce((sum, v) => sum + positions[3 * v + axis], 0) / vertices.length;
  const along = () =>
    [0, 1, 2].reduce((sum, axis) => sum + (mean(ends[1], axis) - mean(ends[0], axis)) * before.spin[axis], 0);
  const turns: number[] = [];
  let last = along();
  let worst = 0;
  for (let frame = scene.range.first + 1; frame <= scene.range.last; frame++) {
    shot.advanceTo(frame);
    const now = along();
    if (now * last < 0) turns.push(frame - 1 + last / (last - now));
    last = now;
    worst = Math.max(worst, Math.abs(energy() / before.energy - 1));
  }
  const after = spin();
  shot.dispose();
  const seconds = (turns.at(-1)! - turns[0]) / (turns.length - 1) / framesPerSecond(scene);
  expect(turns.length).toBeGreaterThanOrEqual(3);
  expect(Math.abs(seconds / halfPeriod - 1)).toBeLessThan(0.01);
  expect(worst).toBeLessThan(0.01);
  const change = after.map((value, axis) => value - before.spin[axis]);
  expect(Math.hypot(...change) / Math.hypot(...before.spin)).toBeLessThan(1e-9);
});
