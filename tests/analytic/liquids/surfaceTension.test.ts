import { describe, expect, test } from 'vitest';
import { measureShare } from '../../../src/liquids/pressure/PressureMatrix.ts';
import type { GridLiquid } from '../../../src/liquids/uniform/GridLiquid.ts';
import { drop, dropMoments, passages, rmsSpeed } from '../../support/drops.ts';
import { liquidPool } from '../../support/liquidPool.ts';

/** Returns the mean pressure in the inner half of a drop with the radius, density and surface tension 1. */
function innerPressure(cells: number, isFlat: boolean): number {
  const { pressure, counts } = drop({ cells, isFlat }).cellFields(1);
  const [nx, ny] = counts;
  const middle = (1.5 + 0.13 / cells) * cells;
  let sum = 0;
  let count = 0;
  pressure.forEach((p, at) => {
    const place = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
    const from = place.slice(0, isFlat ? 2 : 3).map((n) => n + 0.5 - middle);
    if (Math.hypot(...from) > cells / 2) return;
    sum += p;
    count++;
  });
  return sum / count;
}

describe('the pressure in a drop at rest', () => {
  test.each([
    ['2 sigma / R in a ball of 4 cells, within 8 %', 4, false, 2, 0.08],
    ['2 sigma / R in a ball of 8 cells, within 2 %', 8, false, 2, 0.02],
    ['sigma / R in a cylinder of 12 cells, within 2 %', 12, true, 1, 0.02],
  ])('is %s', (_name, cells, isFlat, jump, bar) => {
    const p = innerPressure(cells, isFlat);
    expect(Math.abs(p / jump - 1)).toBeLessThan(bar);
  });
});

describe('a drop that was round stays so', () => {
  test.each([
    ['affine', 0.09],
    ['flip', 0.09],
    ['level-set', 0.12],
  ])('%s: speeds stay below %f sqrt(sigma / (rho R))', (transport, bar) => {
    const liquid = drop({ cells: 8, isFlat: true, transport });
    let most = 0;
    for (let step = 0; step < 40; step++) {
      liquid.advance(0.1);
      most = Math.max(most, rmsSpeed(liquid));
    }
    expect(most).toBeLessThan(bar);
  });
});

/** Returns the mean period of the second mode over that of small oscillations without viscosity, and the share of the amplitude that is left of that of the first half after `halves` of them. */
function oscillation(shape: Parameters<typeof drop>[0], halves: number) {
  const period = (2 * Math.PI) / Math.sqrt(shape.isFlat === true ? 6 : 8);
  const liquid = drop(shape);
  const { times, peaks } = passages(
    liquid,
    (halves / 2 + 0.45) * period,
    20 * halves + 18,
    () => dropMoments(liquid).stretch,
  );
  expect(times).toHaveLength(halves + 1);
  return { period: (2 * (times[halves] - times[0])) / halves / period, kept: peaks[halves] / peaks[1] };
}

describe('a drop that was stretched oscillates with the period of Rayleigh and Lamb', () => {
  test.each([
    ['a ball of 6 cells', { cells: 6, stretch: 0.1 }, 2, 0.09],
    ['a ball of 8 cells', { cells: 8, stretch: 0.1 }, 2, 0.07],
    ['a ball of 6 cells as a level set', { cells: 6, stretch: 0.1, transport: 'level-set' }, 2, 0.06],
    ['a cylinder of 6 cells', { cells: 6, stretch: 0.05, isFlat: true }, 4, 0.08],
    ['a cylinder of 12 cells', { cells: 12, stretch: 0.05, isFlat: true }, 4, 0.05],
    [
      'a cylinder of 12 cells as a level set',
      { cells: 12, stretch: 0.05, isFlat: true, transport: 'level-set' },
      4,
      0.05,
    ],
  ] as const)('%s', (_name, shape, halves, bar) => {
    const { period, kept } = oscillation(shape, halves);
    expect(kept).toBeGreaterThan(0.7);
    expect(kept).toBeLessThan(1.2);
    expect(Math.abs(period - 1)).toBeLessThan(bar);
  });
});

/** Returns the momentum of a liquid, kg m/s, of faces with their share of liquid, along each axis. */
function momentum({ velocity, phi, grid }: GridLiquid): number[] {
  const share = new Float64Array(1);
  return velocity.map((u, axis) => {
    const stride = grid.strides[axis];
    let sum = 0;
    grid.forEach((c) => {
      for (const [face, other] of [
        [c, c - stride],
        [c + stride, c + stride],
      ]) {
        if (!(phi[c] < 0) || (phi[other] < 0 && face !== c)) continue;
        if (phi[other] < 0) share[0] = 1;
        else measureShare(phi, c, other, share);
        sum += share[0] * u[face] * grid.h ** 3;
      }
    });
    return sum;
  });
}

test.each(['affine', 'level-set'])(
  '%s: a drop pushes itself nowhere, to 1e-5 of what pulls at half of it',
  (transport) => {
    const liquid = drop({ cells: 6, stretch: 0.1, transport });
    const dt = 1e-3;
    liquid.advance(dt);
    expect(rmsSpeed(liquid)).toBeGreaterThan(1e-4);
    // The other half pulls with 2 pi R sigma.
    for (const p of momentum(liquid)) expect(Math.abs(p)).toBeLessThan(1e-5 * 2 * Math.PI * dt);
  },
);

test('a ripple between walls has the period of capillary waves', () => {
  const cells = 32;
  const [length, depth, height] = [1, 0.5, 0.03];
  const k = (2 * Math.PI) / length;
  const h = length / cells;
  const pool = liquidPool([cells, cells, 1], h, (x, y) => y < depth + height * Math.cos(k * x), {
    gravity: [0, 0, 0],
    density: 1,
    material: { surfaceTension: 1 },
  });
  const period = (2 * Math.PI) / Math.sqrt(k ** 3 * Math.tanh(k * depth));
  const wave = () => {
    let sum = 0;
    pool.grid.forEach(
      (c, i) => (sum += Math.min(1, Math.max(0, 0.5 - pool.phi[c] / h)) * Math.cos((k * (i + 0.5)) / cells)),
    );
    return sum;
  };
  const { times } = passages(pool, 2.4 * period, 96, wave);
  expect(times).toHaveLength(5);
  expect(Math.abs((times[4] - times[0]) / (2 * period) - 1)).toBeLessThan(0.05);
});
