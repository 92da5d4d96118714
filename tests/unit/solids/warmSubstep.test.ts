import { type HeapProfiler, Session } from 'node:inspector';
import { expect, test } from 'vitest';
import { ContactPhase } from '../../../src/collision/contactState.ts';
import { boxOfTets } from '../../support/bodies.ts';
import { createIntegrator, halfSpace, operatorImplementations, solidBody, standing } from '../../support/solids.ts';

/** Bytes between two samples of the allocations: a few hundred samples at the bound. */
const SAMPLING = 256;
/** Bytes of a number that is boxed on the heap. */
const BOXED = 16;

/** Bytes that `work` allocates on the heap, those that were collected again included. */
function allocatedBytes(work: () => void): number {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING,
    // Neither is in the types of Node 20.
    ...{ includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true },
  });
  work();
  let total = 0;
  const add = (node: HeapProfiler.SamplingHeapProfileNode): void => {
    total += node.selfSize;
    node.children.forEach(add);
  };
  session.post('HeapProfiler.stopSampling', (error, { profile }) => {
    expect(error).toBeNull();
    add(profile.head);
  });
  session.disconnect();
  return total;
}

const FPS = 24;
/** Cells along the sides of the slab, and vertices on its underside. */
const CELLS = 16;
const TOUCHING = (CELLS + 1) ** 2;

/** A slab that slides faster and faster over a floor. */
function slidingSlab() {
  const body = solidBody(boxOfTets([CELLS, 3, CELLS], [1.6, 0.3, 1.6], 6), { youngsModulus: 1e5, dampingTime: 0.01 });
  const create = new Map(operatorImplementations).get('kernel') ?? expect.fail('no kernels');
  return createIntegrator(body, create(body), {
    gravity: [2, -9.81, 0],
    colliders: [standing(halfSpace([0, 1, 0]), 0.1)],
    tolerance: 1e-3,
    minSubsteps: 4,
  });
}

/** Frames at a time, and how often at most: V8 compiles when it likes; the second round is warm. */
const FRAMES = 20;
const ROUNDS = 8;

test('a warm substep allocates no vector, and less than one number per component of one', () => {
  const slab = slidingSlab();
  const bound = BOXED * slab.positions.length;
  let contacts = 0;
  let least = Infinity;
  let buffers = Infinity;
  for (let round = 0; round < ROUNDS && least >= bound; round++) {
    let substeps = 0;
    const bytes = allocatedBytes(() => {
      const before = process.memoryUsage().arrayBuffers;
      for (let frame = FRAMES * round; frame < FRAMES * (round + 1); frame++) {
        const report = slab.advanceFrame(frame / FPS, (frame + 1) / FPS);
        substeps += report.substeps.length;
        contacts = report.substeps[0].contacts;
      }
      buffers = process.memoryUsage().arrayBuffers - before;
    });
    least = Math.min(least, bytes / substeps);
  }
  expect(contacts).toBeGreaterThan(TOUCHING / 2);
  expect(slab.contacts.phases).toContain(ContactPhase.slip);
  expect(least).toBeLessThan(bound);
  expect(buffers).toBeLessThanOrEqual(0);
});
