import { expect, test } from 'vitest';
import { CoupledStep } from '../../../src/coupling/CoupledStep.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { CellGrid, faceArrays } from '../../../src/liquids/CellGrid.ts';
import { openFaces } from '../../../src/liquids/walls/openFaces.ts';
import { coupledBody } from '../../support/coupledBody.ts';

const GRAVITY = [0, -9.81, 0] as const;
const LEVEL = 0.6;
const STEP = 0.01;
const EDGE = 0.4;
const WALLS = [
  [true, true],
  [true, false],
  [true, true],
] as const;

/** Vertical momentum of a stiff cube of `density` times that of the liquid after a short step from rest, turned about z, its middle at `height`, m. */
function lift(density: number, height: number, angle: number): number {
  const grid = new CellGrid([20, 22, 20], 1 / 20);
  const open = faceArrays(grid);
  openFaces(grid, new Float64Array(grid.size).fill(1), open, WALLS);
  const velocity = faceArrays(grid);
  velocity[1].fill(GRAVITY[1] * STEP);
  const phi = new Float64Array(grid.size).fill(1);
  grid.forEach((c, _i, j) => {
    phi[c] = (j + 0.5) * grid.h - LEVEL;
  });
  const mesh = boxTets([EDGE, EDGE, EDGE], [2, 2, 2]);
  const positions = mesh.positions.slice();
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = positions.slice(k, k + 3);
    positions.set([0.503 + c * x - s * y, height + s * x + c * y, 0.5 + z], k);
  }
  const { body, integrator } = coupledBody(mesh, {
    youngsModulus: 2.5e10,
    density: 1000 * density,
    gravity: -GRAVITY[1],
    step: STEP,
    positions,
  });
  const settings = { density: 1000, gravity: GRAVITY, tolerance: 1e-10, maxIterations: 500 };
  const step = new CoupledStep(grid, settings, [body]);
  integrator.predict(0, STEP);
  step.cover(open);
  step.project({ velocity, open, solidVelocity: faceArrays(grid), phi }, STEP);
  return integrator.masses.reduce((sum, mass, node) => sum + mass * body.velocity[3 * node + 1], 0);
}

/** Height of the middle above the level at which the cube neither rises nor sinks, m, by bisection. */
function restingHeight(density: number, angle: number): number {
  let low = -0.3;
  let high = 0.3;
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (lift(density, LEVEL + middle, angle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Share of a square of edge 1, turned by `angle`, that lies below `height` above its middle. */
function shareBelow(height: number, angle: number): number {
  const [c, s] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const slices = 20000;
  let area = 0;
  const top = (c + s) / 2;
  for (let n = 0; n < slices; n++) {
    const y = -top + ((n + 0.5) / slices) * 2 * top;
    if (y > height) break;
    // Width of a turned square at y: as far as both pairs of sides let it.
    const width = s < 1e-12 ? 1 : Math.min(1 / c, 1 / s, (top - Math.abs(y)) / (c * s));
    area += (width * 2 * top) / slices;
  }
  return area;
}

test.each([0.25, 0.5, 0.9])(
  'a cube of %d of the density of the liquid floats as deep as Archimedes says, within 2 %',
  (density) => {
    const draught = EDGE / 2 - restingHeight(density, 0);
    expect(Math.abs(draught / (density * EDGE) - 1)).toBeLessThan(0.02);
  },
);

test.each([0.25, 0.5, 0.9])('so it does turned by 30 degrees (%d)', (density) => {
  const angle = Math.PI / 6;
  const height = restingHeight(density, angle);
  expect(Math.abs(shareBelow(-height / EDGE, angle) / density - 1)).toBeLessThan(0.02);
});
