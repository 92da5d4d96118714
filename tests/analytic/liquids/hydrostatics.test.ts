import { expect, test } from 'vitest';
import { CellGrid, faceArrays, type FaceArrays } from '../../../src/liquids/CellGrid.ts';
import { openFaces } from '../../../src/liquids/walls/openFaces.ts';
import { PressureProjection } from '../../../src/liquids/pressure/PressureProjection.ts';
import type { PressurePreconditioner } from '../../../src/liquids/pressure/ReferencePressureSteps.ts';

type Point = readonly [number, number, number];
/** Distance, m, at a point. */
type Distance = (x: number, y: number, z: number) => number;

const GRAVITY = 9.81;
const LEVEL = 0.7;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;

/** Liquid at rest below a level, around solids, in a closed box of 1 m. */
function pool(cells: number, solid: Distance, tolerance: number, preconditioner: PressurePreconditioner) {
  const grid = new CellGrid([cells, cells, cells], 1 / cells);
  const at = (i: number, j: number, k: number, shift: number): Point => [
    (i + shift) * grid.h,
    (j + shift) * grid.h,
    (k + shift) * grid.h,
  ];
  const corners = new Float64Array(grid.size).fill(1);
  for (let k = 0; k <= cells; k++) {
    for (let j = 0; j <= cells; j++) {
      for (let i = 0; i <= cells; i++) corners[grid.index(i, j, k)] = solid(...at(i, j, k, 0));
    }
  }
  const open = faceArrays(grid);
  openFaces(grid, corners, open, CLOSED);
  const phi = new Float64Array(grid.size).fill(1);
  grid.forEach((c, i, j, k) => (phi[c] = at(i, j, k, 0.5)[1] - LEVEL));
  const projection = new PressureProjection(grid, { tolerance, maxIterations: 1000, preconditioner });
  return { grid, projection, state: { velocity: faceArrays(grid), open, solidVelocity: faceArrays(grid), phi } };
}

/** Visits the faces that liquid can flow through. */
function forWetFaces(
  { open, phi }: { open: FaceArrays; phi: Float64Array },
  grid: CellGrid,
  visit: (axis: number, face: number) => void,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const stride = grid.strides[axis];
    grid.forEach(
      (c) => {
        if (open[axis][c] > 0 && (phi[c] < 0 || phi[c - stride] < 0)) visit(axis, c);
      },
      axis as 0 | 1 | 2,
    );
  }
}

const solids: [string, Distance][] = [
  ['nothing', () => 1],
  ['a tilted floor', (x, y, z) => (y - 0.1 - 0.3 * x - 0.15 * z) / Math.hypot(1, 0.3, 0.15)],
  ['the inside of a sphere', (x, y, z) => 0.45 - Math.hypot(x - 0.5, y - 0.5, z - 0.5)],
  ['a ball', (x, y, z) => Math.hypot(x - 0.5, y - 0.4, z - 0.5) - 0.25],
];

test.each(solids)('a pool over %s rests under its own weight, for 200 steps', (_name, solid) => {
  const { grid, projection, state } = pool(14, solid, 1e-13, 'multigrid');
  const dt = 0.01;
  for (let step = 0; step < 200; step++) {
    forWetFaces(state, grid, (axis, face) => {
      if (axis === 1) state.velocity[1][face] -= GRAVITY * dt;
    });
    const { converged, trapped } = projection.project(state);
    expect(converged && trapped === 0).toBe(true);
    let fastest = 0;
    forWetFaces(state, grid, (axis, face) => {
      fastest = Math.max(fastest, Math.abs(state.velocity[axis][face]));
    });
    expect(fastest).toBeLessThan(1e-10 * Math.sqrt(GRAVITY * LEVEL));
  }
  expect(projection.unknowns).toBeGreaterThan(300);
  // p = rho g depth: of the scaled pressure, dt g depth / h.
  grid.forEach((c, _i, j) => {
    const p = projection.scaledPressure[c];
    const depth = LEVEL - (j + 0.5) * grid.h;
    if (p !== 0) expect(p).toBeCloseTo((dt * GRAVITY * depth) / grid.h, 9);
  });
});

test('both preconditioners give the same velocities, at the divergence that was asked for', () => {
  const results = (['multigrid', 'incomplete-cholesky'] as const).map((preconditioner) => {
    const { projection, state } = pool(20, solids[3][1], 1e-11, preconditioner);
    state.velocity.forEach((u, axis) => u.forEach((_x, c) => (u[c] = Math.sin(1.7 * c + axis))));
    const before = projection.largestOutflow(state);
    const report = projection.project(state);
    expect(report.converged).toBe(true);
    expect(projection.largestOutflow(state)).toBeLessThan(1e-9 * Math.max(1, before));
    return { state, iterations: report.iterations };
  });
  const [a, b] = results.map(({ state }) => state.velocity);
  for (let axis = 0; axis < 3; axis++) a[axis].forEach((u, c) => expect(u).toBeCloseTo(b[axis][c], 7));
  expect(results[0].iterations).toBeLessThan(results[1].iterations);
});

test('multigrid needs about as many iterations whatever the number of cells', () => {
  const iterations = [16, 32, 48].map((cells) => {
    const { projection, state } = pool(cells, solids[1][1], 1e-10, 'multigrid');
    state.velocity.forEach((u, axis) => u.forEach((_x, c) => (u[c] = Math.sin(1.7 * c + axis))));
    return projection.project(state).iterations;
  });
  expect(Math.max(...iterations)).toBeLessThan(20);
});

test('a closed box keeps its liquid, and says what its walls press into it', () => {
  const { grid, projection, state } = pool(8, () => 1, 1e-11, 'multigrid');
  state.phi.fill(-1);
  state.velocity.forEach((u, axis) => u.forEach((_x, c) => (u[c] = Math.cos(c + axis))));
  expect(projection.project(state)).toMatchObject({ converged: true, trapped: expect.closeTo(0, 12) as number });
  expect(projection.largestOutflow(state)).toBeLessThan(1e-9);
  // A wall that moves in, and nowhere to go.
  grid.forEach((c, i) => {
    if (i === 0) state.solidVelocity[0][c] = 1;
  });
  expect(projection.project(state).trapped).toBeCloseTo(1 / 8, 9);
});

test('a wall that moves pushes the liquid up by as much as it displaces', () => {
  const { grid, projection, state } = pool(8, () => 1, 1e-12, 'multigrid');
  grid.forEach((c, i) => {
    if (i === 0) state.solidVelocity[0][c] = 1;
  });
  projection.project(state);
  // Through a level below the surface goes what the wall below it displaces.
  const j = 4;
  let up = 0;
  grid.forEach((c, _i, row) => (up += row === j ? state.velocity[1][c] : 0));
  expect(up).toBeCloseTo(8 * j, 9);
});
