import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import type { ContactCollider } from '../../../src/collision/contactCollider.ts';
import { meshLevelSet } from '../../../src/collision/MeshLevelSet.ts';
import box from '../../../src/collision/shapes/box.ts';
import gear from '../../../src/collision/shapes/gear.ts';
import plane from '../../../src/collision/shapes/plane.ts';
import stairs from '../../../src/collision/shapes/stairs.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { boxOfTets } from '../../support/bodies.ts';
import { createIntegrator, operatorImplementations, solidBody, standing } from '../../support/solids.ts';
import '../../support/withoutInlining.ts';
import { advanceFrame } from '../../support/advanceFrame.ts';

const FPS = 24;
/** Cells along the sides of the slab, and vertices on its underside: a number for each of half of them would be more than `SUBSTEP_BOUND`. */
const CELLS = 16;
const TOUCHING = (CELLS + 1) ** 2;

/** A slab, standing on y = 0, that gravity draws sideways over a collider. */
function slab(collider: ContactCollider) {
  const body = solidBody(boxOfTets([CELLS, 1, CELLS], [1.6, 0.3, 1.6], 6), { youngsModulus: 1e5, dampingTime: 0.01 });
  const create = new Map(operatorImplementations).get('kernel') ?? expect.fail('no kernels');
  return createIntegrator(body, create(body), {
    gravity: [2, -9.81, 0],
    colliders: [collider],
    tolerance: 1e-3,
    minSubsteps: 16,
  });
}

/** A gear that turns evenly about its axis (z), under the middle of the slab with its teeth up. */
function turningGear(): ContactCollider {
  const [pitchRadius, teeth] = [6, 48];
  const pose = {
    rotation: Float64Array.of(0, 0, 0, 1),
    translation: Float64Array.of(0.8, -pitchRadius * (1 + 2 / teeth), 0.8),
    linearVelocity: new Float64Array(3),
    angularVelocity: Float64Array.of(0, 0, 0.01),
  };
  return {
    shape: gear.create({ teeth, pitchRadius, thickness: 4, pressureAngle: 0.35, backlash: 0.04, bore: 0 }),
    friction: 1,
    poseAt(time) {
      const half = 0.5 * (pose.angularVelocity[2] * time);
      pose.rotation[2] = Math.sin(half);
      pose.rotation[3] = Math.cos(half);
      return pose;
    },
  };
}

/** `collider` moved by (x, y, z). */
function at(x: number, y: number, z: number, collider: ContactCollider): ContactCollider {
  collider.poseAt(0).translation.set([x, y, z]);
  return collider;
}

function crate(): ContactCollider {
  const surface = box.create({ sizeX: 4, sizeY: 1, sizeZ: 4, rounding: 0 }).display();
  return at(0.8, -0.5, 0.8, standing(meshLevelSet(surface, 32, quietJob), 0.5));
}

/** Colliders under the slab, and how many of its vertices touch them. */
const grounds: readonly (readonly [string, number, () => ContactCollider])[] = [
  ['a floor', TOUCHING / 2, () => standing(plane.create({ displaySize: 10 }), 0.1)],
  ['a gear', 60, turningGear],
  [
    'stairs',
    TOUCHING / 2,
    () => at(-3, -0.4, 0.8, standing(stairs.create({ steps: 3, rise: 0.2, tread: 3, width: 4 }), 0.5)),
  ],
  ['the level set of a mesh', TOUCHING / 2, crate],
];

/** Frames at a time, and how often at most, after one that is not measured, in which most is compiled: V8 does so when it likes. */
const FRAMES = 10;
const ROUNDS = 16;

test.each(grounds)('a warm substep on %s allocates no number per contact', (_ground, touching, collider) => {
  const body = slab(collider());
  let contacts = 0;
  let least = Infinity;
  let buffers = Infinity;
  let substeps = 0;
  const advance = (round: number) => {
    substeps = 0;
    const before = process.memoryUsage().arrayBuffers;
    for (let frame = FRAMES * round; frame < FRAMES * (round + 1); frame++) {
      const report = advanceFrame(body, frame / FPS, (frame + 1) / FPS);
      substeps += report.substeps.length;
      contacts = report.substeps[0].contacts;
    }
    buffers = process.memoryUsage().arrayBuffers - before;
  };
  advance(0);
  for (let round = 1; round < ROUNDS && least >= SUBSTEP_BOUND; round++) {
    least = Math.min(least, allocatedBytes(() => advance(round)) / substeps);
  }
  expect(contacts).toBeGreaterThan(touching);
  expect(least).toBeLessThan(SUBSTEP_BOUND);
  expect(buffers).toBeLessThanOrEqual(0);
});
