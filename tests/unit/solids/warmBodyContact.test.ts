import { expect, test } from 'vitest';
import { volumeBoundary } from '../../../src/geometry/volumeBoundary.ts';
import { BodyContact } from '../../../src/simulation/contact/BodyContact.ts';
import { gatherSurface } from '../../../src/simulation/contact/bodyContactSurface.ts';
import { Step } from '../../../src/simulation/Step.ts';
import type { VolumeSettings } from '../../../src/solids/incompressibility/VolumeConservation.ts';
import plane from '../../../src/collision/shapes/plane.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { boxOfTets, placed } from '../../support/bodies.ts';
import { createIntegrator, operatorImplementations, solidBody, standing } from '../../support/solids.ts';

const FPS = 24;
const CELLS = 12;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Frames at a time, and how often at most, after some that are not measured, in which most is compiled: V8 does so when it likes. */
const FRAMES = 6;
const COLD = 6;
const ROUNDS = 24;
/** Bytes that a substep of both slabs may allocate: a number (16 bytes) for each contact would be more. */
const BOUND = 2 * SUBSTEP_BOUND;

/** Slabs on the floor and on each other, whose skins press on each other with hundreds of contacts. */
function stack(volume: VolumeSettings | undefined) {
  const create = new Map(operatorImplementations).get('kernel') ?? expect.fail('no kernels');
  const slabs = [0, 0.205].map((height, k) => {
    const box = placed(boxOfTets([CELLS, 1, CELLS], [1, 0.2, 1], 6), identity, [0.03 * k, height, 0.02 * k]);
    const body = solidBody(box, { youngsModulus: 1e5, dampingTime: 0.01 });
    const operators = create(body);
    const integrator = createIntegrator(body, operators, {
      gravity: [0, -9.81, 0],
      colliders: [standing(plane.create({ displaySize: 10 }), 0.5)],
      tolerance: 1e-3,
      ...(volume && { volume }),
    });
    const skin = volumeBoundary(box.elements, 4).faceVertices;
    const surface = { triangles: skin, positions: box.restPositions, masses: operators.masses, thickness: 0.008 };
    return { integrator, surface };
  });
  const bodies = slabs.map(({ integrator }) => integrator);
  const pairs = {
    bodyCount: 2,
    enabled: Uint8Array.of(1, 1, 1, 1),
    friction: Float64Array.of(0.3, 0.3, 0.3, 0.3),
  };
  const surface = gatherSurface(
    slabs.map((slab) => slab.surface),
    pairs,
  );
  const contact = new BodyContact(bodies, surface);
  return { bodies, contact, step: new Step(bodies, [contact]) };
}

test.each([
  ['', undefined],
  [' and keep their volume', { recoveryTime: 0.1, tolerance: 1e-2, maxIterations: 2000 }],
])('a warm substep of bodies that touch%s allocates no number per contact', (_, volume) => {
  const { bodies, contact, step } = stack(volume);
  let substeps = 0;
  const advance = (round: number) => {
    substeps = 0;
    for (let frame = FRAMES * round; frame < FRAMES * (round + 1); frame++) {
      contact.beginFrame();
      step.advance(frame / FPS, (frame + 1) / FPS);
      substeps += bodies[0].substeps.length;
    }
  };
  for (let round = 0; round < COLD; round++) advance(round);
  let least = Infinity;
  for (let round = COLD; round < ROUNDS && least >= BOUND; round++) {
    least = Math.min(least, allocatedBytes(() => advance(round)) / substeps);
  }
  const { contacts, intersectingPairs } = contact.frameContact();
  expect(16 * contacts).toBeGreaterThan(BOUND);
  expect(intersectingPairs).toBe(0);
  expect(least).toBeLessThan(BOUND);
});
