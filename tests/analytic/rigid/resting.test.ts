import { expect, test } from 'vitest';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

/** A tower of crates of .5 m on the ground, of these masses, kg, each turned by `turn` against the one below, rad. */
function tower(masses: readonly number[], turn = 0): RigidWorld {
  const world = new RigidWorld();
  masses.forEach((mass, k) => {
    world.add({ shape: boxOf(0.5), position: [0, 0.25 + 0.5 * k, 0], rotation: [0, turn * k, 0], mass });
  });
  world.addCollider({ shape: shapeOf('plane') });
  return world;
}

/** How far bodies are from where they began, m. */
function drift({ bodies }: RigidWorld): number {
  return bodies.reduce((most, { position: [x, y, z] }, k) => Math.max(most, Math.hypot(x, y - 0.25 - 0.5 * k, z)), 0);
}

test('a tower of five crates stands for 10 s: it settles by less than .1 mm and creeps by less than 20 um after the first second', () => {
  const world = tower([10, 10, 10, 10, 10], 0.1);
  world.advance(1);
  const settled = world.bodies.map(({ position }) => position.slice());
  world.advance(9);
  expect(drift(world)).toBeLessThan(1e-4);
  const creep = world.bodies.map(({ position }, k) => Math.hypot(...position.map((x, axis) => x - settled[k][axis])));
  expect(Math.max(...creep)).toBeLessThan(2e-5);
});

test('three light crates carry one of a thousand times their mass', () => {
  const world = tower([1, 1, 1, 1000]);
  world.advance(2);
  expect(drift(world)).toBeLessThan(5e-3);
});

test.each(['cylinder', 'torus', 'cup', 'capsule'])(
  'a %s that falls stays above the ground, and gains no energy',
  (type) => {
    const world = new RigidWorld();
    const body = world.add({ shape: shapeOf(type), position: [0, 1.2, 0], rotation: [0.7, 0.2, 0.4], friction: 0.6 });
    world.addCollider({ shape: shapeOf('plane') });
    world.addCollider({ shape: boxOf(6, 2, 0.2), position: [0, 0, 3] });
    const before = world.energy;
    world.advance(2);
    expect(body.position[1]).toBeGreaterThan(0);
    expect(world.energy).toBeLessThan(before);
  },
);
