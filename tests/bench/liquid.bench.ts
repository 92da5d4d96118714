import { splash } from '../support/splash.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, stopwatch } from './timing.ts';

/** Seconds of splashing over which the volume is watched. */
const DURATION = 10;

/** What a liquid keeps and what it costs. */
export function* runLiquidBench(): Generator<BenchRow> {
  for (const cells of [24, 48]) {
    const elapsed = stopwatch();
    const { peak, settled, substeps, pool } = splash(cells, DURATION);
    const measured = byProcessor(elapsed(), 1 / (24 * DURATION));
    yield {
      name: `splash of ${DURATION} s, ${cells} cells, ${pool.particles.count} particles`,
      unit: 's/frame',
      measured,
      size: { series: 'splash', count: pool.particles.count },
      note: `volume within ${(100 * peak).toFixed(2)} % at the peak, ${(100 * settled).toFixed(2)} % settled; ${substeps} substeps`,
    };
  }
}
