import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { LiquidKernel } from '../../src/kernels/liquid/LiquidKernel.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { CellGrid, faceArrays } from '../../src/liquids/CellGrid.ts';
import { beamInPool, type BeamSettings } from '../support/beamInPool.ts';
import { hydrostaticErrors, PRINTED, TABLE_6_5, TABLE_6_6 } from '../support/hydrostaticSolid.ts';
import type { BenchRow } from './BenchRow.ts';
import { BEAMS, FORMS_TABLE, USUAL_BEAM } from './coupledBeams.ts';
import { byProcessor, stopwatch, type Times } from './timing.ts';

const SPACINGS = [0.2, 0.1, 0.05, 0.025, 0.0125];
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

interface CoupledStepTimes {
  readonly step: Times;
  /** Processor time of cutting, s. */
  readonly cover: number;
  /** Processor time of factoring and solving, s. */
  readonly solve: number;
  readonly iterations: number;
  readonly unknowns: number;
}

/** One coupled step, the best of several from the same state, after one that allocates. */
function coupledStep(settings: BeamSettings): CoupledStepTimes {
  const { open, velocity, phi, solid, step, grid } = beamInPool(settings);
  const start = { open: copy(open), velocity: copy(velocity), solid: solid.velocity.slice() };
  const still = faceArrays(grid);
  let best: CoupledStepTimes | undefined;
  for (let n = 0; n <= REPEATS; n++) {
    for (let axis = 0; axis < 3; axis++) {
      open[axis].set(start.open[axis]);
      velocity[axis].set(start.velocity[axis]);
    }
    solid.velocity.set(start.solid);
    step.scaledPressure.fill(0);
    const elapsed = stopwatch();
    step.cover(open);
    const cover = elapsed().processor;
    const report = step.project({ velocity, open, solidVelocity: still, phi }, settings.dt);
    const times = elapsed();
    if (n === 0 || !report.converged || (best !== undefined && times.processor > best.step.processor)) continue;
    const { iterations } = report;
    best = { step: times, cover, solve: times.processor - cover, iterations, unknowns: step.unknowns };
  }
  if (best === undefined) throw new Error('no coupled step converged');
  return best;
}

function copy(arrays: readonly Float64Array[]): Float64Array[] {
  return arrays.map((array) => array.slice());
}

function stepRow(settings: BeamSettings, name: string, printed?: number): BenchRow {
  const workers = new KernelPool(compileKernels(false), { threads: 1 });
  const counts = [settings.cells, settings.cells, settings.cells] as const;
  const grid = new CellGrid(counts, 1 / settings.cells);
  const kernel = new LiquidKernel({ ...grid, closedSides: CLOSED }, workers);
  const { step, cover, solve, iterations, unknowns } = coupledStep({ ...settings, kernel });
  workers.dispose();
  return {
    name,
    unit: 's/step',
    measured: byProcessor(step),
    printed: printed === undefined ? undefined : { where: FORMS_TABLE, figure: printed },
    note: `cut ${(1e3 * cover).toFixed(1)}, factor and solve ${(1e3 * solve).toFixed(1)} ms; ${iterations} iterations to 1e-10 for ${unknowns} pressures`,
  };
}

/** Errors of tables 6.5 and 6.6 of Zarifi 2017: printed, with one pressure per cell, and, in the note, with the other diagonals of the mesh, and with that of centroids. */
function accuracyRows(): BenchRow[] {
  const rows: BenchRow[] = [];
  for (const [name, values, printed] of [
    ['6.5', TABLE_6_5, PRINTED[6.5]],
    ['6.6', TABLE_6_6, PRINTED[6.6]],
  ] as const) {
    let before: ReturnType<typeof hydrostaticErrors> | undefined;
    SPACINGS.forEach((h, k) => {
      const centre = hydrostaticErrors(values, h, 'centre');
      const alike = hydrostaticErrors(values, h, 'centre', 'alike');
      const centroid = hydrostaticErrors(values, h, 'centroid');
      for (const kind of ['pressure', 'solid', 'liquid'] as const) {
        const order = before === undefined ? '' : `, order ${Math.log2(before[kind] / centroid[kind]).toFixed(2)}`;
        rows.push({
          name: `table ${name}, ${h} m: error of ${kind}`,
          unit: kind === 'pressure' ? 'Pa' : 'm/s',
          measured: { by: 'figure', figure: centre[kind] },
          printed: { where: `Zarifi 2017, table ${name}`, figure: printed[kind][k] },
          note: `diagonals alike ${alike[kind].toExponential(2)}; at centroids ${centroid[kind].toExponential(2)}${order}`,
        });
      }
      before = centroid;
    });
  }
  return rows;
}

/** Liquid and a deformable solid in one solve, beside Zarifi 2017: seconds on one thread, iterations, and errors. */
export function runCouplingBench(): BenchRow[] {
  const rows = BEAMS.map(([cells, beam, printed]): BenchRow => ({
    ...stepRow({ ...USUAL_BEAM, cells, beam }, `coupled step, ${cells}^3, ${beam} beam`, printed?.definite),
    size: { series: 'coupled step', count: cells ** 3 },
  }));
  for (const change of SWEEP) {
    const what = Object.entries(change).map(([key, value]) => `${key} ${value}`);
    rows.push(stepRow({ ...USUAL_BEAM, cells: 60, beam: 'medium', ...change }, `60^3, ${what.join(', ')}`));
  }
  return [...rows, ...accuracyRows()];
}
