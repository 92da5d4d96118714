import { expect, test } from 'vitest';
import { CorotatedSolid } from '../../reference/CorotatedSolid.ts';
import type { CoupledSolid } from '../../../src/coupling/CoupledSolid.ts';
import { CoupledStep } from '../../../src/coupling/CoupledStep.ts';
import { SolidShares } from '../../../src/coupling/SolidShares.ts';
import { SurfaceClipper } from '../../../src/coupling/SurfaceClipper.ts';
import { SurfacePatches } from '../../../src/coupling/SurfacePatches.ts';
import { FactoredSolid } from '../../reference/FactoredSolid.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { faceArrays } from '../../../src/liquids/CellGrid.ts';
import { coupledBody } from '../../support/coupledBody.ts';
import { poolBox, type PoolBox } from '../../support/poolBox.ts';

const MATERIAL = { mu: 5e3, lambda: 5e3, density: 500, massDamping: 0.1, stiffnessDamping: 0.001 };
const DENSITY = 1000;
const GRAVITY = [0, -9.81, 0] as const;
const STEP = 0.01;

interface Scene<Solid extends SeenSolid = SeenSolid> extends PoolBox {
  readonly solid: Solid;
  readonly step: CoupledStep;
}

/** What the balance of a step is measured from. */
type SeenSolid = Pick<CoupledSolid, 'surface' | 'velocity' | 'writeSurface'>;

const MESH = boxTets([0.33, 0.41, 0.27], [3, 4, 3]);
const SETTINGS = { density: DENSITY, gravity: GRAVITY, tolerance: 1e-11, maxIterations: 500 };

/** Bends and turns the block a little and puts it into the box. */
function bend(positions: Float64Array): void {
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = positions.slice(k, k + 3);
    positions.set([0.47 + 0.9 * x - 0.2 * y, 0.43 + 0.9 * y + 0.2 * x + 0.1 * x * x, 0.52 + z + 0.1 * y], k);
  }
}

/** Creates the scene with the same block as shots put it in, which falls in the step itself. */
function shotScene(level: number): Scene {
  const { grid, open, velocity, phi } = poolBox(10, level, false, GRAVITY[1] * STEP);
  const positions = MESH.positions.slice();
  bend(positions);
  const settings = { youngsModulus: 1.25e4, density: 500, gravity: -GRAVITY[1], step: STEP, positions };
  const { body, integrator } = coupledBody(MESH, settings);
  const step = new CoupledStep(grid, SETTINGS, [body]);
  integrator.predict(0, STEP);
  step.cover(open);
  step.fillSolids(phi);
  return { grid, open, velocity, phi, solid: body, step };
}

/** A block, bent and turned a little, in a pool up to `level` in a box of 1 m; all of it has fallen for one step. */
function scene(level: number, top: boolean, fixed = false): Scene<CorotatedSolid> {
  const { grid, open, velocity, phi } = poolBox(10, level, top, GRAVITY[1] * STEP);
  const solid = new CorotatedSolid(MESH, MATERIAL);
  if (fixed) MESH.positions.forEach((z, k) => k % 3 === 2 && z < -0.13 && (solid.fixed[(k - 2) / 3] = 1));
  bend(solid.positions);
  for (let k = 1; k < solid.velocity.length; k += 3) solid.velocity[k] = GRAVITY[1] * STEP;
  if (fixed) solid.fixed.forEach((is, node) => is === 1 && solid.velocity.set([0.02, 0.01, 0], 3 * node));
  const step = new CoupledStep(grid, SETTINGS, [new FactoredSolid(solid)]);
  step.cover(open);
  step.fillSolids(phi);
  return { grid, open, velocity, phi, solid, step };
}

/** Patches as the step saw them, with twice the area vectors in areas of a face. */
function patchesOf({ grid, solid }: Scene) {
  const positions = new Float64Array(3 * solid.surface.nodes.length);
  solid.writeSurface(positions);
  const patches = new SurfacePatches();
  new SurfaceClipper(grid).clip(positions, solid.surface.triangles, patches, new SolidShares(grid));
  const { triangles, nodes } = solid.surface;
  return Array.from({ length: patches.count }, (_, n) => {
    const corners = [...triangles.subarray(3 * patches.triangles[n], 3 * patches.triangles[n] + 3)];
    const [a, b, c] = corners.map((vertex) => positions.subarray(3 * vertex, 3 * vertex + 3));
    const area = [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return ((b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j])) / 2 / grid.h ** 2;
    });
    const weights = [...patches.weights.subarray(3 * n, 3 * n + 3)];
    return { cell: patches.cells[n], nodes: corners.map((vertex) => nodes[vertex]), weights, area };
  });
}

/** Largest net flow out of a cell that holds liquid, solids' motion counted, m/s. */
function largestOutflow(at: Scene): number {
  const { grid, open, velocity, phi, solid } = at;
  const flow = new Float64Array(grid.size);
  for (const axis of [0, 1, 2] as const) {
    grid.forEach((c) => {
      flow[c] -= open[axis][c] * velocity[axis][c];
      flow[c - grid.strides[axis]] += open[axis][c] * velocity[axis][c];
    }, axis);
  }
  for (const { cell, nodes, weights, area } of patchesOf(at)) {
    nodes.forEach((node, k) => {
      for (let i = 0; i < 3; i++) flow[cell] -= weights[k] * solid.velocity[3 * node + i] * area[i];
    });
  }
  let most = 0;
  grid.forEach((c) => {
    const isOpen = [0, 1, 2].some((k) => open[k][c] > 0 || open[k][c + grid.strides[k]] > 0);
    if (phi[c] < 0 && isOpen) most = Math.max(most, Math.abs(flow[c]));
  });
  return most;
}

function project({ velocity, open, phi, grid, step }: Scene) {
  return step.project({ velocity, open, solidVelocity: faceArrays(grid), phi }, STEP);
}

test.each<[string, Scene]>([
  ['in a pool', scene(0.55, false)],
  ['sunk', scene(0.9, false)],
  ['in a full closed box', scene(2, true)],
  ['that is held on one side', scene(0.8, false, true)],
  ['of a shot in a pool', shotScene(0.55)],
  ['of a shot, sunk', shotScene(0.9)],
])('no liquid comes or goes around a solid %s', (_name, at) => {
  const before = largestOutflow(at);
  const report = project(at);
  expect(report.converged).toBe(true);
  expect(report.iterations).toBeLessThan(60);
  expect(largestOutflow(at)).toBeLessThan(1e-9 * before);
});

test('velocities of the solid fulfil its own equation with the pressure of the patches', () => {
  const at = scene(0.8, false, true);
  const { solid, grid, step } = at;
  const kept = solid.velocity.slice();
  const rhs = new Float64Array(kept.length);
  project(at);
  const result = solid.velocity.slice();
  solid.velocity.set(kept);
  solid.linearize(STEP, rhs);
  for (const { cell, nodes, weights, area } of patchesOf(at)) {
    if (step.scaledPressure[cell] === 0) continue;
    const share = weights.reduce((sum, w) => sum + w, 0);
    const height = nodes.reduce((sum, node, k) => sum + (weights[k] / share) * solid.positions[3 * node + 1], 0);
    const centre = ((Math.floor(cell / grid.strides[1]) % 12) - 0.5) * grid.h;
    const pressure = (DENSITY * grid.h * step.scaledPressure[cell]) / STEP + DENSITY * GRAVITY[1] * (height - centre);
    nodes.forEach((node, k) => {
      for (let i = 0; i < 3; i++) rhs[3 * node + i] -= pressure * weights[k] * area[i] * grid.h ** 2;
    });
  }
  const image = new Float64Array(kept.length);
  solid.matrix.multiply(result, image);
  const size = rhs.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let k = 0; k < kept.length; k++) {
    if (solid.fixed[Math.floor(k / 3)] === 1) expect(result[k]).toBe(kept[k]);
    else expect(Math.abs(image[k] - rhs[k])).toBeLessThan(1e-10 * size);
  }
});

test('twice the same gives the same bytes, and a solid without a finite place is told', () => {
  const first = scene(0.8, false);
  const second = scene(0.8, false);
  project(first);
  project(second);
  expect(second.solid.velocity).toEqual(first.solid.velocity);
  expect(second.velocity).toEqual(first.velocity);
  first.solid.positions[4] = NaN;
  expect(() => first.step.cover(first.open)).toThrow(/finite/);
});
