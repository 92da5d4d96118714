import { beamInPool, type BeamSettings } from '../support/beamInPool.ts';
import { coupledBlocks, factoredForm, indefiniteForm, positiveForm } from '../support/coupledForms.ts';
import { estimateCondition } from '../support/conditionEstimate.ts';
import { solveWithIncompleteLu } from '../support/incompleteLu.ts';
import { type SparseRows, solveWithIncompleteCholesky } from '../support/SparseRows.ts';
import { thresholdLu, USUAL_THRESHOLD } from '../support/thresholdLu.ts';
import type { BenchRow } from './BenchRow.ts';
import { BEAMS, FORMS_TABLE, type PrintedForms, USUAL_BEAM } from './coupledBeams.ts';
import { byProcessor, stopwatch, type Times } from './timing.ts';

interface Form {
  readonly matrix: SparseRows;
  readonly rhs: Float64Array;
}
/** Cells along an axis up to which conditions are estimated: each takes some ten solves. */
const MOST_FOR_CONDITION = 60;
/** Cells along an axis up to which a factor of ten times the entries is made. */
const MOST_FOR_THRESHOLD = 80;

type Solve = (matrix: SparseRows, rhs: Float64Array) => { x: Float64Array; iterations: number; converged?: boolean };

/** Entries of the forms that are not ours, the time of a solve, and their condition (tables 6.2 to 6.4). */
function formRows(cells: number, beam: BeamSettings['beam'], printed: PrintedForms): BenchRow[] {
  const settings = { ...USUAL_BEAM, cells, beam };
  const scene = beamInPool(settings);
  scene.step.cover(scene.open);
  const blocks = coupledBlocks(scene, settings.dt);
  const row = (name: string, form: Form, solve: Solve, thesis?: number, printedCondition?: number) => {
    const { matrix, rhs } = form;
    const elapsed = stopwatch();
    const { iterations, converged = true } = solve(matrix, rhs);
    const times = elapsed();
    const condition =
      cells > MOST_FOR_CONDITION || !converged
        ? ''
        : `; condition 10^${Math.log10(estimateCondition(matrix, (b) => solve(matrix, b).x)).toFixed(1)}`;
    const row: BenchRow = {
      name: `${name} form, ${cells}^3, ${beam} beam`,
      unit: 's/solve',
      measured: byProcessor(times),
      printed: thesis === undefined ? undefined : { where: FORMS_TABLE, figure: thesis },
      size: { series: `${name} form`, count: cells ** 3 },
      note: `${matrix.count} entries; ${converged ? '' : 'not solved in '}${iterations} iterations to 1e-10${condition}${
        printedCondition === undefined ? '' : ` (printed 10^${printedCondition})`
      }`,
    };
    return { row, times };
  };
  const byCholesky: Solve = (matrix, rhs) => solveWithIncompleteCholesky(matrix, rhs, 1e-10, 5000);
  const byLu: Solve = (matrix, rhs) => solveWithIncompleteLu(matrix, rhs, 1e-10, 5000);
  const forms = [
    row('definite', positiveForm(blocks), byCholesky, printed.definite, printed.definiteCondition),
    row('indefinite', indefiniteForm(blocks), byLu, printed.indefinite, printed.indefiniteCondition),
    row('factored', factoredForm(blocks, scene, settings.dt), byCholesky),
  ];
  const [definite, indefinite, factored] = forms.map(({ times }) => times);
  const order = (name: string, times: FormTimes) => orderRow(`${cells}^3, ${name}`, times, printed);
  const rows = [...forms.map((form) => form.row), order('ILU(0)', { definite, indefinite, factored })];
  if (cells > MOST_FOR_THRESHOLD) return rows;
  const threshold = thresholdRow(cells, indefiniteForm(blocks), printed.indefinite);
  return [...rows, threshold.row, order('ILUT', { definite, indefinite: threshold.times, factored })];
}

/** s for a solve of each form. */
type FormTimes = Readonly<Record<'definite' | 'indefinite' | 'factored', Times>>;

/** The three forms of the thesis, the quickest first, beside what it prints of two of them; of the factored one it prints times of frames alone (table 6.3). */
function orderRow(name: string, times: FormTimes, printed: PrintedForms): BenchRow {
  const inOrder = (values: Readonly<Record<string, number>>) => Object.entries(values).sort(([, a], [, b]) => a - b);
  const tell = (values: Readonly<Record<string, number>>) =>
    inOrder(values)
      .map(([form, time]) => `${form} ${time.toPrecision(3)}`)
      .join(' < ');
  const { definite, indefinite } = printed;
  const seconds = Object.fromEntries(Object.entries(times).map(([form, { processor }]) => [form, processor]));
  const quickest = Object.values(times).reduce((a, b) => (a.processor < b.processor ? a : b));
  return {
    name: `order at ${name}`,
    unit: 's/solve',
    measured: byProcessor(quickest),
    note: `${tell(seconds)}; printed: ${tell({ definite, indefinite })}`,
  };
}

/** The indefinite form with what Eigen 3 preconditions BiCGSTAB by where its `IncompleteLUT` is chosen. */
function thresholdRow(cells: number, { matrix, rhs }: Form, printed: number): { row: BenchRow; times: Times } {
  const elapsed = stopwatch();
  const { entries, precondition } = thresholdLu(matrix, USUAL_THRESHOLD);
  const factored = elapsed().processor;
  const { iterations, converged } = solveWithIncompleteLu(matrix, rhs, 1e-10, 5000, precondition);
  const times = elapsed();
  const row: BenchRow = {
    name: `indefinite form, ${cells}^3, ILUT`,
    unit: 's/solve',
    measured: byProcessor(times),
    printed: { where: FORMS_TABLE, figure: printed },
    size: { series: 'indefinite form, ILUT', count: cells ** 3 },
    note: `${entries} entries of the factor in ${factored.toFixed(2)} s; ${converged ? '' : 'not solved in '}${iterations} iterations to 1e-10`,
  };
  return { row, times };
}

/** The forms that the thesis compares, on the same systems, beside its tables 6.2 and 6.4. */
export function* runCoupledFormsBench(): Generator<BenchRow> {
  for (const [cells, beam, printed] of BEAMS) if (printed !== undefined) yield* formRows(cells, beam, printed);
}
