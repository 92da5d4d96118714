import { readdir, readFile } from 'node:fs/promises';
import { figure, type Figure } from './figures.ts';

/** Bytes of a JavaScript heap. */
export interface Heap {
  /** Objects, those of the browser that belong to them included. */
  readonly objects: number;
  /** What typed arrays hold. */
  readonly arrays: number;
}

export interface MemoryUse {
  readonly page: Heap;
  /** Heap of all workers of the page together. */
  readonly worker: Heap;
  /** Resident bytes of the processes of pages and of graphics; NaN where the system does not tell. */
  readonly pageProcess: number;
  readonly graphicsProcess: number;
}

const MEGA = 1e6;
const THOUSAND = 1000;

/** Resident memory of a browser's processes. */
export async function processMemory(browser: number): Promise<Pick<MemoryUse, 'pageProcess' | 'graphicsProcess'>> {
  const sums = { pageProcess: 0, graphicsProcess: 0 };
  try {
    for (const pid of await descendants(browser)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      const bytes = 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      if (command.includes('--type=renderer')) sums.pageProcess += bytes;
      else if (command.includes('--type=gpu-process')) sums.graphicsProcess += bytes;
    }
    return sums;
  } catch {
    return { pageProcess: NaN, graphicsProcess: NaN };
  }
}

async function descendants(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined);
    const parent = stat === undefined ? undefined : /\) \S (\d+)/.exec(stat)?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== root && isBelow(parents.get(pid)));
}

/** Beginning, end and slope of what was used each time `frames` more had been played. */
export function growthFigures(uses: readonly MemoryUse[], frames: number): Figure[] {
  const kinds: readonly (readonly [string, (use: MemoryUse) => number])[] = [
    ['objects of the page', ({ page }) => page.objects],
    ['arrays of the page', ({ page }) => page.arrays],
    ['objects of the decoding worker', ({ worker }) => worker.objects],
    ['arrays of the decoding worker', ({ worker }) => worker.arrays],
    ['process of the page', ({ pageProcess }) => pageProcess],
    ['process of the graphics', ({ graphicsProcess }) => graphicsProcess],
  ];
  const played = frames * (uses.length - 1);
  return kinds.map(([name, read]) => {
    const values = uses.map((use) => read(use) / MEGA);
    const [first, last] = [values[0], values.at(-1)!];
    const note = `${first.toFixed(1)} MB, then ${last.toFixed(1)} MB after ${played} frames`;
    return figure(`memory: growth per 1000 frames, ${name}`, (THOUSAND / frames) * slope(values), 'MB', note);
  });
}

/** Returns the slope of the straight line that fits best through values at 0, 1, 2 ... */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [up, square] = [0, 0];
  values.forEach((value, k) => {
    up += (k - middle) * (value - mean);
    square += (k - middle) ** 2;
  });
  return up / square;
}
