import { DevToolsPage } from './DevToolsPage.ts';
import { figure, percentile, type Figure } from './figures.ts';
import { frameIsShown, installProbe } from './pageProbe.ts';
import { play, watchRequests } from './playback.ts';

const WIDTH = 1600;
const HEIGHT = 900;
/** Frames that are played before anything is measured, and then. */
const WARM = 24;
const PLAYED = 240;
/** Pictures of a software rasteriser, which needs a tenth of a second and more for each. */
const DRAWN = 48;

/**
 * Playback of the liquid of the shot at `address`: scripts of a picture with nothing rasterised, which are what an artist with a GPU waits for on the main thread, and
 * the time from picture to picture where the processor draws.
 */
export async function water(address: string): Promise<Figure[]> {
  return [...(await scripts(address)), ...(await drawn(address))];
}

async function scripts(address: string): Promise<Figure[]> {
  const page = await open(address, true);
  try {
    const triangles = await page.run(() => {
      const { streams } = window.probe.session().frameSource.store.getState().shown!;
      const surfaces = streams.map((one) => (one.type === 'points' || one.type === 'grid' ? one.surface : undefined));
      return surfaces.reduce((sum, surface) => sum + (surface?.triangles.length ?? 0) / 3, 0);
    });
    await play(page, WARM);
    const before = await page.metrics();
    await page.run(() => {
      window.probe.pictures.length = 0;
      window.probe.drawn.count = 0;
    });
    await play(page, PLAYED);
    const count = await page.run(() => window.probe.drawn.count);
    const after = await page.metrics();
    const pictures = await page.run(() => window.probe.pictures);
    const scripted = (1000 * (after['ScriptDuration'] - before['ScriptDuration'])) / PLAYED;
    return [
      figure('water: triangles of the skin', triangles, '', `${PLAYED} frames, nothing is rasterised`),
      figure('water: scripts per frame, mean', scripted, 'ms', 'everything on the main thread; at most 4 wanted'),
      figure('water: pictures drawn per frame', count / PLAYED, '', 'more than 1 are drawn for nothing'),
      figure('water: callbacks of a picture, p50', percentile(pictures, 0.5), 'ms', `of ${pictures.length}`),
      figure('water: callbacks of a picture, p95', percentile(pictures, 0.95), 'ms', `of ${pictures.length}`),
    ];
  } finally {
    await page.close();
  }
}

async function drawn(address: string): Promise<Figure[]> {
  const page = await open(address, false);
  try {
    await play(page, WARM / 2);
    await page.run(() => void (window.probe.drawn.count = 0));
    const began = performance.now();
    await play(page, DRAWN);
    const seconds = (performance.now() - began) / 1000;
    const count = await page.run(() => window.probe.drawn.count);
    return [figure('water: a picture drawn by the processor', (1000 * seconds) / count, 'ms', `${WIDTH} x ${HEIGHT}`)];
  } finally {
    await page.close();
  }
}

async function open(address: string, mute: boolean): Promise<DevToolsPage> {
  const page = await DevToolsPage.open(WIDTH, HEIGHT);
  await installProbe(page, mute);
  await page.go(address);
  await frameIsShown(page);
  await page.run(watchRequests);
  return page;
}
