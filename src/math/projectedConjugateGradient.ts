/** A linear system A x = b restricted to a subspace; the operators act on full vectors. */
export interface ProjectedSystem {
  /** out = A x, A symmetric positive definite. */
  multiply(x: Float64Array, out: Float64Array): void;
  /** out = B r, B symmetric positive definite and commuting with the projection. */
  precondition(r: Float64Array, out: Float64Array): void;
  /** Projects orthogonally onto the subspace, in place. */
  project(x: Float64Array): void;
}

export interface ConjugateGradientReport {
  readonly iterations: number;
  /** sqrt(r^T B r) over its initial value. */
  readonly relativeResidual: number;
  readonly converged: boolean;
}

/** The three vectors of a solve, as scratch: nothing is carried from one solve to the next. */
export class ConjugateGradientScratch {
  readonly residual: Float64Array;
  readonly direction: Float64Array;
  readonly image: Float64Array;

  constructor(length: number) {
    this.residual = new Float64Array(length);
    this.direction = new Float64Array(length);
    this.image = new Float64Array(length);
  }
}

/**
 * Solves P A P x = P b for x = P x by preconditioned conjugate gradients from x = 0 (Shewchuk 1994, B3), until
 * sqrt(r^T B r) <= tolerance times its initial value or `maxIterations`. Allocates only the report. `b` is not changed.
 */
export function solveProjected(
  system: ProjectedSystem,
  b: Float64Array,
  tolerance: number,
  maxIterations: number,
  x: Float64Array,
  scratch: ConjugateGradientScratch,
): ConjugateGradientReport {
  const { residual, direction, image } = scratch;
  const n = b.length;
  x.fill(0);
  residual.set(b);
  system.project(residual);
  system.precondition(residual, direction);
  let rho = dot(residual, direction);
  const initial = rho;
  if (initial === 0) return { iterations: 0, relativeResidual: 0, converged: true };
  const target = tolerance * tolerance * initial;
  let iterations = 0;
  while (rho > target && iterations < maxIterations) {
    system.multiply(direction, image);
    system.project(image);
    const alpha = rho / dot(direction, image);
    for (let i = 0; i < n; i++) {
      x[i] += alpha * direction[i];
      residual[i] -= alpha * image[i];
    }
    system.precondition(residual, image);
    const next = dot(residual, image);
    const beta = next / rho;
    for (let i = 0; i < n; i++) direction[i] = image[i] + beta * direction[i];
    rho = next;
    iterations++;
  }
  return { iterations, relativeResidual: Math.sqrt(rho / initial), converged: rho <= target };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
