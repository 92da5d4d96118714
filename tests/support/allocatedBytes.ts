import { type HeapProfiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { expect } from 'vitest';

/** Bytes between two samples of the allocations: a few hundred samples at the bound. */
const SAMPLING = 64;

/**
 * Bytes that one warm substep may allocate: 128 numbers (16 bytes each). Of the bodies of the tests, hundreds of vertices are pinned or
 * touch: one boxed number for each would be twice this, one for each vertex 14 kB, one vector for each contact 30 kB. What is left are the numbers
 * that the stages of a substep hand to each other (the time of a pose, the value of a key): at most eighty. The bound is for what ships, the
 * kernels and the code around them; reference implementations are written to be read.
 */
export const SUBSTEP_BOUND = 2048;

// V8 compiles a function after it ran for long enough: sooner, so that what is measured is compiled after some hundred substeps.
setFlagsFromString('--interrupt-budget=4000');
// In this thread, at once: a busy machine must not decide when that is.
setFlagsFromString('--no-concurrent-recompilation');

/** The measurement itself: what it allocates, one to two kB, is not the work's. */
const MEASURES = 'node:inspector';

/** Bytes that `work` allocates on the heap, those that were collected again included. */
export function allocatedBytes(work: () => void): number {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING,
    // Neither is in the types of Node 20.
    ...{ includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true },
  });
  work();
  let total = 0;
  const add = ({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): void => {
    if (callFrame.url === MEASURES) return;
    if (callFrame.functionName !== allocatedBytes.name) total += selfSize;
    children.forEach(add);
  };
  session.post('HeapProfiler.stopSampling', (error, { profile }) => {
    expect(error).toBeNull();
    add(profile.head);
  });
  session.disconnect();
  return total;
}
