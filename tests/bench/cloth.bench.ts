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

const THREADS = 2;

/** Seconds per frame that a sheet of so many vertices may take (two cores). */
const DRAPES = [
  { edge: 0.0152, bar: 0.15 },
  { edge: 0.0076, bar: 0.6 },
] as const;

async function drapeRow(scene: Scene, layers: boolean, bar: number): Promise<BenchRow> {
  const entities = scene.entities.map((entity) =>
    entity.kind === 'cloth' ? { ...entity, contact: { ...entity.contact, self: layers } } : entity,
  );
  const shot = await runShot({ ...scene, entities }, { threads: THREADS });
  const { simulation } = shot;
  const [cloth] = simulation.currentFrame().bodies;
  let worst = 0;
  let iterations = 0;
  const began = performance.now();
  while (simulation.frame < scene.range.last) {
    const before = performance.now();
    simulation.advance(() => false);
    worst = Math.max(worst, (performance.now() - before) / 1000);
    iterations += simulation.currentFrame().stats.cgIterations;
  }
  const frames = scene.range.last - scene.range.first;
  const fast = (performance.now() - began) / 1000 / frames;
  shot.dispose();
  return {
    name: `drape, ${cloth.positions.length / 3} vertices${layers ? ', layers touch' : ''}`,
    reference: bar,
    fast,
    ratio: bar / fast,
    unit: 's/frame',
    note: `worst frame ${worst.toFixed(3)} s, ${(iterations / frames).toFixed(0)} iterations a frame; reference: the bar`,
  };
}

/** s. */
const STEP = 0.01;
const REPEATS = 12;

/** ms: the best of several. */
function best(work: () => void): number {
  let least = Infinity;
  for (let k = 0; k < REPEATS; k++) {
    const before = performance.now();
    work();
    least = Math.min(least, performance.now() - before);
  }
  return least;
}

/** What a substep of the larger sheet is made of, beside the same in TypeScript. */
function stageRows(): BenchRow[] {
  const pool = new KernelPool(compileKernels(true), { threads: THREADS });
  const shell = shellOf(sheetSurface(1, 1, DRAPES[1].edge));
  const kernel = new KernelClothOperators(shell, pool);
  const random = createRandom(1);
  const positions = shell.restPositions.map((x) => 1.01 * x + 1e-4 * random());
  const rhs = positions.map((_, k) => kernel.masses[Math.floor(k / 3)] * (random() - 0.5));
  const out = new Float64Array(rhs.length);
  const constraints = { kinds: new Uint8Array(rhs.length / 3), normals: new Float64Array(rhs.length) };
  const times = [new ClothOperators(shell), kernel].map((operators) => {
    const elastic = best(() => operators.updateElastic(positions, 1));
    const stiffness = best(() => operators.updateStiffness(STEP));
    const multiply = best(() => operators.applyDamping(rhs, out));
    const solve = (maxIterations: number) =>
      best(() => operators.solveVelocity({ h: STEP, tolerance: 1e-9, maxIterations }, rhs, constraints, out));
    const start = solve(0);
    return { elastic, stiffness, multiply, start, iteration: (solve(20) - start) / 20 };
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
    reference: times[0][stage],
    fast: times[1][stage],
    ratio: times[0][stage] / times[1][stage],
    unit: 'ms',
    note: stage === 'elastic' ? `${THREADS} threads, ${memory}` : `${THREADS} threads`,
  }));
}

/** Sheets over a ball, with and without contact of their layers. */
export async function runClothBench(): Promise<BenchRow[]> {
  const rows = stageRows();
  for (const { edge, bar } of DRAPES) {
    for (const layers of [false, true]) {
      rows.push(await drapeRow(templateScene('cloth-drape', { edge, frames: 36 }), layers, bar));
    }
  }
  return rows;
}
