import { performance } from 'node:perf_hooks';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { referenceElementForces } from '../../src/kernels/reference/referenceElementForces.ts';
import { SolidKernelBody } from '../../src/kernels/solid/SolidKernelBody.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { BlockSparseMatrix } from '../../src/math/BlockSparseMatrix.ts';
import { SeededRandom } from '../support/random.ts';
import { elementQuadrature, lumpedMasses } from '../../src/solids/elementQuadrature.ts';
import { benchmarkBox } from '../support/freudenthalBox.ts';
import type { BenchRow } from './BenchRow.ts';

const REPETITIONS = 25;
const MU = 1.8e4;
const LAMBDA = 7.1e4;
/** Of one cell edge; inverts about 8 % of the elements. */
const NOISE = 0.5;

interface Times {
  /** Seconds on the clock. */
  readonly wall: number;
  /** Seconds of processor time: what one thread costs even while other programs run. */
  readonly cpu: number;
}

/** Best of several repetitions. */
function bestTime(work: () => void, repetitions = REPETITIONS): Times {
  work();
  let wall = Infinity;
  let cpu = Infinity;
  for (let k = 0; k < repetitions; k++) {
    const used = process.cpuUsage();
    const start = performance.now();
    work();
    wall = Math.min(wall, performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    cpu = Math.min(cpu, user + system);
  }
  return { wall: wall / 1e3, cpu: cpu / 1e6 };
}

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
    masses: lumpedMasses(quadrature, mesh.tets, vertexCount, 1000),
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
      elements: state.mesh.tets,
      gradients: state.quadrature.gradients,
      volumes: state.quadrature.weights,
      masses: state.masses,
      materials: [{ id: 'rotatedLinear', params: [MU, LAMBDA] }],
      dampingBeta: 0.01 * MU,
      dampingAlpha: 0.01 * LAMBDA,
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
}

const outside = (): void => undefined;

function kernelTimes(state: BenchmarkState, threads: number): KernelTimes {
  const pool = new KernelPool(compileKernels(threads > 1), { threads });
  const body = kernelBody(state, pool);
  const elastic = bestTime(() => body.updateElastic(1, 0, outside));
  const damping = bestTime(() => body.updateDamping());
  const solve = bestTime(() => body.solve(0.005, 1e-3, 24));
  const multiply = bestTime(() => body.multiplySystem());
  const times = { elastic, damping, multiply, solve, iterations: body.iterations };
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
  const elastic = bestTime(
    () => referenceElementForces(elements, state.positions, MU, LAMBDA, stretches, forces),
    REPETITIONS / 2,
  );
  const matrix = new BlockSparseMatrix(state.vertexCount, state.mesh.tets, 4);
  for (let k = 0; k < matrix.blocks.length; k++) matrix.blocks[k] = Math.sin(k);
  const out = new Float64Array(3 * state.vertexCount);
  return { elastic, multiply: bestTime(() => matrix.multiply(state.velocities, out)) };
}

/** Times the solid kernels on the 116,928-tetrahedron box beside their references, and two threads beside one. */
export function runKernelBench(): Promise<BenchRow[]> {
  const state = benchmarkState();
  const count = state.quadrature.weights.length;
  const perElement = 1e9 / count;
  const reference = referenceTimes(state);
  const one = kernelTimes(state, 1);
  const two = kernelTimes(state, 2);
  const row = (name: string, slow: number | undefined, fast: number, note: string): BenchRow => ({
    name,
    reference: slow === undefined ? undefined : slow * perElement,
    fast: fast * perElement,
    ratio: slow === undefined ? undefined : slow / fast,
    unit: 'ns/tet',
    note,
  });
  const single = (name: string, slow: Times | undefined, fast: Times, note: string): BenchRow =>
    row(name, slow?.cpu, fast.cpu, note);
  const threads = (name: string, alone: Times, both: Times): BenchRow =>
    row(`two threads: ${name}`, alone.wall, both.wall, 'one thread beside two, on the clock');
  return Promise.resolve([
    single(
      'SVD + stress + nodal forces',
      reference.elastic,
      one.elastic,
      'f32 SIMD with gather, beside f64 TypeScript',
    ),
    single('block SpMV', reference.multiply, one.multiply, 'f32 SIMD with p.q, beside f64 TypeScript'),
    single('damping assembly', undefined, one.damping, 'f32 SIMD'),
    single('velocity solve', undefined, one.solve, `${one.iterations} CG iterations`),
    threads('forces', one.elastic, two.elastic),
    threads('block SpMV', one.multiply, two.multiply),
    threads('damping assembly', one.damping, two.damping),
    threads('velocity solve', one.solve, two.solve),
  ]);
}
