import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, scaled, stopwatch, type Times } from './timing.ts';

/** Cells along the box, and frames that are simulated; the first two are left out of what counts, and so are making cells and compiling. */
const CELLS = 150;
const FRAMES = 8;
const FIRST = 3;

/** What a substep of drops takes with surface tension and without, and how many of them a frame does. Draft quality, one thread, without surfaces. */
export async function* runSurfaceTensionBench(): AsyncGenerator<BenchRow> {
  const without = await substeps(0);
  const tense = await substeps(0.072);
  yield {
    name: `weightless water, ${CELLS} cells along, surface tension`,
    unit: 's/substep',
    measured: byProcessor(tense.times),
    reference: { what: `without (${without.note})`, measured: byProcessor(without.times) },
    note: tense.note,
  };
}

async function substeps(surfaceTension: number): Promise<{ readonly times: Times; readonly note: string }> {
  const shot = await runShot(templateScene('weightless-water', { cells: CELLS, surfaceTension, frames: FRAMES }));
  shot.advanceTo(FIRST);
  const elapsed = stopwatch();
  let count = 0;
  for (let frame = FIRST + 1; frame <= FRAMES; frame++) {
    shot.advanceTo(frame);
    count += shot.simulation.currentFrame().stats.entities['water'].substeps!;
  }
  const times = scaled(elapsed(), 1 / count);
  const { particles } = shot.simulation.currentFrame().stats.entities['water'].sections!.liquid!;
  shot.dispose();
  return { times, note: `${particles} particles, ${count / (FRAMES - FIRST)} substeps a frame` };
}
