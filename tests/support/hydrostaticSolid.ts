import { CoupledStep } from '../../src/coupling/CoupledStep.ts';
import type { CoupledSurface } from '../../src/coupling/CoupledSolid.ts';
import { FactoredSolid, type LinearSolid } from '../reference/FactoredSolid.ts';
import { CellGrid, faceArrays } from '../../src/liquids/CellGrid.ts';
import { openFaces } from '../../src/liquids/walls/openFaces.ts';
import { BlockSparseMatrix } from '../../src/math/BlockSparseMatrix.ts';

/**
 * How the squares of the solid are cut in two, of which the thesis says nothing: all alike, or mirrored at both of its middle lines, so that the solid is as symmetric as
 * what presses on its sides.
 */
export type Diagonals = 'alike' | 'mirrored';

/** The cases of tables 6.5 and 6.6 (Zarifi 2017): stiffness, Pa, and how the solid is deformed. */
export interface HydrostaticCase {
  readonly mu: number;
  readonly lambda: number;
  readonly alpha: number;
  readonly y1: number;
  readonly y2: number;
}

export const TABLE_6_5: HydrostaticCase = { mu: 20, lambda: 10, alpha: 0.9, y1: 0.205, y2: 0.595 };
export const TABLE_6_6: HydrostaticCase = { mu: 100, lambda: 100, alpha: 1.1, y1: 0.18, y2: 0.62 };

/** What the tables give for cells of .2, .1, .05, .025 and .0125 m: errors of pressure, solid and liquid velocity. */
export const PRINTED = {
  6.5: {
    pressure: [4.19e-2, 4.22e-2, 1.84e-2, 6.95e-3, 1.15e-3],
    solid: [5.68e-3, 4.2e-3, 1.93e-3, 9.75e-4, 2.72e-4],
    liquid: [3.75e-3, 2.66e-3, 2.31e-3, 1.14e-3, 3.01e-4],
  },
  6.6: {
    pressure: [9.19e-2, 3.35e-2, 6.01e-3, 7.3e-3, 1.21e-3],
    solid: [3.92e-3, 1.37e-3, 3.25e-4, 4.74e-4, 1.07e-4],
    liquid: [3.02e-3, 1.06e-3, 2.08e-4, 7.57e-4, 1.92e-4],
  },
} as const;

const SIZE = 0.4;
const LEVEL = 0.8;
const GRAVITY = -1;
const DENSITY = 1;
const STEP = 0.01;
/** Middle of the solid, m. */
const CENTRE = 0.4;
/** Points and weights of Gauss' rule for an edge. */
const GAUSS = [
  [0.5 - Math.sqrt(0.15), 5 / 18],
  [0.5, 8 / 18],
  [0.5 + Math.sqrt(0.15), 5 / 18],
] as const;

/** The positions of the solid's points (6.1), and what presses on it (6.3, 6.4). */
class Deformation {
  readonly beta: number;
  readonly gamma: number;
  readonly values: HydrostaticCase;

  constructor(values: HydrostaticCase) {
    const { mu, lambda, alpha, y1, y2 } = values;
    this.values = values;
    this.beta = (-alpha * (y2 - y1) * DENSITY * GRAVITY) / (2 * SIZE * (2 * mu + lambda));
    this.gamma = (y2 - y1) / SIZE - this.beta * SIZE;
  }

  y(Y: number): number {
    return this.beta * Y * Y + this.gamma * Y + this.values.y1;
  }

  /** Traction along the normal of the sides at X = +- SIZE / 2 (6.7; the left one is its opposite, 6.6). */
  side(Y: number): number {
    const { mu, lambda, alpha } = this.values;
    const stretch = 2 * this.beta * Y + this.gamma;
    return (2 * mu + lambda) * (alpha - 1) + lambda * (stretch - 1) + DENSITY * GRAVITY * (this.y(Y) - LEVEL) * stretch;
  }

  /** Traction along y at the top, and against it at the bottom (6.8, 6.9). */
  cap(Y: number): number {
    const { mu, lambda, alpha } = this.values;
    const stretch = 2 * this.beta * Y + this.gamma;
    return (2 * mu + lambda) * (stretch - 1) + lambda * (alpha - 1) + alpha * DENSITY * GRAVITY * (this.y(Y) - LEVEL);
  }
}

/**
 * A square of plane-strain triangles, `cells` to a side, `depth` thick, with the tractions of the case. Its surface reaches `depth` beyond the slab of liquid on both
 * sides, all of it moving with the nodes of one layer.
 */
class PlaneStrainSquare implements LinearSolid {
  readonly matrix: BlockSparseMatrix;
  readonly velocity: Float64Array;
  readonly fixed: Uint8Array;
  readonly surface: CoupledSurface;
  private readonly rest: Float64Array;
  private readonly positions: Float64Array;
  private readonly triangles: Uint32Array;
  private readonly masses: Float64Array;
  private readonly loads: Float64Array;
  private readonly depth: number;
  private readonly values: HydrostaticCase;

  constructor(values: HydrostaticCase, cells: number, depth: number, diagonals: Diagonals) {
    const count = (cells + 1) ** 2;
    this.values = values;
    this.depth = depth;
    this.rest = new Float64Array(3 * count);
    this.positions = new Float64Array(3 * count);
    this.velocity = new Float64Array(3 * count);
    this.fixed = new Uint8Array(count);
    this.masses = new Float64Array(count);
    this.loads = new Float64Array(3 * count);
    const deformation = new Deformation(values);
    for (let node = 0; node < count; node++) {
      const X = ((node % (cells + 1)) / cells - 0.5) * SIZE;
      const Y = (Math.floor(node / (cells + 1)) / cells) * SIZE;
      this.rest.set([X, Y, 0], 3 * node);
      this.positions.set([CENTRE + values.alpha * X, deformation.y(Y), 0], 3 * node);
    }
    this.triangles = squareTriangles(cells, diagonals);
    this.matrix = new BlockSparseMatrix(count, this.triangles, 3);
    this.surface = prism(this.triangles, cells);
    this.weigh(cells);
    this.load(deformation, cells);
  }

  writeSurface(positions: Float64Array): void {
    const { nodes } = this.surface;
    for (let k = 0; k < nodes.length; k++) {
      const node = 3 * nodes[k];
      positions.set(
        [this.positions[node], this.positions[node + 1], 2 * k < nodes.length ? -this.depth : 2 * this.depth],
        3 * k,
      );
    }
  }

  linearize(dt: number, rhs: Float64Array): void {
    const { matrix, masses, velocity, triangles } = this;
    matrix.blocks.fill(0);
    for (let node = 0; node < masses.length; node++) {
      for (let axis = 0; axis < 3; axis++) {
        matrix.blocks[9 * matrix.diagonal[node] + 4 * axis] = masses[node] / dt;
        rhs[3 * node + axis] = (masses[node] / dt) * velocity[3 * node + axis] + this.loads[3 * node + axis];
      }
    }
    for (let t = 0; t < triangles.length; t += 3) this.addTriangle(t, dt, rhs);
  }

  /** Linear elasticity without rotation. */
  private addTriangle(t: number, dt: number, rhs: Float64Array): void {
    const { matrix, positions } = this;
    const { mu, lambda } = this.values;
    const corners = this.triangles.subarray(t, t + 3);
    const { gradients, area } = this.shape(corners);
    const volume = area * this.depth;
    const f = [0, 1].map((i) =>
      [0, 1].map((j) => [0, 1, 2].reduce((sum, a) => sum + positions[3 * corners[a] + i] * gradients[a][j], 0)),
    );
    const trace = f[0][0] + f[1][1] - 2;
    for (let a = 0; a < 3; a++) {
      for (let i = 0; i < 2; i++) {
        for (let j = 0; j < 2; j++) {
          const strain = (f[i][j] + f[j][i]) / 2 - (i === j ? 1 : 0);
          rhs[3 * corners[a] + i] -= volume * (2 * mu * strain + (i === j ? lambda * trace : 0)) * gradients[a][j];
        }
      }
      for (let b = 0; b < 3; b++) {
        const [p, q] = [gradients[a], gradients[b]];
        const block = 9 * matrix.find(corners[a], corners[b]);
        for (let i = 0; i < 2; i++) {
          matrix.blocks[block + 4 * i] += dt * volume * mu * (p[0] * q[0] + p[1] * q[1]);
          for (let j = 0; j < 2; j++) {
            matrix.blocks[block + 3 * i + j] += dt * volume * (lambda * p[i] * q[j] + mu * q[i] * p[j]);
          }
        }
      }
    }
  }

  private shape(corners: Uint32Array) {
    const [a, b, c] = [...corners].map((node) => this.rest.subarray(3 * node, 3 * node + 2));
    const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const gradient = (p: Float64Array, q: Float64Array) => [(p[1] - q[1]) / twice, (q[0] - p[0]) / twice];
    return { gradients: [gradient(b, c), gradient(c, a), gradient(a, b)], area: twice / 2 };
  }

  /** Lumped masses (6.10). */
  private weigh(cells: number): void {
    const { alpha, y1, y2 } = this.values;
    const density = (alpha * (y2 - y1) * DENSITY) / SIZE;
    const area = (SIZE / cells) ** 2 / 2;
    for (const node of this.triangles) this.masses[node] += (density * area * this.depth) / 3;
  }

  /** Tractions, integrated over the edges at rest. */
  private load(deformation: Deformation, cells: number): void {
    const row = cells + 1;
    const edge = SIZE / cells;
    for (let k = 0; k < cells; k++) {
      for (const [t, weight] of GAUSS) {
        const force = weight * edge * this.depth;
        const at = (k + t) * edge;
        const ends = [
          [k, 1 - t],
          [k + 1, t],
        ] as const;
        for (const [n, share] of ends) {
          this.loads[3 * (n * row)] -= share * force * deformation.side(at);
          this.loads[3 * (n * row + cells)] += share * force * deformation.side(at);
          this.loads[3 * n + 1] -= share * force * deformation.cap(0);
          this.loads[3 * (cells * row + n) + 1] += share * force * deformation.cap(SIZE);
        }
      }
    }
  }
}

function squareTriangles(cells: number, diagonals: Diagonals): Uint32Array {
  const row = cells + 1;
  const triangles: number[] = [];
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const v = i + row * j;
      const rises = diagonals === 'alike' || 2 * i < cells === 2 * j < cells;
      if (rises) triangles.push(v, v + 1, v + row + 1, v, v + row + 1, v + row);
      else triangles.push(v, v + 1, v + row, v + 1, v + row + 1, v + row);
    }
  }
  return Uint32Array.from(triangles);
}

/** The surface between a layer of the nodes below and one above. */
function prism(triangles: Uint32Array, cells: number): CoupledSurface {
  const row = cells + 1;
  const count = row * row;
  const all: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    all.push(a, c, b, a + count, b + count, c + count);
  }
  const rim: number[] = [];
  for (let k = 0; k < cells; k++) rim.push(k);
  for (let k = 0; k < cells; k++) rim.push(k * row + cells);
  for (let k = cells; k > 0; k--) rim.push(cells * row + k);
  for (let k = cells; k > 0; k--) rim.push(k * row);
  rim.forEach((a, k) => {
    const b = rim[(k + 1) % rim.length];
    all.push(a, b, b + count, a, b + count, a + count);
  });
  return { triangles: Uint32Array.from(all), nodes: Uint32Array.from({ length: 2 * count }, (_, k) => k % count) };
}

export interface HydrostaticErrors {
  readonly pressure: number;
  readonly solid: number;
  readonly liquid: number;
}

/** Largest errors after one step from hydrostatic equilibrium: pressure in Pa at the cells, velocities in m/s. */
export function hydrostaticErrors(
  values: HydrostaticCase,
  h: number,
  pressureAt: 'centroid' | 'centre',
  diagonals: Diagonals = 'mirrored',
): HydrostaticErrors {
  const grid = new CellGrid([Math.round(0.8 / h), Math.round(1 / h), 1], h);
  const walls = [
    [true, true],
    [true, false],
    [true, true],
  ] as const;
  const open = faceArrays(grid);
  openFaces(grid, new Float64Array(grid.size).fill(1), open, walls);
  const velocity = faceArrays(grid);
  velocity[1].fill(GRAVITY * STEP);
  const phi = new Float64Array(grid.size).fill(1);
  grid.forEach((c, _i, j) => {
    phi[c] = (j + 0.5) * h - LEVEL;
  });
  const solid = new PlaneStrainSquare(values, Math.round(SIZE / h), h, diagonals);
  for (let k = 1; k < solid.velocity.length; k += 3) solid.velocity[k] = GRAVITY * STEP;
  const settings = {
    density: DENSITY,
    gravity: [0, GRAVITY, 0] as const,
    tolerance: 1e-12,
    maxIterations: 2000,
    pressureAt,
  };
  const step = new CoupledStep(grid, settings, [new FactoredSolid(solid)]);
  step.cover(open);
  step.fillSolids(phi);
  step.project({ velocity, open, solidVelocity: faceArrays(grid), phi }, STEP);
  return { pressure: pressureError(), solid: largest(solid.velocity), liquid: liquidError() };

  function pressureError(): number {
    let most = 0;
    grid.forEach((c, _i, j) => {
      const isUnknown = phi[c] < 0 && [0, 1, 2].some((k) => open[k][c] > 0 || open[k][c + grid.strides[k]] > 0);
      if (!isUnknown) return;
      const pressure = (DENSITY * h * step.scaledPressure[c]) / STEP;
      most = Math.max(most, Math.abs(pressure - DENSITY * GRAVITY * ((j + 0.5) * h - LEVEL)));
    });
    return most;
  }

  function liquidError(): number {
    let most = 0;
    for (const axis of [0, 1] as const) {
      grid.forEach((c) => {
        const isLiquid = phi[c] < 0 || phi[c - grid.strides[axis]] < 0;
        if (isLiquid && open[axis][c] > 0) most = Math.max(most, Math.abs(velocity[axis][c]));
      }, axis);
    }
    return most;
  }
}

function largest(x: Float64Array): number {
  return x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
