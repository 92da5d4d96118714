import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { softBox } from '../../support/tetBodies.ts';

const scratch = fileURLToPath(new URL('../../.output/kernels', import.meta.url));

/** A worker script with `body` as its program. */
function workerFile(name: string, body: string): string {
  mkdirSync(scratch, { recursive: true });
  const file = join(scratch, name);
  writeFileSync(file, body);
  return file;
}

function failureOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('kernel pool', () => {
  it('names its kernels and refuses others', () => {
    const pool = new KernelPool(compileKernels(false), { threads: 1 });
    expect(pool.kernel('elasticPass')).toBeGreaterThanOrEqual(0);
    expect(() => pool.kernel('nothing')).toThrow('no such kernel');
  });

  it('needs no worker script for one thread', () => {
    const pool = new KernelPool(compileKernels(false), { threads: 1, workerFile: '/nowhere/kernelWorker.js' });
    expect(pool.threads).toBe(1);
    pool.dispose();
  });
});

describe('a worker that misbehaves', () => {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 2, shared: true });
  /** Word 0 of the second page is the abort word; the body record follows. */
  const abortAt = 65536;
  const body = 65536 + 64;
  const preamble = `
    import { workerData } from 'node:worker_threads';
    const control = new Int32Array(workerData.control);
    const answer = (word) => { Atomics.add(control, word, 1); Atomics.notify(control, word); };
    let seen = Atomics.load(control, 0);
    answer(7);
    const next = () => { while (Atomics.load(control, 0) === seen) Atomics.wait(control, 0, seen, 100); seen = Atomics.load(control, 0); };
  `;

  it('that never starts is an error, not a hang', () => {
    const file = workerFile('silent.mjs', 'setInterval(() => undefined, 1000);\n');
    const failure = failureOf(
      () => new KernelPool(compileKernels(true), { threads: 2, workerFile: file, startPatience: 300 }),
    );
    expect(failure).toBeInstanceOf(CoreError);
    expect((failure as CoreError).message).toContain('did not start');
  });

  it('that dies during a run is an error, not a hang, and spoils the pool', () => {
    const file = workerFile('dying.mjs', `${preamble} next(); answer(1); next(); process.exit(1);\n`);
    const pool = new KernelPool(compileKernels(true), { threads: 2, workerFile: file, patience: 300 });
    const arena = pool.attach(memory, abortAt);
    // Kernel 0 on an all-zero body does nothing here; the worker never answers.
    const failure = failureOf(() => pool.run(arena, pool.kernel('decomposePass'), body));
    expect(failure).toBeInstanceOf(CoreError);
    expect((failure as CoreError).code).toBe('simulation-failed');
    expect(pool.failed).toBe(true);
    expect(() => pool.run(arena, 0, body)).toThrow('failed earlier');
    pool.dispose();
  });

  it('that reports a failure makes the run throw', () => {
    const file = workerFile(
      'failing.mjs',
      `${preamble} next(); answer(1); next(); Atomics.store(control, 6, 1); answer(1);\n`,
    );
    const pool = new KernelPool(compileKernels(true), { threads: 2, workerFile: file, patience: 5000 });
    const arena = pool.attach(memory, abortAt);
    expect(() => pool.run(arena, pool.kernel('decomposePass'), body)).toThrow('failed in a thread');
    pool.dispose();
  });
});

describe('a worker that is lost inside a barrier', () => {
  it('is an error, not a hang', () => {
    const file = workerFile(
      'lost.mjs',
      `
      import { workerData } from 'node:worker_threads';
      const control = new Int32Array(workerData.control);
      const answer = (word) => { Atomics.add(control, word, 1); Atomics.notify(control, word); };
      let seen = Atomics.load(control, 0);
      answer(7);
      const next = () => { while (Atomics.load(control, 0) === seen) Atomics.wait(control, 0, seen, 100); seen = Atomics.load(control, 0); };
      next();
      answer(1);
      next();
      process.exit(1);
    `,
    );
    const pool = new KernelPool(compileKernels(true), { threads: 2, workerFile: file, patience: 300 });
    const operators = new KernelSolidOperators(softBox(6, 6, 6), pool);
    const failure = failureOf(() => operators.updateElastic(new Float64Array(3 * operators.vertexCount), 1));
    expect(failure).toBeInstanceOf(CoreError);
    expect((failure as CoreError).code).toBe('simulation-failed');
    operators.dispose();
    pool.dispose();
  });
});
