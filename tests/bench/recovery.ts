import { quietJob } from '../../src/base/job.ts';
import { torusSurface } from '../../src/geometry/primitives/surfaces.ts';
import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { SeededRandom } from '../support/random.ts';
import { meshers } from '../../src/meshing/Mesher.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import { rigidDistance } from '../support/rigidDistance.ts';
import { createIntegrator, createModel, solidBody } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

/** Diameter of the torus, m. */
const SIZE = 1.4;
const EDGE = 0.0755;
const FRAME = 1 / 24;
/** s: the slowest mode of the torus, about 1 Hz, loses its last 1e-4 within the patience below. */
const DAMPING_TIME = 0.05;
/** Seconds that a state may take to come back. */
const PATIENCE = 16;
/** An element whose stretches are all this near 1 has its rest shape. */
const AT_REST = 1e-3;

type Collapse = (rest: Float64Array) => Float64Array;

const scaled =
  (...factors: [number, number, number]): Collapse =>
  (rest) =>
    rest.map((value, k) => value * factors[k % 3]);

const randomPositions =
  (seed: number): Collapse =>
  (rest) => {
    const random = new SeededRandom(`recovery ${seed}`);
    return rest.map(() => SIZE * (random.uint32() / 2 ** 32 - 0.5));
  };

const STATES: Readonly<Record<string, Collapse>> = {
  point: scaled(0, 0, 0),
  line: scaled(1, 0, 0),
  plane: scaled(1, 0, 1),
  mirrored: scaled(1, -1, 1),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((seed) => [`random ${seed}`, randomPositions(seed)])),
};

/** Share of elements with their rest shape. */
function recoveredShare(stretches: ArrayLike<number>): number {
  let recovered = 0;
  for (let k = 0; k < stretches.length; k += 3) {
    if ([0, 1, 2].every((i) => Math.abs(stretches[k + i] - 1) < AT_REST)) recovered++;
  }
  return (3 * recovered) / stretches.length;
}

const mesher = meshers.get('graded-stuffing');
const volume = await mesher.mesh(torusSurface(0.5, 0.2, 96, 48), EDGE, mesher.params.parse({}), quietJob);
if (volume.kind !== 'tet') throw new Error('the torus has no tetrahedra');
const rest = volume.mesh.positions;
const pool = new KernelPool(compileKernels(true), { threads: 2 });
process.stdout.write(`torus of ${volume.mesh.tets.length / 4} tetrahedra, at most ${PATIENCE} s of motion\n`);
process.stdout.write('model                  state     recovered  furthest/size  inverted  seconds\n');
for (const type of constitutiveModels.types()) {
  for (const [name, collapse] of Object.entries(STATES)) {
    const mesh = { restPositions: rest, elementKind: 'tet' as const, elements: volume.mesh.tets };
    const body = solidBody(mesh, { model: createModel(type, 5e4, 0.3), dampingTime: DAMPING_TIME });
    const operators = new KernelSolidOperators(body, pool);
    const integrator = createIntegrator(body, operators, { positions: collapse(rest) });
    let time = 0;
    let outcome = '';
    try {
      while (time < PATIENCE) {
        advanceFrame(integrator, time, time + FRAME);
        time += FRAME;
        const whole = recoveredShare(operators.singularValues) === 1;
        if (whole && rigidDistance(rest, integrator.positions).max < 1e-4 * SIZE) break;
      }
    } catch (error) {
      outcome = error instanceof Error ? error.message : String(error);
    }
    const { singularValues } = operators;
    let inverted = 0;
    for (let k = 2; k < singularValues.length; k += 3) if (singularValues[k] < -1e-6) inverted++;
    const share = `${(100 * recoveredShare(singularValues)).toFixed(2)} %`;
    const furthest = (rigidDistance(rest, integrator.positions).max / SIZE).toExponential(1);
    process.stdout.write(
      `${type.padEnd(22)} ${name.padEnd(9)} ${share.padStart(9)}  ${furthest.padStart(13)}  ${String(inverted).padStart(8)}  ${time.toFixed(2).padStart(7)} ${outcome}\n`,
    );
    operators.dispose();
  }
}
pool.dispose();
