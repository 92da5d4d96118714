import { DevToolsPage } from './DevToolsPage.ts';
import { figure, pause, percentile, times, type Figure } from './figures.ts';
import { CACHED } from './hostFigures.ts';
import { growthFigures, type MemoryUse } from './memoryUse.ts';
import { frameIsShown, installProbe } from './pageProbe.ts';
import { play, watchRequests } from './playback.ts';

const WIDTH = 1600;
const HEIGHT = 900;
const SCRUBS = 120;
/** Numbers that are typed, and their digits. */
const NUMBERS = 12;
const DIGITS = 4;
/** Milliseconds between two keys: a fast typist. */
const TYPING = 90;
/** ms that the solver is waited for. */
const SOLVER_PATIENCE = 120_000;
/** A window in which the compositor, which runs in software here, has little to do. */
const SMALL_WIDTH = 960;
const SMALL_HEIGHT = 540;
/** Frames that are played before memory is looked at, and until the end. */
const WARM = 600;
const PLAYED = 5000;
/** Frames between two looks at the memory. */
const MEMORY_STEP = 500;

/**
 * What an artist feels who edits and scrubs while the simulation of the shot at `address` goes on. With `mute` nothing is rasterised, as where a
 * GPU does it: a software rasteriser takes the cores that the page and the solver need.
 */
export async function pageWhileSimulating(address: string, mute: boolean): Promise<Figure[]> {
  const page = await DevToolsPage.open(WIDTH, HEIGHT);
  const how = mute ? 'page, rasterised elsewhere' : 'page, rasterised in software';
  try {
    await installProbe(page, mute);
    await page.go(address);
    await frameIsShown(page);
    await page.run(watchEdits);
    await type(page);
    const still = await page.run(takeKeys);
    const idle = [
      ...times(`${how}: key handled, nothing simulates`, still.handled),
      ...times(`${how}: key to picture, nothing simulates`, still.shown),
    ];
    await page.run(startBeyond, CACHED);
    const turn = await solverBegins(page);
    const began = figure(
      `${how}: simulation asked for until it makes a frame`,
      turn.ms,
      'ms',
      turn.begun ? 'it stands back behind the page' : 'and still not: what follows was not measured',
    );
    if (!turn.begun) return [...idle, began];
    await type(page);
    const busy = await page.run(takeKeys);
    const cold = await page.run(scrub, SCRUBS, CACHED, true);
    const warm = await page.run(scrub, SCRUBS, CACHED, false);
    await page.run(() => window.probe.session().shot.simulation.cancel());
    return [
      ...idle,
      began,
      ...times(`${how}: key handled`, busy.handled),
      ...times(`${how}: key to picture`, busy.shown),
      ...times(`${how}: edit to its answer`, busy.edits),
      ...times(`${how}: scrub to a frame on the disk`, cold),
      ...times(`${how}: scrub to a frame in memory`, warm),
    ];
  } finally {
    await page.close();
  }
}

/** Waits until the solver is at a frame: it stands back behind a page that draws, and a software rasteriser takes all cores for a while. */
async function solverBegins(page: DevToolsPage): Promise<{ readonly begun: boolean; readonly ms: number }> {
  const began = performance.now();
  const makesFrame = () =>
    [...window.probe.session().jobs.getState().jobs.values()].some(({ stage }) => stage.startsWith('frame'));
  for (;;) {
    const begun = await page.run(makesFrame);
    const ms = performance.now() - began;
    if (begun || ms > SOLVER_PATIENCE) return { begun, ms };
    await pause(20);
  }
}

/** The times of the keys since it was called last. */
function takeKeys(): Readonly<Record<'handled' | 'shown' | 'edits', number[]>> {
  const { handled, shown, edits } = window.probe;
  return { handled: handled.splice(0), shown: shown.splice(0), edits: edits.splice(0) };
}

function startBeyond(cached: number): Promise<string> {
  const { shot, document } = window.probe.session();
  return shot.simulate({ first: cached + 1, last: document.scene!.range.last });
}

function watchEdits(): void {
  const { document, program, selection } = window.probe.session();
  let began: number | undefined;
  document.store.subscribe((now, before) => {
    if (now.open?.scene !== before.open?.scene) began ??= performance.now();
  });
  program.subscribe((now, before) => {
    if (now.journaledAt === before.journaledAt || began === undefined) return;
    window.probe.edits.push(performance.now() - began);
    began = undefined;
  });
  selection.setState({ ids: [document.scene!.entities.find(({ kind }) => kind === 'solid')!.id] });
}

async function type(page: DevToolsPage): Promise<void> {
  await page.until(() => window.document.querySelector('input[aria-label="Density"]') !== null);
  for (let k = 0; k < NUMBERS; k++) {
    await page.run(() => {
      const field = window.document.querySelector<HTMLInputElement>('input[aria-label="Density"]')!;
      field.focus();
      field.select();
    });
    for (let digit = 0; digit < DIGITS; digit++) {
      await page.press(String(1 + ((3 * k + digit) % 9)));
      await pause(TYPING);
    }
    await page.press('Enter');
    await pause(2 * TYPING);
  }
}

/** Jumps about among the first `frames`; with `cold`, none of them is in memory when it is asked for. */
async function scrub(count: number, frames: number, cold: boolean): Promise<number[]> {
  const { timeline, frameSource } = window.probe.session();
  const { ring } = frameSource as unknown as { ring: { clear(): void } };
  const taken: number[] = [];
  let frame = timeline.getState().frame;
  for (let k = 0; k < count; k++) {
    frame = 1 + ((frame + 6 + (k % 5)) % frames);
    if (cold) ring.clear();
    const began = performance.now();
    timeline.setState({ frame, playing: false });
    while (frameSource.store.getState().shown?.frame !== frame) {
      await new Promise<void>((resolve) => {
        const leave = frameSource.store.subscribe(() => {
          leave();
          resolve();
        });
      });
    }
    taken.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return taken;
}

/** Playback of the shot at `address`, which has 100 000 triangles and more frames than memory takes; nothing is rasterised. */
export async function playing(address: string): Promise<Figure[]> {
  const page = await DevToolsPage.open(SMALL_WIDTH, SMALL_HEIGHT);
  try {
    await installProbe(page, true);
    await page.go(address);
    await frameIsShown(page);
    const triangles = await page.run(() => {
      const { streams } = window.probe.session().frameSource.store.getState().statics!;
      return streams.reduce((sum, one) => sum + (one.type === 'mesh' ? one.surface.triangles.length / 3 : 0), 0);
    });
    await page.run(watchRequests);
    await play(page, WARM);
    const uses = [await memory(page)];
    const before = await page.metrics();
    await page.run(() => void (window.probe.pictures.length = 0));
    let [seconds, dropped] = [0, 0];
    while (uses.length <= PLAYED / MEMORY_STEP) {
      const began = performance.now();
      dropped += await play(page, MEMORY_STEP);
      seconds += (performance.now() - began) / 1000;
      uses.push(await memory(page));
    }
    const after = await page.metrics();
    const pictures = await page.run(() => window.probe.pictures);
    const requests = await page.run(() => window.playback.requests);
    const perFrame = (name: string) => (1000 * (after[name] - before[name])) / PLAYED;
    return [
      figure('playback: triangles', triangles, '', `${PLAYED} frames, nothing is rasterised`),
      figure('playback: rate', PLAYED / seconds, 'fps', 'asked for 60'),
      figure('playback: scripts per frame, mean', perFrame('ScriptDuration'), 'ms', 'everything on the main thread'),
      figure(
        'playback: layout and style per frame, mean',
        perFrame('LayoutDuration') + perFrame('RecalcStyleDuration'),
        'ms',
      ),
      figure('playback: callbacks of a picture, p50', percentile(pictures, 0.5), 'ms', `of ${pictures.length}`),
      figure('playback: callbacks of a picture, p95', percentile(pictures, 0.95), 'ms', `of ${pictures.length}`),
      figure('playback: frames dropped', dropped, '', 'real time, shown too late or not at all'),
      figure(
        'playback: frame requests',
        requests.asked,
        '',
        `${requests.answered} answered, ${requests.refused} refused`,
      ),
      ...growthFigures(uses, MEMORY_STEP),
    ];
  } finally {
    await page.close();
  }
}

/** Once the requests that were under way are answered. */
async function memory(page: DevToolsPage): Promise<MemoryUse> {
  await pause(500);
  return page.memory();
}
