import { expect, test } from 'vitest';
import { positionsOf, streamOf } from '../../src/frames/Stream.ts';
import { isKind } from '../../src/scene/Scene.ts';
import { type RunningShot, runShot, templateScene } from '../support/shots.ts';

const GRAVITY = 9.81;
const DENSITY = 1000;
const HEIGHT = 0.6;
/** Viscosity of the putty, Pa s. */
const VISCOSITY = 2000;
/** Middles of the columns, x, m. */
const MIDDLE = { oil: -1.05, batter: 0, putty: 1.05 } as const;

function particlesOf({ simulation }: RunningShot, id: string): Float32Array {
  return positionsOf(streamOf(simulation.currentFrame(), id, 'points')!);
}

function middleHeight(positions: Float32Array): number {
  return positions.reduce((sum, y, k) => (k % 3 === 1 ? sum + (3 * y) / positions.length : sum), 0);
}

test('viscous-columns: the thicker a liquid, the less far it has come, and each keeps its volume', async () => {
  const shot = await runShot(templateScene('viscous-columns', { cells: 22, frames: 9 }));
  shot.advanceTo(9);
  const reach = (id: keyof typeof MIDDLE) =>
    particlesOf(shot, id).reduce((most, x, k) => (k % 3 === 0 ? Math.max(most, x) : most), -Infinity) - MIDDLE[id];
  expect(reach('oil')).toBeGreaterThan(1.2 * reach('batter'));
  expect(reach('batter')).toBeGreaterThan(1.2 * reach('putty'));
  // As transports promise of a splash; 1.4 % are measured.
  for (const { sections } of Object.values(shot.simulation.currentFrame().stats.entities)) {
    expect(Math.abs(sections!.liquid!.volumeDrift!)).toBeLessThan(0.06);
  }
  shot.dispose();
});

/** How far the middle of the putty has sunk at some frames, m, where it is `times` as thick as in the sample. */
async function sinking(times: number, frames: readonly number[]): Promise<number[]> {
  const scene = templateScene('viscous-columns', { cells: 22, frames: frames.at(-1) });
  const putty = scene.entities.filter(({ id }) => id.startsWith('putty'));
  const entities = putty.map((entity) =>
    isKind('liquid')(entity) ? { ...entity, viscosity: times * VISCOSITY } : entity,
  );
  const shot = await runShot({ ...scene, entities });
  const start = middleHeight(particlesOf(shot, 'putty'));
  const ways = frames.map((frame) => {
    shot.advanceTo(frame);
    return start - middleHeight(particlesOf(shot, 'putty'));
  });
  shot.dispose();
  return ways;
}

test('viscous-columns: putty twice as thick comes to the same shape in twice the time, as fast as its weight asks', async () => {
  const [early, late] = await sinking(2, [5, 9]);
  const [thicker] = await sinking(4, [17]);
  // Without inertia all depends on t / mu; putty takes rho W^2 / mu = .02 s, half a frame, to come to its speed: 3 % are measured.
  expect(Math.abs(thicker / late - 1)).toBeLessThan(0.06);
  // A slender column that slips on its floor thins by rho g (H - y) / (3 mu) (Trouton): its middle sinks at rho g H^2 / (9 mu). This one is half as wide as high, and 9 % faster.
  const speed = ((late - early) * 24) / 4;
  expect(Math.abs(speed / ((DENSITY * GRAVITY * HEIGHT ** 2) / (9 * 2 * VISCOSITY)) - 1)).toBeLessThan(0.2);
});
