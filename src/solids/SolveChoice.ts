import type { DirectSolve } from './implicit/DirectSolve.ts';
import type { VelocityOperators } from './VelocityOperators.ts';

/** Iterations in a substep from which it is asked what a factor costs. */
const MANY = 500;
/** How many times as long as an operation of an iteration one of a factor takes: iterations run in the kernels. */
const SLOWER = 4;
/** Bodies with more vertices are not analysed, and factors with more entries are not made. */
const MOST_VERTICES = 4000;
const MOST_ENTRIES = 4e6;

/**
 * Whether the solves of a substep are iterations or by a factor of the matrix. Iterations take long where a body is stiff, thin and long at once, and contact asks for many answers of one matrix; they end before they converge then,
 * and what they leave is elastic energy. A factor takes over in the substep when they have cost as much, so that it takes at most twice as long as the better of the two. What was before the substep plays no part.
 */
export class SolveChoice {
  private direct: DirectSolve | undefined;
  /** Iterations after which a factor takes over; undefined until that is known. */
  private least: number | undefined;
  private spent = 0;
  private factored = false;

  constructor(
    private readonly operators: VelocityOperators,
    private readonly createDirect: (() => DirectSolve) | undefined,
  ) {}

  /** Begins a substep. */
  begin(): void {
    this.spent = 0;
    this.factored = false;
    this.direct?.renew();
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
    this.least ??= this.leastIterations();
    this.factored = this.spent >= this.least;
    return this.factored;
  }

  private leastIterations(): number {
    if (this.createDirect === undefined || this.operators.vertexCount > MOST_VERTICES) return Infinity;
    const direct = this.createDirect();
    if (direct.entryCount > MOST_ENTRIES) return Infinity;
    this.direct = direct;
    return SLOWER * direct.factorIterations;
  }
}
