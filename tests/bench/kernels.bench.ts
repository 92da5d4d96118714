import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { referenceElementForces } from '../../src/kernels/reference/referenceElementForces.ts';
import { SolidKernelBody } from '../../src/kernels/solid/SolidKernelBody.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { modelKernel } from '../../src/materials/modelKernel.ts';
import { BlockSparseMatrix } from '../../src/math/BlockSparseMatrix.ts';
import { SeededRandom } from '../support/random.ts';
import { elementQuadrature, lumpedMasses } from '../../src/solids/elementQuadrature.ts';
import { benchmarkBox } from '../support/freudenthalBox.ts';
import type { BenchRow } from './BenchRow.ts';
import { bestTimes, byClock, byProcessor, type Times } from './timing.ts';

const REPETITIONS = 25;
const MU = 1.8e4;
const LAMBDA = 7.1e4;
/** Largest displacement as a share of one cell edge; it inverts about 8 % of the elements. */
const NOISE = 0.5;

/** The benchmark mesh with every vertex displaced at random, and what the kernels need of it. */
function benchmarkState() {
  const mesh = benchmarkBox();
  const quadrature = elementQuadrature({
    elementKind: 'tet',
    elements: mesh.tets,
    restPositions: mesh.positions,
  });
  const vertexCount = mesh.positions.length / 3;
  const random = new SeededRandom('kernel benchmark');
  const edge = 0.02;
  const noise = () => NOISE * edge * (random.uint32() / 2 ** 31 - 1);
  return {
    mesh,
    quadrature,
    vertexCount,
    masses: lumpedMasses(quadrature, mesh.tets, vertexCount, () => 1000),
    positions: mesh.positions.map((x) => x + noise()),
    velocities: mesh.positions.map(() => random.uint32() / 2 ** 31 - 1),
  };
}

type BenchmarkState = ReturnType<typeof benchmarkState>;

function kernelBody(state: BenchmarkState, pool: KernelPool): SolidKernelBody {
  const body = new SolidKernelBody(
    {
      vertexCount: state.vertexCount,
      verticesPerElement: 4,
      pointsPerElement: 1,
      elements: state.mesh.tets,
      gradients: state.quadrature.gradients,
      volumes: state.quadrature.weights,
      masses: state.masses,
      materials: [modelKernel('rotatedLinear', { mu: MU, lambda: LAMBDA })],
      smallStrain: [false],
      damping: [{ beta: 0.01 * MU, alpha: 0.01 * LAMBDA }],
      conserving: false,
    },
    pool,
  );
  for (let v = 0; v < state.vertexCount; v++) {
    for (let k = 0; k < 3; k++) body.positions[4 * v + k] = state.positions[3 * v + k];
  }
  body.rhs.set(state.velocities);
  body.velocity.set(state.velocities);
  return body;
}

interface KernelTimes {
  readonly elastic: Times;
  readonly damping: Times;
  readonly multiply: Times;
  readonly solve: Times;
  readonly iterations: number;
  /** Bytes that a product with the matrix reads and writes once each: blocks, columns and the two vectors. */
  readonly productBytes: number;
}

const outside = (): void => undefined;

function kernelTimes(state: BenchmarkState, threads: number): KernelTimes {
  const pool = new KernelPool(compileKernels(threads > 1), { threads });
  const body = kernelBody(state, pool);
  const elastic = bestTimes(REPETITIONS, () => body.updateElastic(1, 0, outside));
  const damping = bestTimes(REPETITIONS, () => body.updateDamping());
  const solve = bestTimes(REPETITIONS, () => body.solve(0.005, 1e-3, 24));
  const multiply = bestTimes(REPETITIONS, () => body.multiplySystem());
  const { blocks, pattern, velocity, iterations } = body;
  const productBytes = blocks.byteLength + pattern.columns.byteLength + 2 * velocity.byteLength;
  const times = { elastic, damping, multiply, solve, iterations, productBytes };
  body.dispose();
  pool.dispose();
  return times;
}

/** Seconds of the float64 references: element forces, and the block product with a matrix of the same pattern. */
function referenceTimes(state: BenchmarkState): { elastic: Times; multiply: Times } {
  const count = state.quadrature.weights.length;
  const inverseEdges = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    inverseEdges.set(state.quadrature.gradients.subarray(12 * t + 3, 12 * t + 12), 9 * t);
  }
  const elements = { tets: state.mesh.tets, inverseEdges, volumes: state.quadrature.weights };
  const stretches = new Float64Array(3 * count);
  const forces = new Float64Array(12 * count);
  const elastic = bestTimes(REPETITIONS / 2, () =>
    referenceElementForces(elements, state.positions, MU, LAMBDA, stretches, forces),
  );
  const matrix = new BlockSparseMatrix(state.vertexCount, state.mesh.tets, 4);
  for (let k = 0; k < matrix.blocks.length; k++) matrix.blocks[k] = Math.sin(k);
  const out = new Float64Array(3 * state.vertexCount);
  return { elastic, multiply: bestTimes(REPETITIONS, () => matrix.multiply(state.velocities, out)) };
}

/** Times the solid kernels on the 116,928-tetrahedron box beside their references, and two threads beside one. */
export function runKernelBench(): Promise<BenchRow[]> {
  const state = benchmarkState();
  const count = state.quadrature.weights.length;
  const perElement = 1e9 / count;
  const reference = referenceTimes(state);
  const one = kernelTimes(state, 1);
  const two = kernelTimes(state, 2);
  const single = (name: string, fast: Times, note: string, slow?: Times): BenchRow => ({
    name,
    unit: 'ns/tet',
    measured: byProcessor(fast, perElement),
    reference: slow && { what: 'f64 TypeScript', measured: byProcessor(slow, perElement) },
    note,
  });
  const threads = (name: string, alone: Times, both: Times): BenchRow => ({
    name: `two threads: ${name}`,
    unit: 'ns/tet',
    measured: byClock(both, perElement),
    reference: { what: 'one thread', measured: byClock(alone, perElement) },
    note: '',
  });
  const product = single('block SpMV', one.multiply, 'f32 SIMD with p.q', reference.multiply);
  return Promise.resolve([
    single('SVD + stress + nodal forces', one.elastic, 'f32 SIMD with gather', reference.elastic),
    { ...product, bandwidth: one.productBytes / one.multiply.processor },
    single('damping assembly', one.damping, 'f32 SIMD'),
    single('velocity solve', one.solve, `${one.iterations} CG iterations`),
    threads('forces', one.elastic, two.elastic),
    threads('block SpMV', one.multiply, two.multiply),
    threads('damping assembly', one.damping, two.damping),
    threads('velocity solve', one.solve, two.solve),
  ]);
}
