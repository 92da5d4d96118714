import { describe, expect, test } from 'vitest';
import { BoundaryWorld } from '../../support/boundaryWorld.ts';
import { boxOfTets } from '../../support/bodies.ts';
import { boxOf, shapeOf } from '../../support/rigidWorld.ts';
import { createKernel, createReference, softBody, softSchemes, type SoftScheme } from '../../support/softBodies.ts';
import { clamp, moving, type MotionOptions } from '../../support/solids.ts';
import type { DeformableBody } from '../../../src/solids/DeformableBody.ts';

interface Block {
  readonly cells: readonly [number, number, number];
  readonly size: readonly [number, number, number];
  readonly youngsModulus: number;
  readonly dampingTime?: number;
  readonly held: boolean;
}

function block(scheme: SoftScheme, given: Block, create = createKernel, options: MotionOptions = {}): DeformableBody {
  const mesh = boxOfTets(given.cells, given.size);
  const targets = given.held ? [clamp(mesh, (_x, y) => y < 1e-9)] : [];
  return softBody(scheme, mesh, given, { targets, ...options }, create);
}

test.each(softSchemes)('a ball that strikes a free block keeps momentum and angular momentum of both: %s', (scheme) => {
  const soft = block(
    scheme,
    { cells: [3, 3, 3], size: [0.4, 0.4, 0.4], youngsModulus: 1e5, held: false },
    createReference,
  );
  const ball = {
    shape: shapeOf('sphere', { radius: 0.1 }),
    position: [0.27, 0.54, 0.17],
    velocity: [0, -2, 0.5],
    angularVelocity: [3, 2, 1],
    mass: 3,
  };
  const world = new BoundaryWorld([ball], [soft], { gravity: [0, 0, 0], edge: 0.15 });
  const before = world.momenta;
  let energy = world.energy;
  world.advance(1 / 192, 25);
  world.momenta.forEach((value, k) => expect(Math.abs(value - before[k])).toBeLessThan(1e-10));
  // It has bounced.
  expect(world.rigid[0].body.momentum[1]).toBeGreaterThan(0);
  expect(world.energy).toBeLessThan((energy *= 0.6));
});

describe('a ball that falls on a block of 600 kg gains no energy', () => {
  test.each([
    ['implicit', 0.1],
    ['implicit', 3],
    ['implicit', 100],
    ['implicit', 3000],
    ['semi-implicit', 0.1],
    ['semi-implicit', 3000],
    ['implicit-second-order', 3],
  ] as const)('%s, %f kg', (scheme, mass) => {
    const given = { cells: [6, 3, 6], size: [1.2, 0.4, 1.2], youngsModulus: 1e6, held: true } as const;
    const soft = block(scheme, given, createKernel, { gravity: [0, -9.81, 0], tolerance: 1e-4 });
    const ball = {
      shape: shapeOf('sphere', { radius: 0.2 }),
      position: [0.61, 0.605, 0.63],
      velocity: [0, -0.3, 0],
      mass,
    };
    const world = new BoundaryWorld([ball], [soft], { edge: 0.2 });
    const begun = world.energy;
    for (let k = 0; k < 12; k++) {
      world.advance(1 / 192, 8);
      expect(world.energy).toBeLessThanOrEqual(begun);
    }
    expect(Math.abs(world.rigid[0].body.position[1] - 0.58)).toBeLessThan(mass > 1000 ? 0.25 : 0.05);
  });
});

describe('a plate lies on a soft block', () => {
  test.each([
    ['implicit', 0.1, 1e5],
    ['implicit', 1000, 1e6],
    ['semi-implicit', 1000, 1e6],
  ] as const)('%s, %f kg: it presses with its weight and does not creep', (scheme, mass, youngsModulus) => {
    const given = { cells: [5, 2, 5], size: [0.6, 0.3, 0.6], youngsModulus, dampingTime: 0.02, held: true } as const;
    const soft = block(scheme, given, createKernel, { gravity: [0, -9.81, 0], tolerance: 1e-4 });
    const plate = { shape: boxOf(0.4, 0.1, 0.4), position: [0.3, 0.351, 0.3], mass };
    const world = new BoundaryWorld([plate], [soft], { edge: 0.15 });
    world.advance(1 / 96, 192);
    const { position } = world.rigid[0].body;
    const rested = [...position];
    world.advance(1 / 96, 96);
    let pressed = 0;
    const { force } = soft.pressing;
    for (let k = 1; k < force.length; k += 3) pressed -= force[k];
    expect(Math.abs(pressed / (mass * 9.81) - 1)).toBeLessThan(1e-5);
    rested.forEach((place, axis) => expect(Math.abs(position[axis] - place)).toBeLessThan(2e-5));
  });
});

test.each([0, 0.5])(
  'a heavy ball dents a block as a keyed one does that moves alike, at a friction of %f',
  (friction) => {
    const shape = shapeOf('sphere', { radius: 0.2 });
    const [speed, height, seconds] = [-0.2, 0.505, 0.2];
    const given = { cells: [8, 3, 8], size: [1, 0.3, 1], youngsModulus: 1e5, dampingTime: 0.01, held: true } as const;
    const place = (time: number) => [0.51, height + speed * time, 0.48];
    const keyed = moving(shape, friction, place, () => [0, speed, 0]);
    const options = { tolerance: 1e-6 };
    const pressed = block('implicit', given, createKernel, { ...options, colliders: [keyed] });
    const met = block('implicit', given, createKernel, options);
    const ball = { shape, position: place(0), velocity: [0, speed, 0], mass: 1e8, friction };
    const both = [
      [new BoundaryWorld([], [pressed], { gravity: [0, 0, 0], edge: 0.12 }), pressed],
      [new BoundaryWorld([ball], [met], { gravity: [0, 0, 0], edge: 0.12 }), met],
    ] as const;
    const [dents, forces] = [new Float64Array(2), new Float64Array(2)];
    both.forEach(([world, soft], k) => {
      world.advance(1 / 96, Math.round(96 * seconds));
      for (let v = 0; v < soft.masses.length; v++) {
        const [x, y] = [soft.positions[3 * v], soft.positions[3 * v + 1]];
        if (Math.abs(x - 0.5) < 0.3 && y > 0.15) dents[k] = Math.max(dents[k], 0.3 - y);
      }
    });
    const { normalForces, normals } = pressed.contacts;
    for (let slot = 0; slot < normalForces.length; slot++) forces[0] -= normalForces[slot] * normals[3 * slot + 1];
    const { force } = met.pressing;
    for (let k = 1; k < force.length; k += 3) forces[1] -= force[k];
    expect(Math.abs(dents[1] / dents[0] - 1)).toBeLessThan(0.02);
    expect(Math.abs(forces[1] / forces[0] - 1)).toBeLessThan(0.1);
  },
);
