import { SolidShares } from '../../src/coupling/SolidShares.ts';
import { SurfaceClipper } from '../../src/coupling/SurfaceClipper.ts';
import { SurfacePatches } from '../../src/coupling/SurfacePatches.ts';
import { areaVector } from '../../src/geometry/areaVector.ts';
import { PressureMatrix } from '../../src/liquids/pressure/PressureMatrix.ts';
import { type BeamInPool, LIQUID_DENSITY } from './beamInPool.ts';
import { add, SparseRows, symmetricBlocks } from './SparseRows.ts';

/** Share of the inertia in Z1 (Zarifi 2017, 5.2.2). */
const SIGMA = 0.9;

/** The blocks of the coupled system for free nodes, in pressures scaled as in `PressureProjection`: B p + J v = e, J^T p - S v = -f. */
export interface CoupledBlocks {
  readonly b: SparseRows;
  readonly j: SparseRows;
  /** (M / dt + dt K) and M / dt, over what a scaled pressure presses with. */
  readonly s: SparseRows;
  readonly inertia: Float64Array;
  readonly e: Float64Array;
  readonly f: Float64Array;
  /** Cell of each pressure. */
  readonly cells: readonly number[];
}

/** Assembles them for a scene whose step has covered its open shares. */
export function coupledBlocks(scene: BeamInPool, dt: number): CoupledBlocks {
  const { grid, open, velocity, phi, solid } = scene;
  const matrix = new PressureMatrix(grid);
  matrix.assemble(open, phi);
  const cells: number[] = [];
  const unknown = new Int32Array(grid.size).fill(-1);
  for (let c = 0; c < grid.size; c++) if (matrix.active[c] === 1) unknown[c] = cells.push(c) - 1;
  const flow = new Float64Array(grid.size);
  for (const axis of [0, 1, 2] as const) {
    grid.forEach((c) => {
      flow[c] -= open[axis][c] * velocity[axis][c];
      flow[c - grid.strides[axis]] += open[axis][c] * velocity[axis][c];
    }, axis);
  }
  const rows = cells.map((c) => {
    const row = new Map([[unknown[c], matrix.diagonal[c]]]);
    grid.strides.forEach((stride, axis) => {
      const links = matrix.links[axis];
      if (links[c] !== 0) row.set(unknown[c - stride], -links[c]);
      if (links[c + stride] !== 0) row.set(unknown[c + stride], -links[c + stride]);
    });
    return row;
  });
  const free = new Int32Array(solid.fixed.length).fill(-1);
  let freeCount = 0;
  solid.fixed.forEach((isFixed, node) => (free[node] = isFixed === 1 ? -1 : freeCount++));
  return {
    b: new SparseRows(rows, cells.length),
    j: flowMatrix(scene, unknown, cells.length, free, freeCount),
    ...solidBlock(scene, dt, free, freeCount),
    e: Float64Array.from(cells, (c) => -flow[c]),
    cells,
  };
}

/** J = N^T C. */
function flowMatrix(
  { grid, solid }: BeamInPool,
  unknown: Int32Array,
  count: number,
  free: Int32Array,
  freeCount: number,
) {
  const { triangles, nodes } = solid.surface;
  const positions = new Float64Array(3 * nodes.length);
  solid.writeSurface(positions);
  const patches = new SurfacePatches();
  new SurfaceClipper(grid).clip(positions, triangles, patches, new SolidShares(grid));
  const rows = Array.from({ length: count }, () => new Map<number, number>());
  const twice = new Float64Array(3);
  for (let n = 0; n < patches.count; n++) {
    const row = unknown[patches.cells[n]];
    if (row < 0) continue;
    const t = 3 * patches.triangles[n];
    areaVector(positions, triangles, t, twice);
    for (let k = 0; k < 3; k++) {
      const node = free[nodes[triangles[t + k]]];
      if (node < 0) continue;
      for (let i = 0; i < 3; i++) {
        add(rows[row], 3 * node + i, (-patches.weights[3 * n + k] * twice[i]) / 2 / grid.h ** 2);
      }
    }
  }
  return new SparseRows(rows, 3 * freeCount);
}

function solidBlock({ grid, solid }: BeamInPool, dt: number, free: Int32Array, freeCount: number) {
  const pressing = (LIQUID_DENSITY * grid.h ** 3) / dt;
  const rhs = new Float64Array(solid.velocity.length);
  solid.linearize(dt, rhs);
  const rows = Array.from({ length: 3 * freeCount }, () => new Map<number, number>());
  const inertia = new Float64Array(3 * freeCount);
  const f = new Float64Array(3 * freeCount);
  const { rowStart, columns, blocks } = solid.matrix;
  free.forEach((place, node) => {
    if (place < 0) return;
    for (let i = 0; i < 3; i++) {
      inertia[3 * place + i] = solid.masses[node] / dt / pressing;
      f[3 * place + i] = rhs[3 * node + i] / pressing;
    }
    for (let k = rowStart[node]; k < rowStart[node + 1]; k++) {
      const other = free[columns[k]];
      if (other < 0) continue;
      for (let n = 0; n < 9; n++) {
        rows[3 * place + Math.floor(n / 3)].set(3 * other + (n % 3), blocks[9 * k + n] / pressing);
      }
    }
  });
  return { s: new SparseRows(rows, 3 * freeCount), inertia, f };
}

/** The symmetric indefinite system (Zarifi 2017, 5.17). */
export function indefiniteForm({ b, j, s, e, f }: CoupledBlocks) {
  return {
    matrix: symmetricBlocks([[1, b]], [1, j], [[-1, s]]),
    rhs: joined(
      e,
      f.map((x) => -x),
    ),
  };
}

/** The positive definite one (5.25 to 5.31). */
export function positiveForm({ b, j, s, inertia, e, f }: CoupledBlocks) {
  const inverse = inertia.map((m) => 1 / (SIGMA * m));
  const rows = Array.from({ length: s.rowCount }, () => new Map<number, number>());
  s.forEach((i, k, value) => rows[i].set(k, value - (i === k ? SIGMA * inertia[i] : 0)));
  const z2 = new SparseRows(rows, s.rowCount);
  const matrix = symmetricBlocks(
    [
      [1, b],
      [1, j.times(inverse, j.transpose())],
    ],
    [-1, j.times(inverse, z2)],
    [
      [1, z2],
      [1, z2.times(inverse, z2)],
    ],
  );
  // w = -f.
  const scaled = f.map((x, i) => -x * inverse[i]);
  const first = new Float64Array(e.length);
  const second = new Float64Array(f.length);
  j.multiply(scaled, first);
  z2.multiply(scaled, second);
  return {
    matrix,
    rhs: joined(
      e.map((x, i) => x + first[i]),
      second.map((x) => -x),
    ),
  };
}

/** The one in pressures and stress-like variables (5.43 and 5.45; Robinson-Mosher, Schroeder and Fedkiw 2011), K = R^T R. */
export function factoredForm({ b, j, inertia, e, f }: CoupledBlocks, scene: BeamInPool, dt: number) {
  const r = strainMatrix(scene, dt);
  const inverse = inertia.map((m) => 1 / m);
  const identity = new SparseRows(
    Array.from({ length: r.rowCount }, (_, i) => new Map([[i, 1]])),
    r.rowCount,
  );
  const matrix = symmetricBlocks(
    [
      [1, b],
      [1, j.times(inverse, j.transpose())],
    ],
    [-1, j.times(inverse, r.transpose())],
    [
      [1, identity],
      [1, r.times(inverse, r.transpose())],
    ],
  );
  const scaled = f.map((x, i) => -x * inverse[i]);
  const first = new Float64Array(e.length);
  const second = new Float64Array(r.rowCount);
  j.multiply(scaled, first);
  r.multiply(scaled, second);
  return {
    matrix,
    rhs: joined(
      e.map((x, i) => x + first[i]),
      second.map((x) => -x),
    ),
  };
}

/** Six rows per tet: the square root of the energy of its strain rate in the turned frame (5.38), xx, yy, zz, xy, xz, yz. */
function strainMatrix({ grid, solid }: BeamInPool, dt: number): SparseRows {
  const { mu, lambda } = solid.material;
  const scale = Math.sqrt((dt * dt) / (LIQUID_DENSITY * grid.h ** 3));
  const free = new Int32Array(solid.fixed.length).fill(-1);
  let freeCount = 0;
  solid.fixed.forEach((isFixed, node) => (free[node] = isFixed === 1 ? -1 : freeCount++));
  const stiff = 2 * mu + lambda;
  const shear = Math.sqrt(mu * mu + lambda * mu);
  const root = Math.sqrt(stiff);
  const normal = [
    [stiff / root, lambda / root, lambda / root],
    [0, (2 * shear) / root, (lambda * mu) / shear / root],
    [0, 0, (mu * Math.sqrt((4 * mu * mu + 8 * lambda * mu + 3 * lambda * lambda) / (mu * mu + lambda * mu))) / root],
  ];
  const rows: Map<number, number>[] = [];
  solid.forEachTet((nodes, gradients, volume) => {
    const part = Array.from({ length: 6 }, () => new Map<number, number>());
    const factor = scale * Math.sqrt(volume);
    nodes.forEach((node, a) => {
      if (free[node] < 0) return;
      const g = gradients.subarray(3 * a, 3 * a + 3);
      for (let i = 0; i < 3; i++) {
        for (let n = 0; n < 3; n++)
          if (normal[n][i] !== 0) add(part[n], 3 * free[node] + i, factor * normal[n][i] * g[i]);
      }
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ].forEach(([i, k], n) => {
        const weight = factor * Math.sqrt(mu);
        add(part[3 + n], 3 * free[node] + i, weight * g[k]);
        add(part[3 + n], 3 * free[node] + k, weight * g[i]);
      });
    });
    rows.push(...part);
  });
  return new SparseRows(rows, 3 * freeCount);
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const all = new Float64Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
