import { expect, test } from 'vitest';
import type { MotorDemand } from '../../../src/rigid/joints/Joint.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { irregularSheet, movingSurface } from '../../support/movingSurfaces.ts';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

const SUBSTEPS = 40;

/** The least that a warm substep allocates, bytes. */
function leastAllocated(world: RigidWorld): number {
  let least = Infinity;
  for (let round = 0; round < 16 && least >= SUBSTEP_BOUND; round++) {
    least = Math.min(least, allocatedBytes(() => world.advance(SUBSTEPS / 960)) / SUBSTEPS);
  }
  return least;
}

test('a warm substep of a heap allocates next to nothing', () => {
  const world = new RigidWorld();
  for (let k = 0; k < 4; k++) {
    const position = [0.6 * (k % 2), 0.3 + 0.6 * Math.floor(k / 2), 0];
    world.add({ shape: boxOf(0.5), position, rotation: [0.2, 0.3 * k, 0.1], restitution: 0.3 });
  }
  world.add({ shape: shapeOf('sphere', { radius: 0.2 }), position: [0.2, 2, 0.1] });
  world.add({
    shape: shapeOf('cylinder', { radius: 0.2, height: 0.4 }),
    position: [0.8, 2, 0.1],
    rotation: [0.3, 0, 1],
  });
  world.addCollider({ shape: shapeOf('plane') });
  expect(leastAllocated(world)).toBeLessThan(SUBSTEP_BOUND);
});

test('a warm substep on surfaces that deform allocates next to nothing: polyhedra, balls, capsules and what touches by points', () => {
  const world = new RigidWorld();
  const sheet = irregularSheet([3, 3], [2, 2], (x, z) => 0.2 * (x * x + z * z));
  world.addSurface(
    movingSurface(sheet, (rest, at, time, position) => {
      for (let k = at; k < at + 3; k++) position[k] = rest[k];
      position[at + 1] *= 1 + 0.1 * Math.sin(time);
    }),
  );
  world.add({ shape: boxOf(0.2), position: [0.3, 0.2, 0], rotation: [0.2, 0.3, 0.1] });
  world.add({ shape: shapeOf('sphere', { radius: 0.1 }), position: [-0.3, 0.2, 0] });
  world.add({ shape: shapeOf('capsule'), position: [0, 0.4, 0.4], rotation: [0, 0, 1.2] });
  world.add({ shape: shapeOf('cylinder', { radius: 0.1, height: 0.2 }), position: [0, 0.3, -0.4] });
  // Points are spread over the cylinder, and the tree of the sheet is built, where they are first asked for.
  world.advance(1 / 960);
  expect(leastAllocated(world)).toBeLessThan(SUBSTEP_BOUND);
});

test('a warm substep of joints allocates next to nothing: chains, loops, limits, motors and springs', () => {
  const world = new RigidWorld();
  const bodies = Array.from({ length: 5 }, (_, k) =>
    world.add({ shape: boxOf(0.3, 0.1, 0.1), position: [0.3 * k + 0.15, 1, 0] }),
  );
  const spring = { stiffness: 20, damping: 1, rest: 0 };
  const motorAt = (time: number, out: MotorDemand) => {
    out.speed = Math.sin(time);
    out.most = 5;
  };
  const restAt = (time: number, out: Float64Array) => {
    out[0] = Math.sin(time);
    out[3] = Math.cos(time);
  };
  world.join('ball', undefined, bodies[0], [0, 1, 0], { rotations: { cone: 0.3, twist: 0.2 }, spring, restAt });
  world.join('hinge', bodies[0], bodies[1], [0.3, 1, 0], { range: [-0.1, 0.2], motorAt });
  world.join('slider', bodies[1], bodies[2], [0.6, 1, 0], { range: [-0.1, 0.1], spring, touching: true });
  world.join('weld', bodies[2], bodies[3], [0.9, 1, 0], { breaking: { force: 1e6, torque: 1e6 } });
  world.join('hinge', bodies[3], bodies[4], [1.2, 1, 0]);
  world.join('ball', undefined, bodies[4], [1.5, 1, 0]);
  expect(leastAllocated(world)).toBeLessThan(SUBSTEP_BOUND);
});
