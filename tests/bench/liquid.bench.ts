import { splash } from '../support/splash.ts';
import type { BenchRow } from './BenchRow.ts';

/** Seconds of splashing over which the volume is watched. */
const DURATION = 10;

/** What a liquid keeps and what it costs. */
export function runLiquidBench(): BenchRow[] {
  return [24, 48].map((cells) => {
    const processor = process.cpuUsage();
    const { peak, settled, substeps, pool } = splash(cells, DURATION);
    const { user } = process.cpuUsage(processor);
    return {
      name: `splash of ${DURATION} s, ${cells} cells, ${pool.particles.count} particles`,
      fast: user / 1e6 / (24 * DURATION),
      unit: 's/frame',
      note: `volume within ${(100 * peak).toFixed(2)} % at the peak, ${(100 * settled).toFixed(2)} % settled; ${substeps} substeps; processor time`,
    };
  });
}
