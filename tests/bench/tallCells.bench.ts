import type { Liquid } from '../../src/scene/kinds/liquid.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, scaled, stopwatch, type Times } from './timing.ts';

/** Cells along the pool, and depths of the water, m. */
const CELLS = 75;
const DEPTH = 3.2;
/** Frames that are simulated; the first two are left out of what counts, and so are making cells and compiling. */
const FRAMES = 8;
const FIRST = 3;

interface Measured {
  readonly times: Times;
  readonly note: string;
}

/** What a frame of three balls that fall into a deep pool takes in full detail and with optical depths, and at twice the depth. Draft quality, one thread, without surfaces. */
export async function* runTallCellsBench(): AsyncGenerator<BenchRow> {
  const full = await frames(DEPTH, 'full');
  const quarter = await frames(DEPTH, '1/4');
  const sixteenth = await frames(DEPTH, '1/16');
  const deep = await frames(2 * DEPTH, '1/8');
  const row = (name: string, { times, note }: Measured, what: string, other: Measured): BenchRow => ({
    name: `deep pool, ${CELLS} cells along, ${name}`,
    unit: 's/frame',
    measured: byProcessor(times),
    reference: { what, measured: byProcessor(other.times) },
    note,
  });
  yield row('optical depth 1/4', quarter, `in full detail (${full.note})`, full);
  yield row('optical depth 1/16', sixteenth, 'in full detail', full);
  yield row('twice the depth, optical depth 1/8', deep, 'the depth, optical depth 1/4', quarter);
}

async function frames(depth: number, opticalDepth: Liquid['opticalDepth']): Promise<Measured> {
  const shot = await runShot(templateScene('deep-pool', { cells: CELLS, depth, opticalDepth, frames: FRAMES }));
  shot.advanceTo(FIRST);
  const elapsed = stopwatch();
  shot.advanceTo(FRAMES);
  const times = scaled(elapsed(), 1 / (FRAMES - FIRST));
  const { volume, sections } = shot.simulation.currentFrame().stats.entities['water'];
  shot.dispose();
  return { times, note: `${sections!.liquid!.particles} particles, ${volume.toFixed(2)} m3` };
}
