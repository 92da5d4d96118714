/** A linear system A x = b with symmetric A, which may be indefinite or singular. */
export interface SymmetricSystem {
  /** out = A x. */
  multiply(x: Float64Array, out: Float64Array): void;
}

/** Stopping criterion of a solve: residual |b - A x| <= max(relative |b|, absolute), or `maxIterations`. */
export interface ResidualTarget {
  relative: number;
  absolute: number;
  maxIterations: number;
}

/**
 * MINRES (Paige and Saunders 1975): minimises |b - A x| over the Krylov space, by the three-term Lanczos recurrence and Givens
 * rotations of its tridiagonal matrix. Unlike conjugate gradients it works for indefinite matrices. The vectors are scratch:
 * nothing is carried from one solve to the next, and nothing is allocated.
 */
export class MinimalResidual {
  /** Iterations of the last solve. */
  iterations = 0;
  /** Residual |b - A x| of the last solve, as the recurrence estimates it; in an array, since writing a number property may allocate. */
  readonly residual = new Float64Array(1);
  private readonly image: Float64Array;
  private lanczos: Float64Array;
  private lanczosBefore: Float64Array;
  private direction: Float64Array;
  private directionBefore: Float64Array;
  private readonly sum = new Float64Array(1);

  constructor(length: number) {
    this.image = new Float64Array(length);
    this.lanczos = new Float64Array(length);
    this.lanczosBefore = new Float64Array(length);
    this.direction = new Float64Array(length);
    this.directionBefore = new Float64Array(length);
  }

  /** Improves `x`, the initial guess. */
  solve(system: SymmetricSystem, b: Float64Array, target: ResidualTarget, x: Float64Array): void {
    const { sum, image } = this;
    this.iterations = 0;
    this.addSquares(b);
    const goal = Math.max(target.relative * Math.sqrt(sum[0]), target.absolute);
    system.multiply(x, image);
    this.startFrom(b);
    let beta = Math.sqrt(sum[0]);
    let eta = beta;
    let [c, s, cBefore, sBefore] = FIRST_ROTATIONS;
    let coupling = 0;
    let norm = 0;
    while (Math.abs(eta) > goal && this.iterations < target.maxIterations) {
      this.iterations++;
      this.scaleLanczos(1 / beta);
      system.multiply(this.lanczos, image);
      this.dotImage();
      const alpha = sum[0];
      this.orthogonalise(alpha, coupling);
      const next = Math.sqrt(sum[0]);
      const diagonal = c * alpha - cBefore * s * coupling;
      const first = s * alpha + cBefore * c * coupling;
      const second = sBefore * coupling;
      const pivot = Math.sqrt(diagonal * diagonal + next * next);
      norm = Math.max(norm, Math.abs(alpha), next);
      if (!(Math.hypot(diagonal, c * next) > STATIONARY * norm)) break;
      cBefore = c;
      sBefore = s;
      c = diagonal / pivot;
      s = next / pivot;
      this.advance(x, first, second, 1 / pivot, c * eta);
      eta = -s * eta;
      coupling = next;
      beta = next;
      if (next === 0) break;
    }
    this.residual[0] = Math.abs(eta);
  }

  /** Writes sum = |b|^2. */
  private addSquares(b: Float64Array): void {
    const { sum } = this;
    sum[0] = 0;
    for (let i = 0; i < b.length; i++) sum[0] += b[i] * b[i];
  }

  /** Writes lanczos = b - image and sum = its squared norm; sets the other vectors to zero. */
  private startFrom(b: Float64Array): void {
    const { sum, image, lanczos } = this;
    this.lanczosBefore.fill(0);
    this.direction.fill(0);
    this.directionBefore.fill(0);
    sum[0] = 0;
    for (let i = 0; i < b.length; i++) {
      lanczos[i] = b[i] - image[i];
      sum[0] += lanczos[i] * lanczos[i];
    }
  }

  private scaleLanczos(scale: number): void {
    const { lanczos } = this;
    for (let i = 0; i < lanczos.length; i++) lanczos[i] *= scale;
  }

  private dotImage(): void {
    const { sum, image, lanczos } = this;
    let dot = 0;
    for (let i = 0; i < lanczos.length; i++) dot += image[i] * lanczos[i];
    sum[0] = dot;
  }

  /** Computes the next Lanczos vector, not yet normalised, into `lanczos`, and its squared norm into `sum`. */
  private orthogonalise(alpha: number, coupling: number): void {
    const { sum, image, lanczos, lanczosBefore } = this;
    let square = 0;
    for (let i = 0; i < lanczos.length; i++) {
      const next = image[i] - alpha * lanczos[i] - coupling * lanczosBefore[i];
      lanczosBefore[i] = next;
      square += next * next;
    }
    this.lanczos = lanczosBefore;
    this.lanczosBefore = lanczos;
    sum[0] = square;
  }

  /** Computes the next search direction from the previous Lanczos vector, and moves x along it. */
  private advance(x: Float64Array, first: number, second: number, scale: number, step: number): void {
    const { lanczosBefore: v, direction, directionBefore } = this;
    for (let i = 0; i < x.length; i++) {
      const next = (v[i] - first * direction[i] - second * directionBefore[i]) * scale;
      directionBefore[i] = next;
      x[i] += step * next;
    }
    this.direction = directionBefore;
    this.directionBefore = direction;
  }
}

/** Fraction of |A| |r| below which |A r| is rounding: the rest of b is outside the range of A, and further steps would only let x grow. */
const STATIONARY = 1e-9;

/** c, s of the last rotation and of the one before it, before the first iteration. */
const FIRST_ROTATIONS = [1, 0, 1, 0] as const;
