import { expect, test } from 'vitest';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { newJointReport, type Joint } from '../../../src/rigid/joints/Joint.ts';
import { BoundaryWorld, embeddedIn } from '../../support/boundaryWorld.ts';
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

test('a warm substep of joined bones in flesh allocates next to nothing', () => {
  const mesh = boxOfTets([8, 2, 2], [0.8, 0.12, 0.12]);
  const body = { ...solidBody(mesh, { youngsModulus: 1e5, dampingTime: 0.02 }), implicit: { typicalStep: 1 / 192 } };
  const [, [, createOperators]] = operatorImplementations;
  const bones = [0.2, 0.6].map((x) => ({ shape: boxOf(0.3, 0.04, 0.04), position: [x, 0.06, 0.06], mass: 0.5 }));
  const joints = bones.map((_, k): Joint => ({
    id: `joint ${k}`,
    type: 'hinge',
    first: k === 0 ? undefined : 0,
    second: k,
    position: [0.4 * k, 0.06, 0.06],
    axis: [0, 0, 1],
    range: [-0.5, 0.5],
    spring: { stiffness: 20, damping: 1, rest: 0 },
    touching: false,
    report: newJointReport(),
  }));
  const soft = createIntegrator(body, createOperators(body), {
    scheme: 'implicit',
    embedded: bones.map((bone, k) => embeddedIn(bone, k, mesh.restPositions)),
    gravity: [0, -9.81, 0],
    tolerance: 1e-4,
  });
  const world = new BoundaryWorld(bones, [soft], { edge: 0.1, joints });
  world.advance(1 / 960, 200);
  let least = Infinity;
  for (let round = 0; round < 60 && least >= SUBSTEP_BOUND; round++) {
    least = Math.min(least, allocatedBytes(() => world.advance(1 / 960, SUBSTEPS)) / SUBSTEPS);
  }
  expect(least).toBeLessThan(SUBSTEP_BOUND);
});
