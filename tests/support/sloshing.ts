import { expect } from 'vitest';
import type { GridLiquid } from '../../src/liquids/uniform/GridLiquid.ts';
import type { liquidPool } from './liquidPool.ts';

const GRAVITY = 9.81;
/** m. */
const LENGTH = 1;
const DEPTH = 0.5;
const AMPLITUDE = 0.05;
const CELLS = 32;
/** Steps of a period. */
const STEPS = 40;

type PoolOf = (...args: Parameters<typeof liquidPool>) => GridLiquid;

/**
 * The period in which a pool of 1 m, .5 m deep, sloshes, over that of linear waves, 2 pi / sqrt(g k tanh(k H)). The grid has 32 x 32 x 2 cells. `middle`: of the liquid along x, m.
 */
export function sloshedPeriod(poolOf: PoolOf, middle: (pool: GridLiquid) => number): number {
  const k = Math.PI / LENGTH;
  const pool = poolOf([CELLS, CELLS, 2], LENGTH / CELLS, (x, y) => y < DEPTH + AMPLITUDE * Math.cos(k * x));
  const period = (2 * Math.PI) / Math.sqrt(GRAVITY * k * Math.tanh(k * DEPTH));
  const crossings: number[] = [];
  let before = NaN;
  for (let step = 1; step <= 2.4 * STEPS; step++) {
    pool.advance(period / STEPS);
    const offset = middle(pool) - LENGTH / 2;
    if (before * offset < 0) crossings.push((step - offset / (offset - before)) / STEPS);
    before = offset;
  }
  expect(crossings).toHaveLength(5);
  return (crossings[4] - crossings[0]) / 2;
}
