import type { DirectSolve } from './implicit/DirectSolve.ts';
import type { VelocityOperators } from './VelocityOperators.ts';

/** Iterations in a substep from which it is asked what a factor costs. */
const MANY = 500;
/** How many times as long as an operation of an iteration one of a factor takes: iterations run in the kernels. */
const SLOWER = 4;
/** How many times as long as its factor the iterations of a substep are taken for in which it took over, and what is left of that after each substep that begins with it. */
const TAKEN_OVER = 8;
const KEPT = 0.8;
/** Bodies with more vertices are not analysed, and factors with more entries are not made. */
const MOST_VERTICES = 4000;
const MOST_ENTRIES = 4e6;

/**
 * Whether the solves of a substep are iterations or by a factor of the matrix. Iterations take long where a body is stiff, thin and long at once, and contact asks for many answers of one matrix; they end before they converge then,
 * and what they leave is elastic energy. A factor takes over in the substep when they have cost as much, so that it takes at most twice as long as the better of the two. The substeps after it begin with a factor, and now and then one tries iterations again.
 */
export class SolveChoice {
  /** Iterations that the solves of a substep are thought to take, by those before: a part of the state of the body. In an array, as states are. */
  readonly expected = new Float64Array(1);
  private direct: DirectSolve | undefined;
  /** Iterations after which a factor takes over; undefined until that is known. */
  private least: number | undefined;
  private spent = 0;
  private factored = false;
  /** Whether the running substep began with a factor. */
  private begunFactored = false;

  constructor(
    private readonly operators: VelocityOperators,
    private readonly createDirect: (() => DirectSolve) | undefined,
  ) {}

  /** Begins a substep. */
  begin(): void {
    this.spent = 0;
    this.factored = this.expected[0] >= MANY && this.expected[0] >= this.findLeast();
    this.begunFactored = this.factored;
    this.direct?.renew();
  }

  /** The substep is whole: notes what the next may be expected to take. */
  end(): void {
    const { expected } = this;
    if (this.begunFactored) expected[0] *= KEPT;
    else expected[0] = this.factored ? TAKEN_OVER * this.findLeast() : this.spent;
  }

  /** The matrix of the operators has new numbers. */
  renew(): void {
    this.direct?.renew();
  }

  /** What solves: the factor, where it has taken over. */
  get solver(): VelocityOperators {
    return this.factored ? (this.direct ?? this.operators) : this.operators;
  }

  /** Counts iterations that have been spent; returns whether a factor takes over just now. */
  spend(iterations: number): boolean {
    if (this.factored) return false;
    this.spent += iterations;
    if (this.spent < MANY) return false;
    this.factored = this.spent >= this.findLeast();
    return this.factored;
  }

  private findLeast(): number {
    this.least ??= this.leastIterations();
    return this.least;
  }

  private leastIterations(): number {
    if (this.createDirect === undefined || this.operators.vertexCount > MOST_VERTICES) return Infinity;
    const direct = this.createDirect();
    if (direct.entryCount > MOST_ENTRIES) return Infinity;
    this.direct = direct;
    return SLOWER * direct.factorIterations;
  }
}
