import type { GridLiquid } from '../../src/liquids/uniform/GridLiquid.ts';
import { LiquidVolume } from '../../src/liquids/uniform/LiquidVolume.ts';
import { CellGrid } from '../../src/liquids/CellGrid.ts';
import { liquidPool } from './liquidPool.ts';

/** How far the volume of a splash was off, as a share of what it should be. */
export interface SplashDrift {
  readonly peak: number;
  /** Mean over the last quarter. */
  readonly settled: number;
  readonly substeps: number;
  readonly pool: GridLiquid;
}

/** A column that falls into a closed box of 1 m, a quarter as deep, and splashes for `duration` s at 24 frames a second. */
export function splash(cells: number, duration: number): SplashDrift {
  const h = 1 / cells;
  const counts = [cells, cells, Math.max(4, cells >> 2)] as const;
  const pool = liquidPool(counts, h, (x, y) => x < 0.4 && y < 0.6);
  const measure = new LiquidVolume(new CellGrid(counts, h));
  const free = new Float64Array(pool.phi.length).fill(1);
  const frames = Math.round(24 * duration);
  let peak = 0;
  let settled = 0;
  let substeps = 0;
  for (let frame = 1; frame <= frames; frame++) {
    const { volume } = pool;
    pool.advance(1 / 24);
    substeps += pool.substeps;
    const off = Math.abs(measure.measure(pool.phi, free) / volume - 1);
    peak = Math.max(peak, off);
    if (frame > 0.75 * frames) settled += off / (0.25 * frames);
  }
  return { peak, settled, substeps, pool };
}
