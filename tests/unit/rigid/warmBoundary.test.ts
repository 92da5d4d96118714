import { expect, test } from 'vitest';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { BoundaryWorld } from '../../support/boundaryWorld.ts';
import { boxOfTets } from '../../support/bodies.ts';
import { boxOf, shapeOf } from '../../support/rigidWorld.ts';
import { clamp, createIntegrator, operatorImplementations, solidBody } from '../../support/solids.ts';

const SUBSTEPS = 12;

test('a warm substep of rigid bodies on a soft one allocates next to nothing', () => {
  const mesh = boxOfTets([4, 2, 4], [0.6, 0.3, 0.6]);
  const body = { ...solidBody(mesh, { youngsModulus: 1e5, dampingTime: 0.02 }), implicit: { typicalStep: 1 / 192 } };
  const [, [, createOperators]] = operatorImplementations;
  const targets = [clamp(mesh, (_x, y) => y < 1e-9)];
  const gravity = [0, -9.81, 0];
  const soft = createIntegrator(body, createOperators(body), { scheme: 'implicit', targets, gravity, tolerance: 1e-4 });
  const crate = { shape: boxOf(0.35), position: [0.3, 0.48, 0.3], mass: 5 };
  const ball = { shape: shapeOf('sphere', { radius: 0.1 }), position: [0.55, 0.41, 0.55], mass: 2 };
  const world = new BoundaryWorld([crate, ball], [soft], { edge: 0.15 });
  world.advance(1 / 960, 200);
  // On a busy machine code is optimised late.
  let least = Infinity;
  for (let round = 0; round < 60 && least >= SUBSTEP_BOUND; round++) {
    least = Math.min(least, allocatedBytes(() => world.advance(1 / 960, SUBSTEPS)) / SUBSTEPS);
  }
  expect(least).toBeLessThan(SUBSTEP_BOUND);
});
