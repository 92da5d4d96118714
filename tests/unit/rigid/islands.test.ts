import { expect, test } from 'vitest';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

/** A tower that is hit from the side. */
function addTower(world: RigidWorld, x: number) {
  const crates = Array.from({ length: 4 }, (_, k) =>
    world.add({ shape: boxOf(0.5), position: [x, 0.25 + 0.5 * k, 0], rotation: [0, 0.1 * k, 0], mass: 10 }),
  );
  world.add({ shape: shapeOf('sphere', { radius: 0.2 }), position: [x - 1, 1.3, 0.1], velocity: [6, 0, 0], mass: 5 });
  return crates;
}

/** A heap of boxes and capsules that falls. */
function addHeap(world: RigidWorld, x: number) {
  for (let k = 0; k < 6; k++) {
    const shape = k % 2 === 0 ? boxOf(0.5, 0.5, 0.6) : shapeOf('capsule', { radius: 0.25, length: 0.4 });
    const position = [x + 0.1 * (k % 3), 0.4 + 0.55 * k, 0.05 * k];
    world.add({ shape, position, rotation: [0.3 * k, 0.2, 0.7 * k], mass: 2 });
  }
}

function poses(bodies: readonly { readonly position: Float64Array; readonly rotation: Float64Array }[]) {
  return bodies.map(({ position, rotation }) => [...position, ...rotation]);
}

test('an island moves to the last bit as it does without the others, which it does not wait for', () => {
  const [alone, beside] = [new RigidWorld(), new RigidWorld()];
  const wanted = addTower(alone, 0);
  addHeap(beside, 20);
  const found = addTower(beside, 0);
  for (const world of [alone, beside]) {
    world.addCollider({ shape: shapeOf('plane') });
    world.advance(0.5);
  }
  expect(poses(found)).toEqual(poses(wanted));
  expect(found[3].position[0]).toBeGreaterThan(0.1);
});

test('contact does not depend on when pairs were found: each substep like all at once, also after a checkpoint', () => {
  const [whole, resumed] = [new RigidWorld(), new RigidWorld()];
  for (const world of [whole, resumed]) {
    addHeap(world, 0);
    world.addCollider({ shape: shapeOf('plane') });
  }
  whole.advance(0.2);
  const saved = whole.state.save();
  const bodies = whole.bodies.map(({ state }) => state.save());
  resumed.bodies.forEach(({ state }, k) => state.load(bodies[k]));
  resumed.state.load(saved);
  for (const world of [whole, resumed]) world.advance(0.3);
  expect(poses(resumed.bodies)).toEqual(poses(whole.bodies));
});
