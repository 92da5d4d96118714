import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { LiquidKernel } from '../../src/kernels/liquid/LiquidKernel.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { CellGrid, faceArrays } from '../../src/liquids/CellGrid.ts';
import { beamInPool, type BeamSettings } from '../support/beamInPool.ts';
import { coupledBlocks, factoredForm, indefiniteForm, positiveForm } from '../support/coupledForms.ts';
import { estimateCondition } from '../support/conditionEstimate.ts';
import { solveWithIncompleteLu } from '../support/incompleteLu.ts';
import { hydrostaticErrors, PRINTED, TABLE_6_5, TABLE_6_6 } from '../support/hydrostaticSolid.ts';
import { type SparseRows, solveWithIncompleteCholesky } from '../support/SparseRows.ts';
import { thresholdLu, USUAL_THRESHOLD } from '../support/thresholdLu.ts';
import type { BenchRow } from './BenchRow.ts';

const SPACINGS = [0.2, 0.1, 0.05, 0.025, 0.0125];
const USUAL = { mu: 1e5, lambda: 1e5, density: 500, dt: 0.01 } as const;
interface Form {
  readonly matrix: SparseRows;
  readonly rhs: Float64Array;
}
/** Seconds that the thesis needs for its positive definite form and for the indefinite one, and log10 of their condition (table 6.2). */
interface PrintedForms {
  readonly definite: number;
  readonly indefinite: number;
  readonly definiteCondition: number;
  readonly indefiniteCondition: number;
}
const SOLVES: readonly (readonly [cells: number, beam: BeamSettings['beam'], printed: PrintedForms | undefined])[] = [
  [40, 'coarse', { definite: 1.813, indefinite: 1.635, definiteCondition: 10.5, indefiniteCondition: 8.35 }],
  [60, 'medium', { definite: 8.292, indefinite: 16.121, definiteCondition: 11.3, indefiniteCondition: 8.58 }],
  [80, 'fine', { definite: 28.02, indefinite: 100.875, definiteCondition: 11.5, indefiniteCondition: 8.82 }],
  [100, 'fine', undefined],
];
/** Cells along an axis up to which conditions are estimated: each takes some ten solves. */
const MOST_FOR_CONDITION = 60;
/** Up to which a factor of ten times the entries is made. */
const MOST_FOR_THRESHOLD = 60;
const SWEEP: readonly Partial<BeamSettings>[] = [
  { mu: 1e3 },
  { mu: 1e8 },
  { lambda: 1e7 },
  { dt: 0.001 },
  { dt: 0.04 },
  { density: 10 },
  { density: 10, mu: 1e3 },
];
const REPEATS = 4;
const CLOSED = [
  [true, true],
  [true, true],
  [true, true],
] as const;

/** Processor time of one coupled step, s, the best of several from the same state, after one that allocates. */
function coupledStep(settings: BeamSettings): { cover: number; solve: number; iterations: number; unknowns: number } {
  const { open, velocity, phi, solid, step, grid } = beamInPool(settings);
  const start = { open: copy(open), velocity: copy(velocity), solid: solid.velocity.slice() };
  const still = faceArrays(grid);
  const best = { cover: Infinity, solve: Infinity, iterations: 0, unknowns: 0 };
  for (let n = 0; n <= REPEATS; n++) {
    for (let axis = 0; axis < 3; axis++) {
      open[axis].set(start.open[axis]);
      velocity[axis].set(start.velocity[axis]);
    }
    solid.velocity.set(start.solid);
    step.scaledPressure.fill(0);
    const begin = seconds();
    step.cover(open);
    const covered = seconds();
    const report = step.project({ velocity, open, solidVelocity: still, phi }, settings.dt);
    const end = seconds();
    if (n === 0 || !report.converged) continue;
    best.cover = Math.min(best.cover, covered - begin);
    best.solve = Math.min(best.solve, end - covered);
    best.iterations = report.iterations;
    best.unknowns = step.unknowns;
  }
  return best;
}

function copy(arrays: readonly Float64Array[]): Float64Array[] {
  return arrays.map((array) => array.slice());
}

function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function stepRow(settings: BeamSettings, name: string, reference: number | undefined): BenchRow {
  const workers = new KernelPool(compileKernels(false), { threads: 1 });
  const counts = [settings.cells, settings.cells, settings.cells] as const;
  const grid = new CellGrid(counts, 1 / settings.cells);
  const kernel = new LiquidKernel({ ...grid, closedSides: CLOSED }, workers);
  const { cover, solve, iterations, unknowns } = coupledStep({ ...settings, kernel });
  const fast = cover + solve;
  return {
    name,
    reference,
    fast,
    ratio: reference === undefined ? undefined : reference / fast,
    unit: 's/step',
    note: `cut ${(1e3 * cover).toFixed(1)}, factor and solve ${(1e3 * solve).toFixed(1)} ms; ${iterations} iterations to 1e-10 for ${unknowns} pressures`,
  };
}

type Solve = (matrix: SparseRows, rhs: Float64Array) => { x: Float64Array; iterations: number; converged?: boolean };

/** Entries of the forms that are not ours, the time of a solve, and their condition (tables 6.2 to 6.4). */
function formRows(cells: number, beam: BeamSettings['beam'], printed: PrintedForms | undefined): BenchRow[] {
  const settings = { ...USUAL, cells, beam };
  const scene = beamInPool(settings);
  scene.step.cover(scene.open);
  const blocks = coupledBlocks(scene, settings.dt);
  const row = (name: string, form: Form, solve: Solve, thesis?: number, printedCondition?: number): BenchRow => {
    const { matrix, rhs } = form;
    const begin = seconds();
    const { iterations, converged = true } = solve(matrix, rhs);
    const fast = seconds() - begin;
    const condition =
      cells > MOST_FOR_CONDITION || !converged
        ? ''
        : `; condition 10^${Math.log10(estimateCondition(matrix, (b) => solve(matrix, b).x)).toFixed(1)}`;
    return {
      name: `${name} form, ${cells}^3, ${beam} beam`,
      reference: thesis,
      fast,
      ratio: thesis === undefined ? undefined : thesis / fast,
      unit: 's/solve',
      note: `${matrix.count} entries; ${converged ? '' : 'not solved in '}${iterations} iterations to 1e-10${condition}${
        printedCondition === undefined ? '' : ` (printed 10^${printedCondition})`
      }`,
    };
  };
  const byCholesky: Solve = (matrix, rhs) => solveWithIncompleteCholesky(matrix, rhs, 1e-10, 5000);
  const byLu: Solve = (matrix, rhs) => solveWithIncompleteLu(matrix, rhs, 1e-10, 5000);
  const rows = [
    row('positive definite', positiveForm(blocks), byCholesky, printed?.definite, printed?.definiteCondition),
    row('indefinite', indefiniteForm(blocks), byLu, printed?.indefinite, printed?.indefiniteCondition),
    row('factored', factoredForm(blocks, scene, settings.dt), byCholesky),
  ];
  if (cells <= MOST_FOR_THRESHOLD) rows.push(thresholdRow(cells, indefiniteForm(blocks), printed?.indefinite));
  return rows;
}

/** The indefinite form with what Eigen 3 preconditions BiCGSTAB by where its `IncompleteLUT` is chosen. */
function thresholdRow(cells: number, { matrix, rhs }: Form, printed: number | undefined): BenchRow {
  const begin = seconds();
  const { entries, precondition } = thresholdLu(matrix, USUAL_THRESHOLD);
  const factored = seconds();
  const { iterations, converged } = solveWithIncompleteLu(matrix, rhs, 1e-10, 5000, precondition);
  const fast = seconds() - begin;
  return {
    name: `indefinite form, ${cells}^3, ILUT`,
    reference: printed,
    fast,
    ratio: printed === undefined ? undefined : printed / fast,
    unit: 's/solve',
    note: `${entries} entries of the factor in ${(factored - begin).toFixed(2)} s; ${converged ? '' : 'not solved in '}${iterations} iterations to 1e-10`,
  };
}

/** Errors of tables 6.5 and 6.6 of Zarifi 2017: printed, with one pressure per cell, and, in the note, with that of centroids. */
function accuracyRows(): BenchRow[] {
  const rows: BenchRow[] = [];
  for (const [name, values, printed] of [
    ['6.5', TABLE_6_5, PRINTED[6.5]],
    ['6.6', TABLE_6_6, PRINTED[6.6]],
  ] as const) {
    let before: ReturnType<typeof hydrostaticErrors> | undefined;
    SPACINGS.forEach((h, k) => {
      const centre = hydrostaticErrors(values, h, 'centre');
      const centroid = hydrostaticErrors(values, h, 'centroid');
      for (const kind of ['pressure', 'solid', 'liquid'] as const) {
        const order = before === undefined ? '' : `, order ${Math.log2(before[kind] / centroid[kind]).toFixed(2)}`;
        rows.push({
          name: `table ${name}, ${h} m: error of ${kind}`,
          reference: printed[kind][k],
          fast: centre[kind],
          ratio: printed[kind][k] / centre[kind],
          unit: kind === 'pressure' ? 'Pa' : 'm/s',
          note: `at centroids ${centroid[kind].toExponential(2)}${order}`,
        });
      }
      before = centroid;
    });
  }
  return rows;
}

/** Liquid and a deformable solid in one solve, beside Zarifi 2017: seconds on one thread, iterations, and errors. */
export function runCouplingBench(): BenchRow[] {
  const rows = SOLVES.map(([cells, beam, printed]) =>
    stepRow({ ...USUAL, cells, beam }, `coupled step, ${cells}^3, ${beam} beam`, printed?.definite),
  );
  for (const change of SWEEP) {
    const what = Object.entries(change).map(([key, value]) => `${key} ${value}`);
    rows.push(stepRow({ ...USUAL, cells: 60, beam: 'medium', ...change }, `60^3, ${what.join(', ')}`, undefined));
  }
  for (const [cells, beam, printed] of SOLVES.slice(0, 3)) rows.push(...formRows(cells, beam, printed));
  return [...rows, ...accuracyRows()];
}
