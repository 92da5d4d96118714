import { describe, expect, test } from 'vitest';
import type { QualityName } from '../../../src/scene/Scene.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { immersedMasses } from '../../support/lumpedMasses.ts';
import { type RunningShot, runShot } from '../../support/shots.ts';
import { angularMomentum, massMean } from '../../support/solids.ts';

const FPS = 24;
const DENSITY = 1000;
const START = [0.2, 1.5, 0.1];

/** Mean position, m, mean velocity, m/s, and angular momentum about the origin, kg m2/s, of the body of a shot. */
function motionOf({ simulation, volumes }: RunningShot) {
  const { positions, velocities } = simulation.motionOf('body');
  const masses = immersedMasses(volumes.get('body') ?? expect.fail('no body'), DENSITY);
  return {
    centre: massMean(positions, masses),
    velocity: massMean(velocities, masses),
    spin: angularMomentum(
      positions.map((x, k) => x - massMean(positions, masses)[k % 3]),
      velocities,
      masses,
    ),
  };
}

/** Kinetic and elastic energy of the body, J. */
function energyOf({ simulation }: RunningShot): number {
  const { energies } = simulation.currentFrame().stats.entities['body'];
  return energies!.kinetic + energies!.elastic;
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, axis) => x - b[axis]));

describe('a body that moves with a liquid which it does not touch', () => {
  test.each<QualityName>(['draft', 'final'])('flies as if there were none: %s', async (quality) => {
    const scene = liquidShot(
      [
        filled(0.1),
        {
          kind: 'solid',
          id: 'body',
          source: {
            kind: 'procedural',
            form: { shape: 'block', size: [0.4, 0.2, 0.1], cells: [4, 2, 1], elements: 'tets' },
          },
          material: { density: DENSITY, youngsModulus: 1e6, poissonRatio: 0.3, dampingTime: 0.002 },
          liquids: 'coupled',
          transform: { position: [0, 8, 0] },
          velocity: START,
          angularVelocity: [0.05, 8, 0.05],
        },
      ],
      { cell: 0.1, last: FPS + 1 },
    );
    const shot = await runShot(scene, { quality });
    const [before, energy] = [motionOf(shot), energyOf(shot)];
    const lifted = () => 0.5 * 8 * (motionOf(shot).velocity[1] ** 2 - START[1] ** 2);
    shot.advanceTo(FPS + 1);
    const after = motionOf(shot);
    const g = scene.physics.gravity;
    const there = before.centre.map((x, axis) => x + START[axis] + Number(g[axis]) / 2);
    expect(distance(after.centre, there)).toBeLessThan(1e-9);
    expect(distance(after.spin, before.spin) / Math.hypot(...before.spin)).toBeLessThan(1e-10);
    expect((energyOf(shot) - lifted()) / energy).toBeLessThan(1.01);
    shot.dispose();
  });
});

test.each([5, 20])(
  'a round body that spins at %d rad/s under water goes on spinning, and gains nothing',
  async (omega) => {
    const scene = liquidShot(
      [
        filled(1),
        {
          kind: 'solid',
          id: 'body',
          source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.15 } },
          meshing: { method: 'graded-stuffing', edge: { percent: 20 } },
          material: { density: DENSITY, youngsModulus: 1e5, poissonRatio: 0.3, dampingTime: 0.002 },
          liquids: 'coupled',
          transform: { position: [0, 0.25, 0] },
          angularVelocity: [0, omega, 0],
        },
      ],
      { cell: 0.05, last: 13 },
    );
    const shot = await runShot({ ...scene, physics: { ...scene.physics, gravity: [0, 0, 0] } });
    const [before, energy] = [motionOf(shot), energyOf(shot)];
    let most = energy;
    while (shot.simulation.frame < 13) {
      shot.advanceTo(shot.simulation.frame + 1);
      most = Math.max(most, energyOf(shot));
    }
    expect(most / energy).toBeLessThan(1.01);
    expect(motionOf(shot).spin[1] / before.spin[1]).toBeGreaterThan(0.8);
    shot.dispose();
  },
);
