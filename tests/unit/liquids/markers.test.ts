import { describe, expect, test } from 'vitest';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { liquidTransports } from '../../../src/liquids/LiquidTransport.ts';
import { fillLayer } from '../../../src/liquids/uniform/extrapolateVelocity.ts';
import { FaceAdvection } from '../../../src/liquids/transport/FaceAdvection.ts';
import { LiquidParticles } from '../../../src/liquids/transport/LiquidParticles.ts';
import { UnionOfSpheres } from '../../../src/liquids/transport/UnionOfSpheres.ts';
import { CLOSED, liquidPool } from '../../support/liquidPool.ts';

const OPEN = [0, 1, 2].map(() => [false, false] as const);

describe('the union of spheres', () => {
  const grid = new CellGrid([6, 6, 6], 0.1);
  const phi = new Float64Array(grid.size);

  test('is the distance to the nearest particle, less the radius', () => {
    const particles = new LiquidParticles();
    particles.add(0.31, 0.28, 0.33, 0, 0, 0);
    particles.add(0.42, 0.28, 0.33, 0, 0, 0);
    new UnionOfSpheres(grid, OPEN, 0.62).measure(particles, phi);
    const at = (i: number) => phi[grid.index(i, 2, 3)];
    const away = (i: number, x: number) => Math.hypot((i + 0.5) * 0.1 - x, 0.25 - 0.28, 0.35 - 0.33);
    expect(at(2)).toBeCloseTo(away(2, 0.31) - 0.062, 12);
    expect(at(3)).toBeCloseTo(away(3, 0.31) - 0.062, 12);
    expect(at(4)).toBeCloseTo(away(4, 0.42) - 0.062, 12);
    expect(at(0)).toBeCloseTo(0.15 - 0.062, 12);
  });

  test('of a level pool on the lattice is level up to closed sides and has its volume', () => {
    const pool = liquidPool(grid.counts, grid.h, (_x, y) => y < 0.3);
    new UnionOfSpheres(grid, CLOSED, 0.62).measure(pool.particles, phi);
    for (let j = 0; j < 6; j++) {
      const first = phi[grid.index(0, j, 0)];
      grid.forEach((c, _i, row) => {
        if (row === j) expect(phi[c]).toBeCloseTo(first, 14);
      });
    }
    const [below, above] = [phi[grid.index(0, 2, 0)], phi[grid.index(0, 3, 0)]];
    // The surface between them, in cells; a lattice of eight to a cell is filled to 3.
    expect(Math.abs(2.5 + below / (below - above) - 3)).toBeLessThan(0.03);
  });
});

/** Share of a wave of v along x, eight cells long, that is left when u has carried it through one wavelength in 10 steps. */
function keptWave(scheme: 'maccormack' | 'semi-lagrangian'): number {
  const grid = new CellGrid([32, 3, 3], 1);
  const advection = new FaceAdvection(grid, scheme);
  let velocity = faceArrays(grid);
  const known = velocity.map(() => new Uint8Array(grid.size).fill(1));
  grid.forEach((c, i) => (velocity[1][c] = 0.01 * Math.sin((Math.PI / 4) * i)), 1);
  for (let step = 0; step < 10; step++) {
    velocity[0].fill(0.8);
    velocity[2].fill(0);
    for (const axis of [0, 1, 2] as const) fillLayer(grid, velocity[axis], axis);
    const moved = faceArrays(grid);
    advection.apply(velocity, known, 4, 1, moved);
    velocity = moved;
  }
  let sum = 0;
  for (let i = 16; i < 24; i++) sum += velocity[1][grid.index(i, 1, 1)] * Math.sin((Math.PI / 4) * i);
  return sum / 4 / 0.01;
}

test('semi-Lagrangian advection damps waves as linear interpolation does, MacCormack keeps more of them', () => {
  // Between two faces at .8 of the way, a factor for each step, turned back by what the wave has moved.
  const [angle, share] = [Math.PI / 4, 0.8];
  const one = Math.hypot(1 - share + share * Math.cos(angle), share * Math.sin(angle));
  const turned = Math.atan2(share * Math.sin(angle), 1 - share + share * Math.cos(angle)) - share * angle;
  expect(keptWave('semi-lagrangian')).toBeCloseTo(one ** 10 * Math.cos(10 * turned), 3);
  expect(keptWave('maccormack')).toBeGreaterThan(keptWave('semi-lagrangian') + 0.2);
});

describe('markers', () => {
  const { create, params } = liquidTransports.get('markers');
  const COUNTS = [10, 10, 10] as const;
  const transport = () => create({ grid: new CellGrid(COUNTS, 0.1), closedSides: CLOSED }, params.parse({}));
  const settings = { gravity: [0, 0, 0], transport: transport() };

  test('take no velocity from particles where it was carried, but from those that are added', () => {
    const pool = liquidPool(COUNTS, 0.1, (x, y, z) => Math.hypot(x - 0.5, y - 0.5, z - 0.5) < 0.26, settings);
    const { particles } = pool;
    for (let p = 0; p < particles.count; p++) particles.velocities[3 * p] = 0.3;
    const velocityOf = () => {
      let sum = 0;
      for (let p = 0; p < particles.count; p++) sum += particles.velocities[3 * p];
      return sum / particles.count;
    };
    pool.advance(0.01);
    const before = velocityOf();
    expect(before).toBeCloseTo(0.3, 2);
    for (let p = 0; p < particles.count; p++) particles.velocities[3 * p] = -5;
    pool.advance(0.01);
    expect(velocityOf()).toBeCloseTo(before, 2);
    const count = particles.count;
    for (let p = 0; p < count; p++) {
      const [x, y, z] = particles.positions.subarray(3 * p, 3 * p + 3);
      particles.add(x, y, z, 0.9, 0, 0);
    }
    pool.advance(0.01);
    // Half of them are new: (.3 + .9) / 2.
    expect(velocityOf()).toBeGreaterThan(0.55);
    expect(velocityOf()).toBeLessThan(0.65);
  });

  test('that fly alone keep their way', () => {
    const pool = liquidPool(COUNTS, 0.1, () => false, { ...settings, transport: transport() });
    pool.particles.add(0.201, 0.5, 0.5, 0.5, 0, 0);
    for (let step = 0; step < 20; step++) pool.advance(0.05);
    expect(pool.particles.positions[0]).toBeCloseTo(0.701, 6);
  });
});
