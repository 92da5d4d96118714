import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { immersedMasses, lumpedMasses } from '../support/lumpedMasses.ts';
import { type RunningShot, runShot, type ShotOptions, templateScene } from '../support/shots.ts';
import { angularMomentum } from '../support/solids.ts';

/** Radius, m. */
const RADIUS = 0.1;
const IDS = ['left', 'right'];
const LAST_FRAME = 8;

/** A small tank under the balls. */
const WATER = [
  {
    kind: 'liquid',
    id: 'water',
    domain: { centre: [0, -2, 0], size: [0.2, 0.2, 0.2] },
    cellSize: 0.05,
  },
  {
    kind: 'region',
    id: 'fill',
    liquid: 'water',
    role: { kind: 'fill', velocity: [0, 0, 0] },
    shape: { kind: 'registered', type: 'plane' },
    transform: { position: [0, -2, 0] },
  },
];

interface Blow {
  readonly youngsModulus: number;
  readonly dampingTime: number;
  /** Speed of the balls against each other, m/s. */
  readonly speed: number;
  readonly minSubsteps?: number;
  /** Length of the edges as a percentage of the diameter. */
  readonly percent?: number;
  readonly keepsVolume?: boolean;
  /** How far their paths are apart, m. */
  readonly aside?: number;
  readonly integration?: 'implicit' | 'implicit-second-order';
  readonly solverTolerance?: number;
  /** Whether they move with a liquid, which is beside them. */
  readonly coupled?: boolean;
}

/** Two equal balls that fly at each other, and touch after a quarter of a frame. */
function blow(given: Blow): Scene {
  const {
    youngsModulus,
    dampingTime,
    speed,
    minSubsteps = 1,
    percent = 20,
    keepsVolume = false,
    aside = 0,
    solverTolerance = 0.01,
    coupled = false,
  } = given;
  const ball = (id: string, side: number) => ({
    kind: 'solid',
    id,
    source: { kind: 'procedural', form: { shape: 'sphere', radius: RADIUS } },
    meshing: { method: 'graded-stuffing', edge: { percent } },
    material: { model: 'neo-hookean', density: 1000, youngsModulus, poissonRatio: 0.3, dampingTime },
    volumeConservation: { enabled: keepsVolume },
    transform: { position: [side * (1.03 * RADIUS + speed / 120), side > 0 ? aside : 0, 0] },
    velocity: [(-side * speed) / 2, 0, 0],
    contact: { others: true },
    ...(coupled && { liquids: 'coupled' }),
    ...(given.integration && { integration: given.integration }),
  });
  return validateScene(
    {
      ...templateScene('empty'),
      physics: { gravity: [0, 0, 0] },
      quality: { draft: { minSubsteps, solverTolerance } },
      entities: [ball('left', -1), ball('right', 1), ...(coupled ? WATER : [])],
    },
    catalogue,
  );
}

/** Elastic and kinetic energy, J. */
function energyOf({ simulation }: RunningShot): number {
  const { energies } = simulation.currentFrame().stats;
  return energies.kinetic + energies.elastic;
}

/** Largest and last energy of a blow, as shares of the first. */
async function sharesOf(given: Blow): Promise<{ largest: number; last: number }> {
  const shot = await runShot(blow(given));
  const first = energyOf(shot);
  let largest = 1;
  for (let frame = 1; frame <= LAST_FRAME; frame++) {
    shot.advanceTo(frame);
    largest = Math.max(largest, energyOf(shot) / first);
  }
  const last = energyOf(shot) / first;
  shot.dispose();
  return { largest, last };
}

describe('two balls that strike each other', () => {
  // Where contact acts on skins alone, the shares are 6 to 1300.
  test.each<[string, Blow]>([
    ['soft', { youngsModulus: 1e5, dampingTime: 0.02, speed: 5 }],
    ['soft, eight substeps', { youngsModulus: 1e5, dampingTime: 0.05, speed: 5, minSubsteps: 8 }],
    ['firm', { youngsModulus: 2e6, dampingTime: 0.02, speed: 5 }],
    ['firm and fast', { youngsModulus: 2e6, dampingTime: 0.05, speed: 20 }],
    ['fine, aside', { youngsModulus: 1e6, dampingTime: 0.02, speed: 2, percent: 9, aside: 0.7 * RADIUS }],
    ['implicit', { youngsModulus: 1e5, dampingTime: 0.02, speed: 5, integration: 'implicit' }],
    // 126 where impulses of contact acted on the surfaces of solids in liquids alone.
    ['firm, with a liquid beside them', { youngsModulus: 2e6, dampingTime: 0.02, speed: 5, coupled: true }],
    // 3.8 where contacts in one solve with the liquid pushed, and others beside them pulled.
    [
      'firm, aside, with a liquid beside them',
      { youngsModulus: 2e6, dampingTime: 0.02, speed: 1, coupled: true, aside: 0.3 * RADIUS },
    ],
    // Where impulses do not spread through bodies that keep their volume, 2.7, 189 and 1260.
    ['soft, volumes kept', { youngsModulus: 1e5, dampingTime: 0.02, speed: 5, keepsVolume: true }],
    ['firm, volumes kept', { youngsModulus: 2e6, dampingTime: 0.02, speed: 1, keepsVolume: true }],
    [
      'firm and implicit, volumes kept',
      { youngsModulus: 2e6, dampingTime: 0.02, speed: 1, keepsVolume: true, integration: 'implicit' },
    ],
  ])('gain nothing however strongly they are damped: %s', async (_name, given) => {
    const { largest, last } = await sharesOf(given);
    expect(largest).toBeLessThan(1.01);
    expect(last).toBeLessThan(0.2);
  });

  // Shares kept: what both methods agree on with 256 to 1024 substeps a frame. Contact on skins alone leaves .545 of the last at 20.
  test.each([
    [1e5, 0.0005, 0.745],
    [1e5, 0.002, 0.568],
    [1e4, 0.002, 0.358],
    [2e6, 0.0005, 0.65],
    [2e6, 0.002, 0.281],
  ])(
    'of %f Pa, damped for %f s, keep what shorter substeps let them keep',
    async (youngsModulus, dampingTime, kept) => {
      const { largest, last } = await sharesOf({ youngsModulus, dampingTime, speed: 5 });
      expect(largest).toBeLessThan(1.001);
      expect(Math.abs(last - kept)).toBeLessThan(0.025);
    },
  );

  /** Largest energy of a blow, as a share of the first, and what is lost of both momenta: over the mass of both, m/s, and as a share. */
  async function balanceOf(given: Blow): Promise<{ largest: number; linear: number; angular: number; slowed: number }> {
    const shot = await runShot(blow(given));
    const first = energyOf(shot);
    const weigh = given.coupled === true ? immersedMasses : lumpedMasses;
    const before = momenta(shot, weigh);
    const speed = Math.hypot(...meanVelocity(shot));
    let largest = 1;
    for (let frame = 1; frame <= LAST_FRAME; frame++) {
      shot.advanceTo(frame);
      largest = Math.max(largest, energyOf(shot) / first);
    }
    const after = momenta(shot, weigh);
    const most = (a: readonly number[], b: readonly number[]) =>
      Math.max(...a.map((value, axis) => Math.abs(value - b[axis])));
    const balance = {
      largest,
      linear: most(after.linear, before.linear) / before.mass,
      angular: most(after.angular, before.angular) / before.angular[2],
      slowed: Math.hypot(...meanVelocity(shot)) / speed,
    };
    shot.dispose();
    return balance;
  }

  // Corrections of positions alone, by which volumes are kept and surfaces held apart, took 15 % of the angular momentum; 2 % where volumes were not kept.
  const sets = [1e4, 1e5, 2e6].flatMap((youngsModulus, e) =>
    [1, 5, 20].flatMap((speed, v) =>
      [0.0005, 0.002, 0.02, 0.05, 0.1].map((dampingTime, d) => ({
        set: { youngsModulus, speed, dampingTime },
        third: (e + v + d) % 3,
      })),
    ),
  );
  // In a third of the 45 sets each two values of two settings meet; each of the 45 is looked at with some kind of bodies.
  test.each<[Pick<Blow, 'integration' | 'keepsVolume' | 'coupled'>, number | undefined]>([
    [{ keepsVolume: true }, 0],
    [{ keepsVolume: false }, 1],
    [{ keepsVolume: true, integration: 'implicit' }, 2],
    [{ keepsVolume: false, integration: 'implicit' }, 0],
    [{ coupled: true }, undefined],
  ])(
    'glancingly keep their momenta and gain no energy, in 15 sets, or 9 with a liquid beside them: %o',
    async (kind, chosen) => {
      for (const { set, third } of sets) {
        if (chosen === undefined ? set.dampingTime !== 0.002 : third !== chosen) continue;
        const balance = await balanceOf({ ...set, ...kind, aside: 0.7 * RADIUS });
        const name = JSON.stringify(set);
        expect(balance.largest, name).toBeLessThan(1.001);
        expect(balance.linear, name).toBeLessThan(1e-6);
        expect(balance.angular, name).toBeLessThan(1e-3);
        expect(balance.slowed, name).toBeLessThan(0.95);
      }
    },
  );

  // Impulses spread through the matrix of damping alone after the second Newton iteration, which left elasticity out: 7.2, 5.1, 5.7 and 2.0.
  test.each<[string, Blow]>([
    ['soft', { youngsModulus: 1e5, dampingTime: 0.0005, speed: 1 }],
    ['soft, volumes kept', { youngsModulus: 1e5, dampingTime: 0.0005, speed: 1, keepsVolume: true }],
    ['firm', { youngsModulus: 2e6, dampingTime: 0.0005, speed: 1 }],
    ['softest', { youngsModulus: 1e4, dampingTime: 0.002, speed: 1 }],
  ])('hardly damped, gain nothing by generalised alpha: %s', async (_name, given) => {
    const { largest } = await sharesOf({ ...given, aside: 0.7 * RADIUS, integration: 'implicit-second-order' });
    expect(largest).toBeLessThan(1.001);
  });

  test.each<[string, Blow]>([
    // A solve that was accurate to a hundredth of the residual of stiff damping, with the jumps of velocity that contact had left: 19.
    [
      'firm, long substeps',
      { youngsModulus: 2e6, dampingTime: 0.1, speed: 1, aside: 0.7 * RADIUS, integration: 'implicit' },
    ],
    // The force of the impact, carried into a longer substep: 1.6.
    [
      'firm and fast, volumes kept',
      { youngsModulus: 2e6, dampingTime: 0.05, speed: 20, keepsVolume: true, integration: 'implicit-second-order' },
    ],
  ])('rest beside each other without gaining anything: %s', async (_name, given) => {
    const { largest } = await sharesOf(given);
    expect(largest).toBeLessThan(1.001);
  });

  test.each([false, true])(
    'give the same bytes with one thread and two, with kept volumes: %s',
    async (keepsVolume) => {
      const scene = blow({ youngsModulus: 1e6, dampingTime: 0.02, speed: 10, aside: 0.3 * RADIUS, keepsVolume });
      const bytes = async (options: ShotOptions) => {
        const shot = await runShot(scene, options);
        shot.advanceTo(1);
        const first = energyOf(shot);
        shot.advanceTo(5);
        expect(energyOf(shot)).toBeLessThan(0.8 * first);
        const encoded = encodeFrame(shot.simulation.currentFrame());
        shot.dispose();
        return encoded;
      };
      expect(await bytes({ threads: 2 })).toEqual(await bytes({ threads: 1 }));
    },
  );
});

function momenta({ simulation, volumes }: RunningShot, weigh: typeof lumpedMasses) {
  const linear = [0, 0, 0];
  const angular = [0, 0, 0];
  let mass = 0;
  for (const id of IDS) {
    const { positions, velocities } = simulation.motionOf(id);
    const masses = weigh(volumes.get(id) ?? expect.fail(id), 1000);
    for (let k = 0; k < velocities.length; k++) linear[k % 3] += masses[Math.floor(k / 3)] * velocities[k];
    angularMomentum(positions, velocities, masses).forEach((value, axis) => (angular[axis] += value));
    mass += masses.reduce((sum, m) => sum + m, 0);
  }
  return { linear, angular, mass };
}

/** Returns the mean velocity of the left ball, m/s. */
function meanVelocity({ simulation }: RunningShot): number[] {
  const { velocities } = simulation.motionOf('left');
  return [0, 1, 2].map(
    (axis) => velocities.reduce((sum, v, k) => (k % 3 === axis ? sum + v : sum), 0) / (velocities.length / 3),
  );
}
