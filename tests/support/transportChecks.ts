import type { NumberArray } from '../../src/base/state/numberArrays.ts';
import type { SavedState } from '../../src/base/state/stateFields.ts';
import { expect } from 'vitest';
import { CellGrid } from '../../src/liquids/CellGrid.ts';
import type { TransportScheme } from '../../src/liquids/transport/TransportScheme.ts';
import type { GridLiquid } from '../../src/liquids/uniform/GridLiquid.ts';
import type { AdvectedLiquid } from '../../src/liquids/LiquidTransport.ts';
import { LiquidVolume } from '../../src/liquids/uniform/LiquidVolume.ts';
import { CLOSED, liquidPool, sampleAtCorners } from './liquidPool.ts';
import { sloshedPeriod } from './sloshing.ts';

type Counts = readonly [number, number, number];
type Inside = (x: number, y: number, z: number) => boolean;
type PoolSettings = Parameters<typeof liquidPool>[3];

/** Makes what carries a liquid. */
export type MakeCarrier = (liquid: AdvectedLiquid) => TransportScheme;

const GRAVITY = 9.81;

/** What every transport must hold; each throws where one does not. */
export const transportChecks: readonly (readonly [name: string, check: (make: MakeCarrier) => void])[] = [
  ['a pool over a tilted floor rests', (make) => expectRest(make, tiltedFloor)],
  ['a pool in a sphere rests', (make) => expectRest(make, hollowSphere)],
  ['a pool sloshes with the period of linear waves, within 2 %', expectPeriod],
  ['a drop falls freely', expectFreeFall],
  ['the same liquid has the same bytes', expectDeterminism],
  ['a liquid goes on from a checkpoint with the same bytes', expectResume],
  ['a splash keeps its volume: 6 % at the peak, 1 % settled; divergence is within tolerance', expectVolume],
];

function poolOf(make: MakeCarrier, counts: Counts, h: number, inside: Inside, settings: PoolSettings = {}) {
  const transport = make({ grid: new CellGrid(counts, h), closedSides: CLOSED });
  return liquidPool(counts, h, inside, { ...settings, transport });
}

const tiltedFloor = (x: number, y: number, z: number) => (y + 0.3 - 1.1 * x - 0.35 * z) / Math.hypot(1, 1.1, 0.35);
const hollowSphere = (x: number, y: number, z: number) => 0.45 - Math.hypot(x - 0.5, y - 0.5, z - 0.5);

/** Speeds stay below 1e-10 sqrt(g H) for 200 steps. */
function expectRest(make: MakeCarrier, solid: (x: number, y: number, z: number) => number): void {
  const [counts, h] = [[12, 12, 12] as const, 1 / 12];
  const settings = { tolerance: 1e-13, solidDistance: sampleAtCorners(counts, h, solid) };
  const pool = poolOf(make, counts, h, (x, y, z) => y < 0.6 && solid(x, y, z) > 0, settings);
  const grid = new CellGrid(counts, h);
  for (let step = 1; step <= 200; step++) {
    pool.advance(0.01);
    if (step % 10 !== 0) continue;
    expect(fastestFace(grid, pool)).toBeLessThan(1e-10 * Math.sqrt(GRAVITY * 0.6));
  }
  expect(pool.volume).toBeGreaterThan(0.1);
}

/** Returns the largest speed of faces that are open and beside liquid, m/s. */
function fastestFace(grid: CellGrid, { velocity, open, phi }: GridLiquid): number {
  let most = 0;
  for (const axis of [0, 1, 2] as const) {
    const stride = grid.strides[axis];
    grid.forEach((c) => {
      if (open[axis][c] > 0 && Math.min(phi[c], phi[c - stride]) < 0)
        most = Math.max(most, Math.abs(velocity[axis][c]));
    }, axis);
  }
  return most;
}

function expectPeriod(make: MakeCarrier): void {
  const period = sloshedPeriod(
    (counts, h, inside) => poolOf(make, counts, h, inside),
    (pool) => meanOf(new CellGrid([32, 32, 2], 1 / 32), pool.phi, (i) => (i + 0.5) / 32),
  );
  expect(Math.abs(period - 1)).toBeLessThan(0.02);
}

/** Returns the mean of a value over the liquid; cells that the surface cuts count by their share. */
function meanOf(
  grid: CellGrid,
  phi: Float64Array,
  value: (i: number, j: number, k: number, c: number) => number,
): number {
  let sum = 0;
  let weight = 0;
  grid.forEach((c, i, j, k) => {
    const share = Math.min(1, Math.max(0, 0.5 - phi[c] / grid.h));
    sum += share * value(i, j, k, c);
    weight += share;
  });
  return sum / weight;
}

/** v = -g t within 1e-3, across it as it was, and the way that goes with it. */
function expectFreeFall(make: MakeCarrier): void {
  const [counts, h, steps] = [[20, 20, 20] as const, 0.05, 20];
  const pool = poolOf(make, counts, h, (x, y, z) => Math.hypot(x - 0.5, y - 0.7, z - 0.5) < 0.26);
  const grid = new CellGrid(counts, h);
  for (let step = 0; step < steps; step++) pool.advance(0.01);
  const middle = (axis: 0 | 1 | 2) => {
    const u = pool.velocity[axis];
    return meanOf(grid, pool.phi, (_i, _j, _k, c) => (u[c] + u[c + grid.strides[axis]]) / 2);
  };
  const speed = GRAVITY * steps * 0.01;
  expect(Math.abs(middle(1) / -speed - 1)).toBeLessThan(2e-3);
  expect(Math.abs(middle(0)) / speed).toBeLessThan(2e-3);
  expect(Math.abs(middle(2)) / speed).toBeLessThan(2e-3);
  // Of the surface before the last step; every substep moves with the velocity at its end.
  const fallen = 0.7 - meanOf(grid, pool.phi, (_i, j) => (j + 0.5) * h);
  expect(Math.abs(fallen - (GRAVITY * 0.01 * 0.01 * steps * (steps - 1)) / 2)).toBeLessThan(0.1 * h);
}

function column(make: MakeCarrier): GridLiquid {
  return poolOf(make, [10, 10, 4], 0.1, (x, y) => x < 0.5 && y < 0.6);
}

function expectDeterminism(make: MakeCarrier): void {
  const [one, two] = [column(make), column(make)];
  for (const pool of [one, two]) for (let n = 0; n < 20; n++) pool.substep(0.01);
  expect(isSame(two.state.save(), one.state.save())).toBe(true);
}

function expectResume(make: MakeCarrier): void {
  const [whole, resumed] = [column(make), column(make)];
  for (let n = 0; n < 20; n++) whole.substep(0.01);
  resumed.state.load(structuredClone(whole.state.save()));
  for (const pool of [whole, resumed]) for (let n = 0; n < 10; n++) pool.substep(0.01);
  expect(isSame(resumed.state.save(), whole.state.save())).toBe(true);
}

/** Whether two states hold the same bytes; their difference would be too long to print. */
function isSame(a: SavedState, b: SavedState): boolean {
  return (
    [...a.keys()].join() === [...b.keys()].join() &&
    [...a].every(([name, array]) => Buffer.compare(bytesOf(array), bytesOf(b.get(name)!)) === 0)
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: NumberArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function expectVolume(make: MakeCarrier): void {
  const [cells, frames] = [12, 240];
  const [counts, h] = [[cells, cells, 4] as const, 1 / cells];
  const pool = poolOf(make, counts, h, (x, y) => x < 0.4 && y < 0.6);
  const measure = new LiquidVolume(new CellGrid(counts, h));
  const free = new Float64Array(pool.phi.length).fill(1);
  const start = pool.volume;
  let peak = 0;
  let settled = 0;
  for (let frame = 1; frame <= frames; frame++) {
    pool.advance(1 / 24);
    const flying = pool.drops?.volume ?? 0;
    const off = Math.abs((measure.measure(pool.phi, free) + flying) / start - 1);
    peak = Math.max(peak, off);
    if (frame > 0.75 * frames) settled += off / (0.25 * frames);
  }
  expect(peak).toBeLessThan(0.06);
  expect(settled).toBeLessThan(0.01);
  // Of every pressure solve; largest net flow out of a cell over what its tolerance allows.
  expect(pool.divergence.overTolerance).toBeGreaterThan(0);
  expect(pool.divergence.overTolerance).toBeLessThanOrEqual(1);
}
