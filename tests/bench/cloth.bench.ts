import { sheetSurface } from '../../src/geometry/primitives/sheets.ts';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { createRandom } from '../support/random.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { ClothOperators } from '../../src/solids/cloth/ClothOperators.ts';
import { KernelClothOperators } from '../../src/solids/cloth/KernelClothOperators.ts';
import type { ShellInput } from '../../src/solids/cloth/ShellInput.ts';
import { sheetModel, shellOf } from '../support/clothBodies.ts';
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
  /** Substeps of a frame. */
  readonly substeps: number;
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
  let substeps = 0;
  const elapsed = stopwatch();
  while (simulation.frame < scene.range.last) {
    const before = performance.now();
    simulation.advance(() => false);
    worst = Math.max(worst, (performance.now() - before) / 1000);
    const { stats } = simulation.currentFrame();
    iterations += stats.cgIterations;
    substeps += stats.substeps;
  }
  const frames = scene.range.last - scene.range.first;
  const perFrame = scaled(elapsed(), 1 / frames);
  shot.dispose();
  const note = `worst frame ${worst.toFixed(3)} s, ${(iterations / frames).toFixed(0)} iterations a frame`;
  return { vertices: cloth.positions.length / 3, substeps: substeps / frames, perFrame, note };
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

/** The constitutive model of the rows that have one. */
const MODEL = 'neo-hookean';

/** A drape whose membrane has a constitutive model beside the same in TypeScript, and the model's part in it beside the law of cloth without one. */
async function* modelRows(edge: number): AsyncGenerator<BenchRow> {
  const plain = templateScene('cloth-drape', { edge, frames: FRAMES });
  const membrane = { model: MODEL, params: {} };
  const entities = plain.entities.map((entity) => (entity.kind === 'cloth' ? { ...entity, membrane } : entity));
  const scene = validateScene({ ...plain, entities }, catalogue);
  const slow = await drape(scene, false, 'reference', 1);
  const fast = await drape(scene, false, 'simd', 1);
  yield {
    name: `drape of a ${MODEL} membrane, ${fast.vertices} vertices, one thread`,
    unit: 's/frame',
    measured: byProcessor(fast.perFrame),
    reference: { what: 'f64 TypeScript', measured: byProcessor(slow.perFrame) },
    note: fast.note,
  };
  const surface = sheetSurface(1, 1, edge);
  const [own, model] = [undefined, sheetModel(MODEL)].map((law) => elasticTimes(shellOf(surface, { model: law })));
  const partOf = (whole: Drape, times: (of: typeof own) => Times) =>
    Math.round((100 * whole.substeps * difference(times(model), times(own)).processor) / whole.perFrame.processor);
  yield {
    name: `forces and stiffness of a ${MODEL} membrane, ${fast.vertices} vertices, one thread`,
    unit: 'ms',
    measured: byProcessor(model.kernel, 1e3),
    reference: { what: 'f64 TypeScript', measured: byProcessor(model.reference, 1e3) },
    note:
      `without a model ${(1e3 * own.kernel.processor).toFixed(3)} ms; the model is ${partOf(fast, (of) => of.kernel)} % of a frame, ` +
      `${partOf(slow, (of) => of.reference)} % in TypeScript`,
  };
}

/** Times of the elastic forces and of the stiffness of a shell in the kernels, on one thread, and in TypeScript. */
function elasticTimes(shell: ShellInput): Readonly<Record<'kernel' | 'reference', Times>> {
  const pool = new KernelPool(compileKernels(false), { threads: 1 });
  const random = createRandom(1);
  const positions = shell.restPositions.map((x) => 1.01 * x + 1e-4 * random());
  const kernel = new KernelClothOperators(shell, pool);
  const [fast, slow] = [kernel, new ClothOperators(shell)].map((operators) =>
    bestTimes(REPEATS, () => {
      operators.updateElastic(positions, 1);
      operators.updateStiffness(STEP);
    }),
  );
  kernel.dispose();
  pool.dispose();
  return { kernel: fast, reference: slow };
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
  yield* modelRows(EDGES[0]);
  for (const edge of EDGES) {
    for (const layers of [false, true]) yield* drapeRows(edge, layers);
  }
}
