import type { AttachedArena, KernelCalls, KernelPool } from './KernelPool.ts';
import { MOST_RUNS } from './poolProtocol.ts';

/** Calls for fewer vertices are not shared among threads: barriers take longer. */
const LEAST_SHARED = 512;
/** How much of a thread each further one is worth to a call that they share, with its barriers. */
const WORTH = 0.75;

/**
 * Calls of kernels, each of a memory of its own, that need nothing of each other: what bodies of an island ask for at the same point of a step. Each is done by one
 * thread, without the barriers that sharing it would take, unless the others would have to wait for it: a large body beside small ones is shared. The bytes are the same.
 */
export class KernelQueue {
  private readonly arenas: AttachedArena[] = [];
  private readonly kernels: number[] = [];
  private readonly bodies: number[] = [];
  private readonly calls: KernelCalls = { arenas: this.arenas, kernels: this.kernels, bodies: this.bodies };
  /** Vertices of each call, descending: the last to begin are the shortest. */
  private readonly sizes: number[] = [];
  private pool: KernelPool | undefined;
  private count = 0;

  /** Adds a kernel call of a body of `size` vertices in `arena`; all calls use one pool. */
  add(pool: KernelPool, arena: AttachedArena, kernel: number, body: number, size: number): void {
    const { arenas, kernels, bodies, sizes } = this;
    this.pool = pool;
    let at = this.count++;
    for (; at > 0 && sizes[at - 1] < size; at--) {
      arenas[at] = arenas[at - 1];
      kernels[at] = kernels[at - 1];
      bodies[at] = bodies[at - 1];
      sizes[at] = sizes[at - 1];
    }
    arenas[at] = arena;
    kernels[at] = kernel;
    bodies[at] = body;
    sizes[at] = size;
  }

  /** Runs all calls. Allocates nothing once the lists have grown. */
  run(): void {
    const { pool, count, calls } = this;
    this.count = 0;
    if (pool === undefined) return;
    let first = 0;
    for (; pool.threads > 1 && first < count && this.isLong(first, count, pool.threads); first++)
      pool.run(this.arenas[first], this.kernels[first], this.bodies[first]);
    for (; first < count; first += MOST_RUNS) {
      const some = Math.min(MOST_RUNS, count - first);
      if (some > 1 && pool.threads > 1) pool.runEach(calls, first, some);
      else for (let k = first; k < first + some; k++) pool.runAlone(this.arenas[k], this.kernels[k], this.bodies[k]);
    }
  }

  /** Whether the longest call from `first` on would still run when the others have long been done. */
  private isLong(first: number, count: number, threads: number): boolean {
    const { sizes } = this;
    if (sizes[first] < LEAST_SHARED) return false;
    let others = 0;
    for (let k = first + 1; k < count; k++) others += sizes[k];
    // Shared, it takes size / (1 + worth (threads - 1)), and the others take others / threads after that.
    const share = 1 / (1 + WORTH * (threads - 1));
    return sizes[first] * (1 - share) > others / threads;
  }
}
