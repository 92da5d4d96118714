import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DevToolsPage } from './DevToolsPage.ts';
import { figure, percentile, type Figure } from './figures.ts';
import { installProbe } from './pageProbe.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const RUNS = 5;
const MEGA = 1e6;

declare global {
  interface Window {
    isReady(): boolean;
    /** ms since the navigation. */
    readyAt?: number;
  }
}

interface Started {
  readonly milliseconds: number;
  readonly scripts: readonly string[];
}

/** How long a browser that knows nothing yet needs from the address to something to work with, and how much script that takes. */
export async function startUp(startPage: string, shot: string): Promise<Figure[]> {
  const cards = () => document.querySelectorAll('.sample-card').length > 0;
  const picture = () => {
    try {
      return (
        document.querySelector('.viewport canvas') !== null &&
        window.probe.session().frameSource.store.getState().shown !== undefined
      );
    } catch {
      return false;
    }
  };
  const figures: Figure[] = [];
  for (const [name, address, ready] of [
    ['start page', startPage, cards],
    ['first frame of a shot', shot, picture],
  ] as const) {
    const runs: Started[] = [];
    for (let k = 0; k < RUNS; k++) runs.push(await start(address, ready));
    const times = runs.map(({ milliseconds }) => milliseconds);
    figures.push(
      figure(`${name}: until it can be used, median`, percentile(times, 0.5), 'ms', `of ${RUNS}, empty browser cache`),
      figure(`${name}: until it can be used, longest`, percentile(times, 1), 'ms'),
      figure(`${name}: scripts, gzip`, gzipBytes(runs[0].scripts) / MEGA, 'MB', `${runs[0].scripts.length} files`),
    );
  }
  return figures;
}

async function start(address: string, ready: () => boolean): Promise<Started> {
  const page = await DevToolsPage.open(WIDTH, HEIGHT);
  try {
    await installProbe(page, false);
    await page.before(watchStart);
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `window.isReady = ${ready.toString()}` });
    await page.go(address);
    await page.until(() => window.readyAt !== undefined);
    return await page.run(() => ({
      milliseconds: window.readyAt!,
      scripts: performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js')),
    }));
  } finally {
    await page.close();
  }
}

function watchStart(): void {
  const look = () => {
    // The picture with it is out once a task after it runs.
    if (window.isReady()) setTimeout(() => (window.readyAt = performance.now()), 0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function gzipBytes(scripts: readonly string[]): number {
  const sizes = [...new Set(scripts)].map((path) => gzipSync(readFileSync(join('dist/app', path))).byteLength);
  return sizes.reduce((sum, size) => sum + size, 0);
}
