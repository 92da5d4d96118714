import { expect, test } from 'vitest';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

const SUBSTEPS = 40;

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
  let least = Infinity;
  for (let round = 0; round < 16 && least >= SUBSTEP_BOUND; round++) {
    least = Math.min(least, allocatedBytes(() => world.advance(SUBSTEPS / 960)) / SUBSTEPS);
  }
  expect(least).toBeLessThan(SUBSTEP_BOUND);
});
