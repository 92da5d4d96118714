import type { VelocityConstraints } from '../collision/VelocityConstraints.ts';
import type { KernelQueue } from '../kernels/threads/KernelQueue.ts';
import { projectVelocity } from './projectVelocity.ts';
import type { DirectSolve } from './implicit/DirectSolve.ts';
import type { SolveReport } from './SolidOperators.ts';
import { addVectors, dotVectors } from './vectorSums.ts';
import { SolveChoice } from './SolveChoice.ts';
import type { SolveSettings, VelocityOperators } from './VelocityOperators.ts';

/** Loosest tolerance of a repeated solve, however small its residual is. */
export const LOOSEST = 0.3;
/** Tolerance of solves for impulses that others follow, which go on from what these leave. */
const BETWEEN = 0.5;

// Places in `StepMatrix.norms`.
const LEFT = 0;
const MOST = 1;

/**
 * The matrix A = (1 + h c) M + h D of a velocity step of length h with drag c, D + h K in the place of D where elastic forces are implicit: solves with it, and what those who share the step ask of it.
 */
export class StepMatrix {
  /** Length h of the last solve, s. In an array, where reading allocates nothing. */
  readonly duration = new Float64Array(1);
  /** c, 1/s. */
  drag = 0;
  /** Iterations of all solves since `begin`. */
  iterations = 0;
  /** Whether those that have to did. */
  converged = true;
  private readonly operators: VelocityOperators;
  private readonly constraints: VelocityConstraints;
  private readonly tolerance: number;
  private readonly request: {
    h: number;
    tolerance: number;
    least: number;
    keepsSystem: boolean;
    readonly maxIterations: number;
  };
  private readonly rhs: Float64Array;
  private readonly change: Float64Array;
  /** What the last solve for impulses has left, and the most that one since `beginImpulses` began with, in their norm. */
  private readonly norms = new Float64Array(2);
  private readonly choice: SolveChoice;
  /** Whether the matrix of the operators is that of damping alone, after further Newton iterations. */
  private refined = false;

  /** `createDirect` makes a factor of the matrix, which takes over from many iterations; left out, none does. */
  constructor(
    operators: VelocityOperators,
    constraints: VelocityConstraints,
    settings: SolveSettings,
    createDirect?: () => DirectSolve,
  ) {
    this.operators = operators;
    this.constraints = constraints;
    this.tolerance = settings.tolerance;
    const { maxIterations } = settings;
    this.request = { h: NaN, tolerance: NaN, least: 0, keepsSystem: false, maxIterations };
    this.rhs = new Float64Array(3 * operators.vertexCount);
    this.change = new Float64Array(3 * operators.vertexCount);
    this.choice = new SolveChoice(operators, createDirect);
  }

  /** Begins the solves of a substep, whose first is over `h`, s; `drag` in 1/s. */
  begin(h: number, drag: number): void {
    this.refined = false;
    this.duration[0] = h;
    this.drag = drag;
    this.iterations = 0;
    this.converged = true;
    this.choice.begin();
  }

  /** What substeps depend on of those before, for the state of the body. */
  get expected(): Float64Array {
    return this.choice.expected;
  }

  /** The substep is whole. */
  end(): void {
    this.choice.end();
  }

  /** The operators have assembled it anew. */
  noteAssembled(): void {
    this.choice.renew();
  }

  /** Share of a force's impulse that drag leaves: s = 1 / (1 + h c). */
  get share(): number {
    return 1 / (1 + this.duration[0] * this.drag);
  }

  /** Solves A out = rhs / s, that is (M + s h D) out = rhs, constrained components left out. `tolerance`: of the residual, relative to that at the beginning. */
  solve(rhs: Float64Array, tolerance: number, out: Float64Array): SolveReport {
    const { request } = this;
    request.h = this.duration[0] / (1 + this.duration[0] * this.drag);
    request.tolerance = tolerance;
    return this.solveRequest(rhs, out);
  }

  private solveRequest(rhs: Float64Array, out: Float64Array): SolveReport {
    const { request, constraints, choice } = this;
    const solved = choice.solver.solveVelocity(request, rhs, constraints, out);
    this.iterations += solved.iterations;
    if (!choice.spend(solved.iterations) || solved.converged) return solved;
    return choice.solver.solveVelocity(request, rhs, constraints, out);
  }

  /** Impulses from outside begin to change the velocity of the last solve, under its constraints. */
  beginImpulses(): void {
    this.request.keepsSystem = false;
    this.norms.fill(0);
  }

  /** Whether the solves for impulses have left more than the tolerance of the largest of them. */
  get hasLeft(): boolean {
    return this.norms[LEFT] > this.tolerance * this.norms[MOST];
  }

  /**
   * Begins to solve for what `impulse` (N s), which is 0 but at the vertices `pushed`, does to the velocity; once the `queue` has run, `take` ends that. What the solve leaves waits for the next one, so that solves before the last
   * (`isLast`) need few iterations. Without a queue, a solve may leave `looser[0]` times as much as usual: where others did that many times as much.
   */
  ask(impulse: Float64Array, pushed: Uint32Array, looser: Float64Array, isLast: boolean, queue: KernelQueue): void {
    const { rhs, share, tolerance, request, choice, constraints, norms } = this;
    const { solver } = choice;
    this.renew();
    request.h = this.duration[0] / (1 + this.duration[0] * this.drag);
    if (solver.askVelocity === undefined || solver.queuedRhs === undefined) {
      for (let k = 0; k < rhs.length; k++) rhs[k] = share * impulse[k];
      projectVelocity(constraints, rhs);
      request.tolerance = Math.min(looser[0] * tolerance, Math.max(tolerance, LOOSEST));
      return;
    }
    if (!request.keepsSystem) solver.queuedRhs.fill(0);
    addRows(solver.queuedRhs, share, impulse, pushed);
    request.tolerance = isLast ? tolerance : Math.max(tolerance, BETWEEN);
    request.least = tolerance * norms[MOST];
    solver.askVelocity(request, constraints, queue);
    request.keepsSystem = true;
  }

  /** Returns the change of the velocity, m/s, by the impulses of the last `ask` and by what was left of those before. It is valid until the next solve, and may be changed. */
  take(): Float64Array {
    const { rhs, change, choice, norms } = this;
    const asked = choice.solver.takeVelocity?.();
    if (asked === undefined) {
      norms[LEFT] = 0;
      this.converged &&= this.solveRequest(rhs, change).converged;
      return change;
    }
    this.iterations += asked.iterations;
    norms[MOST] = Math.max(norms[MOST], asked.initial);
    norms[LEFT] = asked.relativeResidual * asked.initial;
    const { solution } = asked;
    if (choice.spend(asked.iterations)) this.solveLeft(solution);
    else this.converged &&= asked.converged;
    return solution;
  }

  /** Adds to `solution` what a factor, which takes over just now, finds for what is left. */
  private solveLeft(solution: Float64Array): void {
    const { operators, choice, request, constraints, change } = this;
    if (operators.queuedRhs !== undefined)
      choice.solver.solveVelocity(request, operators.queuedRhs, constraints, change);
    addVectors(solution, change, solution);
    this.norms[LEFT] = 0;
  }

  /** out = D change, N; `change` in m/s. */
  applyDamping(change: Float64Array, out: Float64Array): void {
    this.operators.applyDamping(change, out);
  }

  /** out = A change, N s: what impulses change the velocity by `change`, m/s. */
  apply(change: Float64Array, out: Float64Array): void {
    const { operators, duration, drag } = this;
    const { masses } = operators;
    const h = duration[0];
    operators.applyDamping(change, out);
    for (let v = 0; v < masses.length; v++) {
      const inertia = (1 + h * drag) * masses[v];
      for (let k = 3 * v; k < 3 * v + 3; k++) out[k] = inertia * change[k] + h * out[k];
    }
  }

  /** Writes the mean of the three diagonal entries of each vertex, kg, or of the first `count` of `vertices` alone. */
  writeDiagonal(out: Float64Array, vertices?: Uint32Array, count = out.length): void {
    const { operators, duration, drag } = this;
    const { masses } = operators;
    const h = duration[0];
    operators.writeDiagonal(out, vertices, count);
    for (let i = 0; i < count; i++) {
      const v = vertices === undefined ? i : vertices[i];
      out[v] = (1 + h * drag) * masses[v] + h * out[v];
    }
  }

  /** Returns the energy, J, that displacements (m) of single vertices would cost: half x . (D + h K) x / h. */
  displacementEnergy(displacements: Float64Array): number {
    this.renew();
    this.operators.applyDamping(displacements, this.rhs);
    return (0.5 * dotVectors(displacements, this.rhs)) / this.duration[0];
  }

  /** The operators have another matrix than that of the last solve: that about the velocity which it found. */
  markRefined(): void {
    this.refined = true;
  }

  /** Makes it that of the last solve again, before `apply` and `writeDiagonal`: what answers to impulses is as stiff as what was solved. */
  renew(): void {
    if (!this.refined) return;
    this.operators.updateStiffness(this.duration[0]);
    this.noteAssembled();
    this.refined = false;
  }
}

/** out += scale rows, of the vertices `vertices`. */
function addRows(out: Float64Array, scale: number, rows: Float64Array, vertices: Uint32Array): void {
  for (let i = 0; i < vertices.length; i++) {
    const k = 3 * vertices[i];
    out[k] += scale * rows[k];
    out[k + 1] += scale * rows[k + 1];
    out[k + 2] += scale * rows[k + 2];
  }
}
