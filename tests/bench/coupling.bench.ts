import { faceArrays } from '../../src/liquids/CellGrid.ts';
import { beamInPool, type BeamSettings } from '../support/beamInPool.ts';
import { coupledBlocks, factoredForm, indefiniteForm, positiveForm } from '../support/coupledForms.ts';
import { hydrostaticErrors, PRINTED, TABLE_6_5, TABLE_6_6 } from '../support/hydrostaticSolid.ts';
import { type SparseRows, solveWithIncompleteCholesky } from '../support/SparseRows.ts';
import type { BenchRow } from './BenchRow.ts';

const SPACINGS = [0.2, 0.1, 0.05, 0.025, 0.0125];
const USUAL = { mu: 1e5, lambda: 1e5, density: 500, dt: 0.01 } as const;
/** Seconds that the thesis needs for its SPD form (table 6.2). */
const SOLVES: readonly (readonly [cells: number, beam: BeamSettings['beam'], thesis: number | undefined])[] = [
  [40, 'coarse', 1.813],
  [60, 'medium', 8.292],
  [80, 'fine', 28.02],
  [100, 'fine', undefined],
];
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
  const { cover, solve, iterations, unknowns } = coupledStep(settings);
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

/** Entries of the forms that are not ours, and the time of those that are definite with incomplete Cholesky (tables 6.2 and 6.4). */
function formRows(cells: number, beam: BeamSettings['beam'], thesis: number | undefined): BenchRow[] {
  const settings = { ...USUAL, cells, beam };
  const scene = beamInPool(settings);
  scene.step.cover(scene.open);
  const blocks = coupledBlocks(scene, settings.dt);
  const entries = indefiniteForm(blocks).matrix.count;
  const row = (name: string, form: { matrix: SparseRows; rhs: Float64Array }, reference?: number): BenchRow => {
    const begin = seconds();
    const { iterations } = solveWithIncompleteCholesky(form.matrix, form.rhs, 1e-10, 5000);
    const fast = seconds() - begin;
    return {
      name: `${name} form, ${cells}^3, ${beam} beam`,
      reference,
      fast,
      ratio: reference === undefined ? undefined : reference / fast,
      unit: 's/solve',
      note: `${form.matrix.count} entries (the indefinite form has ${entries}); ${iterations} iterations to 1e-10`,
    };
  };
  return [
    row('positive definite', positiveForm(blocks), thesis),
    row('factored', factoredForm(blocks, scene, settings.dt)),
  ];
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
  const rows = SOLVES.map(([cells, beam, thesis]) =>
    stepRow({ ...USUAL, cells, beam }, `coupled step, ${cells}^3, ${beam} beam`, thesis),
  );
  for (const change of SWEEP) {
    const what = Object.entries(change).map(([key, value]) => `${key} ${value}`);
    rows.push(stepRow({ ...USUAL, cells: 60, beam: 'medium', ...change }, `60^3, ${what.join(', ')}`, undefined));
  }
  for (const [cells, beam, thesis] of SOLVES.slice(0, 3)) rows.push(...formRows(cells, beam, thesis));
  return [...rows, ...accuracyRows()];
}
