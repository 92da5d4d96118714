import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels, type CreatedModel } from '../../src/materials/ConstitutiveModel.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import { quasistaticBody, QuasistaticIntegrator } from '../../src/solids/quasistatic/QuasistaticIntegrator.ts';
import type { SolidBodyInput } from '../../src/solids/SolidOperators.ts';
import { freudenthalBox } from '../support/freudenthalBox.ts';
import type { BenchRow } from './BenchRow.ts';
import { byProcessor, least, stopwatch, timeOf, type Times } from './timing.ts';

const ACTIVATION = 0.5;
const ROUNDS = 15;
const MEGABYTE = 1024 * 1024;

/** Active muscle, and the same matrix without fibres. */
function models(): readonly [fibrous: CreatedModel, matrix: CreatedModel] {
  const definition = constitutiveModels.get('muscle');
  const fibrous = definition.create({ youngsModulus: 3e4, poissonRatio: 0.45 }, definition.params.parse({}));
  return [fibrous, { ...fibrous, fibre: undefined }];
}

/** A bar along x, four times as long as it is thick, with its fibres along it. */
function bar(cells: number, model: CreatedModel, implicit: boolean): SolidBodyInput {
  const mesh = freudenthalBox(4 * cells, cells, cells, 0.05 / cells);
  return {
    restPositions: mesh.positions,
    elementKind: 'tet',
    elements: mesh.tets,
    models: [model],
    fibreDirections: Float64Array.from({ length: (3 * mesh.tets.length) / 4 }, (_, k) => (k % 3 === 0 ? 1 : 0)),
    density: 1060,
    dampingBeta: 0.02 * model.mu,
    dampingAlpha: 0.02 * model.lambda,
    dampingForm: 'robust',
    ...(implicit && { implicit: { typicalStep: 0.02 } }),
  };
}

/** Least seconds of elastic forces and of the stiffness, one thread, and MB of the body. */
function passes(cells: number, model: CreatedModel, pool: KernelPool) {
  const input = bar(cells, model, true);
  const body = new KernelSolidOperators(input, pool);
  const positions = input.restPositions.map((x, k) => (k % 3 === 0 ? 0.8 : 1.1) * x);
  const never: Times = { clock: Infinity, processor: Infinity };
  const best = { forces: never, stiffness: never, memory: body.byteLength / MEGABYTE };
  for (let round = 0; round < ROUNDS; round++) {
    best.forces = least(
      best.forces,
      timeOf(() => body.updateElastic(positions, 1, ACTIVATION)),
    );
    best.stiffness = least(
      best.stiffness,
      timeOf(() => body.updateStiffness(0.02)),
    );
  }
  body.dispose();
  return best;
}

/** Seconds in which a bar that hangs from one end and tenses finds its equilibrium. */
function equilibrium(cells: number, pool: KernelPool): BenchRow {
  const input = quasistaticBody(bar(cells, models()[0], false));
  const operators = new KernelSolidOperators(input, pool);
  const vertices: number[] = [];
  for (let v = 0; v < operators.vertexCount; v++) if (input.restPositions[3 * v] === 0) vertices.push(v);
  const held = Float64Array.from(vertices.flatMap((v) => [...input.restPositions.subarray(3 * v, 3 * v + 3)]));
  const elapsed = stopwatch();
  const body = new QuasistaticIntegrator({
    operators,
    body: input,
    positions: input.restPositions,
    gravityAt: (_time, out) => out.set([0, -9.81, 0]),
    dragAt: () => 0,
    strengthAt: () => 1,
    activationAt: () => ACTIVATION,
    targets: [
      { vertices: Uint32Array.from(vertices), activeAt: () => true, positionsAt: (_time, out) => out.set(held) },
    ],
    colliders: [],
    tolerance: 1e-3,
    maxIterations: 1000,
    minSubsteps: 1,
  });
  body.settle(0);
  const { newtonIterations, residual } = body.equilibrium;
  const memory = (operators.byteLength / MEGABYTE).toFixed(1);
  const row = {
    name: `quasistatic muscle, ${operators.elementCount} tets`,
    unit: 's',
    measured: byProcessor(elapsed()),
    size: { series: 'quasistatic muscle', count: operators.elementCount },
    note: `${newtonIterations} Newton iterations, residual ${residual.toExponential(1)}, ${memory} MB, from rest to half active`,
  };
  operators.dispose();
  return row;
}

/** Muscle beside its matrix alone, and what an equilibrium takes. */
export function runMuscleBench(): BenchRow[] {
  const pool = new KernelPool(compileKernels(false), { threads: 1 });
  const rows: BenchRow[] = [];
  for (const cells of [8, 16]) {
    const [fibrous, matrix] = models().map((model) => passes(cells, model, pool));
    const tets = 24 * cells ** 3;
    const note = `${fibrous.memory.toFixed(1)} MB, isotropic ${matrix.memory.toFixed(1)} MB, one thread`;
    for (const pass of ['forces', 'stiffness'] as const) {
      rows.push({
        name: `muscle ${pass}, ${tets} tets`,
        unit: 'ms',
        measured: byProcessor(fibrous[pass], 1e3),
        reference: { what: 'its isotropic matrix alone', measured: byProcessor(matrix[pass], 1e3) },
        size: { series: `muscle ${pass}`, count: tets },
        note,
      });
    }
    rows.push(equilibrium(cells, pool));
  }
  pool.dispose();
  return rows;
}
