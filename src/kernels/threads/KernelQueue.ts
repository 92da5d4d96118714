import type { AttachedArena, KernelCalls, KernelPool } from './KernelPool.ts';
import { MOST_RUNS } from './poolProtocol.ts';

/**
 * Calls of kernels, each of a memory of its own, that need nothing of each other: what bodies of an island ask for at the same point of a step. Small bodies are each done by one
 * thread, without the barriers that sharing them would take; the bytes are the same.
 */
export class KernelQueue {
  private readonly arenas: AttachedArena[] = [];
  private readonly kernels: number[] = [];
  private readonly bodies: number[] = [];
  private readonly calls: KernelCalls = { arenas: this.arenas, kernels: this.kernels, bodies: this.bodies };
  private pool: KernelPool | undefined;
  private count = 0;

  /** Adds a kernel call of a body in `arena`; all calls use one pool. */
  add(pool: KernelPool, arena: AttachedArena, kernel: number, body: number): void {
    this.pool = pool;
    this.arenas[this.count] = arena;
    this.kernels[this.count] = kernel;
    this.bodies[this.count] = body;
    this.count++;
  }

  /** Runs all calls. Allocates nothing once the lists have grown. */
  run(): void {
    const { pool, count, calls } = this;
    this.count = 0;
    if (pool === undefined) return;
    for (let first = 0; first < count; first += MOST_RUNS) {
      const some = Math.min(MOST_RUNS, count - first);
      if (some === 1) pool.run(this.arenas[first], this.kernels[first], this.bodies[first]);
      else if (pool.threads > 1) pool.runEach(calls, first, some);
      else for (let k = first; k < first + some; k++) pool.runAlone(this.arenas[k], this.kernels[k], this.bodies[k]);
    }
  }
}
