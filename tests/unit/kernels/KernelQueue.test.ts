import { describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { PressureKernel } from '../../../src/kernels/pressure/PressureKernel.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { KernelQueue } from '../../../src/kernels/threads/KernelQueue.ts';
import { SeededRandom } from '../../support/random.ts';
import { boxOfTets } from '../../support/bodies.ts';
import { spread } from '../../support/tetBodies.ts';

/** Pressure systems of boxes of several sizes, each with a right-hand side of its own. */
function systems(pool: KernelPool, cells: readonly number[] = [3, 7, 5, 2, 6, 4]): PressureKernel[] {
  const random = new SeededRandom('queue');
  return cells.map((n) => {
    const { restPositions, elements } = boxOfTets([n, n, n], [1, 1, 1], 5);
    const vertexCount = restPositions.length / 3;
    const kernel = new PressureKernel(
      {
        vertexCount,
        cells: elements,
        cellWeights: new Float64Array(elements.length / 4).fill(0.01),
        inverseMasses: new Float64Array(vertexCount).fill(2),
        restVolumes: new Float64Array(vertexCount).fill(1e-3),
      },
      pool,
    );
    kernel.positions.set(restPositions.map((x) => x + spread(random, 0.02)));
    kernel.updateMatrix();
    for (let v = 0; v < vertexCount; v++) kernel.rhs[v] = spread(random, 1);
    return kernel;
  });
}

/** Pressures and forces of all, in a queue or one after the other. */
function solved(threads: number, queued: boolean): number[][] {
  const pool = new KernelPool(compileKernels(threads > 1), { threads });
  const kernels = systems(pool);
  const queue = new KernelQueue();
  for (const kernel of kernels) kernel.solve(1e-4, 0, 200, queued ? queue : undefined);
  queue.run();
  const found = kernels.map(({ pressures, forces }) => [...pressures, ...forces]);
  for (const kernel of kernels) kernel.dispose();
  pool.dispose();
  return found;
}

describe('a queue of kernels', () => {
  const expected = solved(1, false);

  it.each([1, 2, 3])('gives the bytes of one after the other on %i threads', (threads) => {
    expect(expected.every((values) => values.some((value) => value !== 0))).toBe(true);
    expect(solved(threads, true)).toEqual(expected);
  });

  it.each([
    ['a large body beside small ones among all threads', [3, 10, 2], 1],
    ['no body of several that are as large', [9, 9, 9], 0],
    ['no small body that is alone', [4], 0],
  ])('shares %s', (_name, cells, shared) => {
    const pool = new KernelPool(compileKernels(true), { threads: 2 });
    const kernels = systems(pool, cells);
    const queue = new KernelQueue();
    for (const kernel of kernels) kernel.solve(1e-4, 0, 200, queue);
    const run = vi.spyOn(pool, 'run');
    queue.run();
    expect(run).toHaveBeenCalledTimes(shared);
    run.mockRestore();
    const found = kernels.map(({ pressures }) => [...pressures]);
    for (const kernel of kernels) kernel.solve(1e-4, 0, 200);
    expect(found).toEqual(kernels.map(({ pressures }) => [...pressures]));
    for (const kernel of kernels) kernel.dispose();
    pool.dispose();
  });

  it('does nothing before it is run, and nothing twice', () => {
    const pool = new KernelPool(compileKernels(false), { threads: 1 });
    const [kernel] = systems(pool);
    const queue = new KernelQueue();
    kernel.solve(1e-4, 0, 200, queue);
    expect(kernel.pressures.every((p) => p === 0)).toBe(true);
    queue.run();
    expect(kernel.pressures.some((p) => p !== 0)).toBe(true);
    kernel.pressures.fill(0);
    queue.run();
    expect(kernel.pressures.every((p) => p === 0)).toBe(true);
  });

  it('throws on a pool that has ended', () => {
    const pool = new KernelPool(compileKernels(true), { threads: 2 });
    const [one, other] = systems(pool);
    const queue = new KernelQueue();
    for (const kernel of [one, other]) kernel.solve(1e-4, 0, 200, queue);
    pool.dispose();
    expect(() => queue.run()).toThrow(CoreError);
  });
});
