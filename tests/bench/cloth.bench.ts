import { sheetSurface } from '../../src/geometry/primitives/sheets.ts';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { createRandom } from '../support/random.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { ClothOperators } from '../../src/solids/cloth/ClothOperators.ts';
import { KernelClothOperators } from '../../src/solids/cloth/KernelClothOperators.ts';
import { shellOf } from '../support/clothBodies.ts';
import { runShot, templateScene } from '../support/shots.ts';
import type { BenchRow } from './BenchRow.ts';
import { meshesIn } from '../support/streams.ts';
import { bestTimes, byClock, byProcessor, difference, scaled, stopwatch, type Times } from './timing.ts';

const THREADS = 2;

/** Longest edges of the draped sheets, m. */
const EDGES = [0.0152, 0.0076] as const;
const FRAMES = 36;

interface Drape {
  readonly vertices: number;
  readonly perFrame: Times;
  readonly note: string;
}

async function drape(scene: Scene, layers: boolean, backend: 'simd' | 'reference', threads: number): Promise<Drape> {
  const entities = scene.entities.map((entity) =>
    entity.kind === 'cloth' ? { ...entity, contact: { ...entity.contact, self: layers } } : entity,
  );
  const shot = await runShot({ ...scene, entities }, { threads, backend });
  const { simulation } = shot;
  const [cloth] = meshesIn(simulation.currentFrame());
  let worst = 0;
  let iterations = 0;
  const elapsed = stopwatch();
  while (simulation.frame < scene.range.last) {
    const before = performance.now();
    simulation.advance(() => false);
    worst = Math.max(worst, (performance.now() - before) / 1000);
    iterations += simulation.currentFrame().stats.cgIterations;
  }
  const frames = scene.range.last - scene.range.first;
  const perFrame = scaled(elapsed(), 1 / frames);
  shot.dispose();
  const note = `worst frame ${worst.toFixed(3)} s, ${(iterations / frames).toFixed(0)} iterations a frame`;
  return { vertices: cloth.positions.length / 3, perFrame, note };
}

/** A drape on one thread beside the same in TypeScript, and on two beside one. */
async function* drapeRows(edge: number, layers: boolean): AsyncGenerator<BenchRow> {
  const scene = templateScene('cloth-drape', { edge, frames: FRAMES });
  const slow = await drape(scene, layers, 'reference', 1);
  const one = await drape(scene, layers, 'simd', 1);
  const two = await drape(scene, layers, 'simd', THREADS);
  const count = one.vertices;
  const what = layers ? 'drape, layers touch' : 'drape';
  const name = `drape, ${count} vertices${layers ? ', layers touch' : ''}`;
  yield {
    name: `${name}, one thread`,
    unit: 's/frame',
    measured: byProcessor(one.perFrame),
    reference: { what: 'f64 TypeScript', measured: byProcessor(slow.perFrame) },
    size: { series: `${what}, one thread`, count },
    note: one.note,
  };
  yield {
    name,
    unit: 's/frame',
    measured: byClock(two.perFrame),
    reference: { what: 'one thread', measured: byClock(one.perFrame) },
    size: { series: what, count },
    note: `${THREADS} threads, ${two.note}`,
  };
}

/** s. */
const STEP = 0.01;
const REPEATS = 12;

/** What a substep of the larger sheet is made of, beside the same in TypeScript. */
function stageRows(): BenchRow[] {
  const pool = new KernelPool(compileKernels(true), { threads: THREADS });
  const shell = shellOf(sheetSurface(1, 1, EDGES[1]));
  const kernel = new KernelClothOperators(shell, pool);
  const random = createRandom(1);
  const positions = shell.restPositions.map((x) => 1.01 * x + 1e-4 * random());
  const rhs = positions.map((_, k) => kernel.masses[Math.floor(k / 3)] * (random() - 0.5));
  const out = new Float64Array(rhs.length);
  const constraints = { kinds: new Uint8Array(rhs.length / 3), normals: new Float64Array(rhs.length) };
  const times = [new ClothOperators(shell), kernel].map((operators) => {
    const elastic = bestTimes(REPEATS, () => operators.updateElastic(positions, 1));
    const stiffness = bestTimes(REPEATS, () => operators.updateStiffness(STEP));
    const multiply = bestTimes(REPEATS, () => operators.applyDamping(rhs, out));
    const solve = (maxIterations: number) =>
      bestTimes(REPEATS, () =>
        operators.solveVelocity({ h: STEP, tolerance: 1e-9, maxIterations }, rhs, constraints, out),
      );
    const start = solve(0);
    return { elastic, stiffness, multiply, start, iteration: scaled(difference(solve(20), start), 1 / 20) };
  });
  const memory = `${(kernel.kernelBytes / 2 ** 20).toFixed(1)} MiB of kernel memory`;
  kernel.dispose();
  pool.dispose();
  const stages = [
    ['elastic', 'forces'],
    ['stiffness', 'D + h K'],
    ['multiply', 'product with it'],
    ['start', 'start of a solve'],
    ['iteration', 'iteration of a solve'],
  ] as const;
  return stages.map(([stage, name]) => ({
    name: `${name}, ${rhs.length / 3} vertices`,
    unit: 'ms',
    measured: byClock(times[1][stage], 1e3),
    reference: { what: 'f64 TypeScript', measured: byClock(times[0][stage], 1e3) },
    note: stage === 'elastic' ? `${THREADS} threads, ${memory}` : `${THREADS} threads`,
  }));
}

/** Sheets over a ball, with and without contact of their layers. */
export async function* runClothBench(): AsyncGenerator<BenchRow> {
  yield* stageRows();
  for (const edge of EDGES) {
    for (const layers of [false, true]) yield* drapeRows(edge, layers);
  }
}
