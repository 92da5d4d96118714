import { compileKernels } from '../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../src/kernels/threads/KernelPool.ts';
import { embedPositions, type VolumeMesh } from '../../src/geometry/TetMesh.ts';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { KernelSolidOperators } from '../../src/solids/KernelSolidOperators.ts';
import { weighedElements } from '../../src/solids/weighedElements.ts';

const MATERIAL = { youngsModulus: 1e6, poissonRatio: 0.3 };
const DENSITY = 1000;
/** s. */
const STEP = 1e3;
/** Frequency (1/s) of uniform springs to where the body is, which make the matrix definite and are taken out of the frequency again. */
const SHIFT = 3;
/** Tolerance of the residual of a solve: at a third of it, six digits of the bending are right. */
const TOLERANCE = 3e-4;

/** What a body at rest does under small forces. */
export interface SmallMotions {
  /** Largest movement of the drawn surface under its load, m. */
  readonly bend: number;
  /** Frequency of a swing in the shape of that bending by Rayleigh's quotient, just above the first of its elastic motions, Hz. */
  readonly frequency: number;
  readonly vertices: number;
}

/**
 * The bending and the lowest frequency of a free body, by its stiffness at rest: free, since how many vertices a clamp holds depends on the mesh.
 * The load is 10 1/(m s2) times mass and the square of the place `along` an axis, across it; what moves the body as a whole is left out.
 */
export function smallMotions(volume: VolumeMesh, along: 0 | 1 | 2): SmallMotions {
  const rest = volume.mesh.positions;
  const pool = new KernelPool(compileKernels(false), { threads: 1 });
  const operators = new KernelSolidOperators(
    {
      ...weighedElements(volume),
      models: [constitutiveModels.get('rotated-linear').create(MATERIAL, {})],
      density: DENSITY,
      dampingBeta: 0,
      dampingAlpha: 0,
      dampingForm: 'robust',
      implicit: { typicalStep: STEP },
    },
    pool,
  );
  const { masses, vertexCount } = operators;
  const kinds = new Uint8Array(vertexCount);
  const constraints = { kinds, normals: new Float64Array(3 * vertexCount) };
  operators.setInertia(masses.map((mass) => mass * (1 + (STEP * SHIFT) ** 2)));
  operators.freezePreconditioner(kinds);
  operators.updateElastic(rest, 1);
  operators.updateStiffness(STEP);
  const modes = rigidModes(rest, masses);
  /** (K + SHIFT^2 M)^-1 of a force, N, without rigid motion, m. */
  const respond = (force: Float64Array): Float64Array => {
    const out = new Float64Array(force.length);
    const impulse = force.map((value) => STEP * value);
    // The weak springs alone resist what moves the whole, which float32 does not resolve beside the stiffness.
    for (const mode of modes) {
      const share = mode.reduce((sum, value, k) => sum + value * impulse[k], 0);
      for (let k = 0; k < impulse.length; k++) impulse[k] -= share * masses[Math.floor(k / 3)] * mode[k];
    }
    const solve = { h: STEP, tolerance: TOLERANCE, maxIterations: 50_000 };
    const { converged, relativeResidual } = operators.solveVelocity(solve, impulse, constraints, out);
    if (!converged) throw new Error(`the solve ended with ${relativeResidual} of its residual`);
    const moved = out.map((value) => STEP * value);
    for (const mode of modes) {
      const share = weighted(mode, moved, masses);
      for (let k = 0; k < moved.length; k++) moved[k] -= share * mode[k];
    }
    return moved;
  };
  const across = along === 1 ? 0 : 1;
  const load = Float64Array.from(rest, (_, k) => {
    const place = rest[k - (k % 3) + along];
    return k % 3 === across ? 10 * masses[Math.floor(k / 3)] * place * place : 0;
  });
  const moved = respond(load);
  const work = moved.reduce((sum, value, k) => sum + value * load[k], 0);
  const square = work / weighted(moved, moved, masses) - SHIFT * SHIFT;
  operators.dispose();
  pool.dispose();
  return { bend: largestOnSurface(volume, moved), frequency: Math.sqrt(square) / (2 * Math.PI), vertices: vertexCount };
}

/** sum of m a . b. */
function weighted(a: Float64Array, b: Float64Array, masses: Float64Array): number {
  return a.reduce((sum, value, k) => sum + masses[Math.floor(k / 3)] * value * b[k], 0);
}

/** Three translations and three rotations, orthonormal by mass (Gram and Schmidt). */
function rigidModes(rest: Float64Array, masses: Float64Array): Float64Array[] {
  const modes: Float64Array[] = [];
  for (let n = 0; n < 6; n++) {
    const mode = Float64Array.from(rest, (_, k) => {
      const [axis, first] = [k % 3, k - (k % 3)];
      if (n < 3) return axis === n ? 1 : 0;
      if (axis === (n + 1) % 3) return -rest[first + ((n + 2) % 3)];
      return axis === (n + 2) % 3 ? rest[first + ((n + 1) % 3)] : 0;
    });
    for (const other of modes) {
      const share = weighted(mode, other, masses);
      for (let k = 0; k < mode.length; k++) mode[k] -= share * other[k];
    }
    const size = Math.sqrt(weighted(mode, mode, masses));
    modes.push(mode.map((value) => value / size));
  }
  return modes;
}

function largestOnSurface({ embedding, surface }: VolumeMesh, moved: Float64Array): number {
  const drawn = new Float64Array(surface.positions.length);
  embedPositions(embedding, moved, drawn);
  let largest = 0;
  for (let k = 0; k < drawn.length; k += 3) largest = Math.max(largest, Math.hypot(...drawn.subarray(k, k + 3)));
  return largest;
}
