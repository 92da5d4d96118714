import { availableParallelism, cpus, loadavg } from 'node:os';
import { stopwatch } from '../timing.ts';

/** Larger than the caches of the processors that the program runs on. */
const BYTES = 256 * 2 ** 20;
const REPETITIONS = 5;

/** What figures of a run must be read beside. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** Processes that wanted to run over the last minute, before anything was measured. */
  readonly load: number;
  /** Bytes per second of processor time of one thread, which counts waiting for memory but not for other programs: copied by memcpy, and read by memchr. */
  readonly copied: number;
  readonly read: number;
  readonly node: string;
}

/** Measures the memory of this machine; takes about a second. */
export function measureMachine(): Machine {
  const [load] = loadavg();
  const from = Buffer.alloc(BYTES, 1);
  const to = Buffer.alloc(BYTES, 2);
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    load,
    copied: BYTES / bestSeconds(() => void to.set(from)),
    // What is not there is looked for up to the end.
    read: BYTES / bestSeconds(() => void from.indexOf(0)),
    node: process.version,
  };
}

function bestSeconds(work: () => void): number {
  let best = Infinity;
  for (let k = 0; k < REPETITIONS; k++) {
    const elapsed = stopwatch();
    work();
    best = Math.min(best, elapsed().processor);
  }
  return best;
}

/** The line at the top of a table. */
export function machineLine({ processor, cores, load, copied, read, node }: Machine): string {
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB/s`;
  return `${processor}, ${cores} cores, load ${load.toFixed(1)}; one thread copies ${gigabytes(copied)} and reads ${gigabytes(read)}; node ${node}`;
}
