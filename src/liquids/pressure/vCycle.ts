/** One grid of a multigrid, with two colours of unknowns that do not see others of theirs. */
export interface CycleLevel {
  /** Solution. */
  readonly x: { fill(value: number): unknown };
  /** Gauss-Seidel over the unknowns of one colour. `fromZero`: all of x is 0. */
  relax(colour: 0 | 1, fromZero?: boolean): void;
  /** residual = b - A x of the unknowns of one colour. */
  findResidual(colour: 0 | 1): void;
}

/** How a V-cycle goes over its levels. */
export interface VCycle<Level extends CycleLevel> {
  /** Grids from the finest to the coarsest. */
  readonly levels: readonly Level[];
  /** Sweeps on each level, down and up, and on the coarsest. */
  readonly sweeps: number;
  readonly coarsestSweeps: number;
  /** Gives a coarse level the residuals of the first colour, which are all that there are. */
  restrict(fine: Level, coarse: Level): void;
  /** Adds what a coarse level came to. */
  prolong(coarse: Level, fine: Level): void;
}

/** Runs a V-cycle, which takes b of its finest level to x = B b: Gauss-Seidel in two colours, in the opposite order on the way up, so that B is symmetric and definite. */
export function runVCycle<Level extends CycleLevel>(cycle: VCycle<Level>, n = 0): void {
  const { levels } = cycle;
  const level = levels[n];
  const isCoarsest = n === levels.length - 1;
  const sweeps = isCoarsest ? cycle.coarsestSweeps : cycle.sweeps;
  level.x.fill(0);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    level.relax(0, sweep === 0);
    level.relax(1);
  }
  if (!isCoarsest) {
    // Of the second colour nothing is left right behind its sweep.
    level.findResidual(0);
    cycle.restrict(level, levels[n + 1]);
    runVCycle(cycle, n + 1);
    cycle.prolong(levels[n + 1], level);
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    level.relax(1);
    level.relax(0);
  }
}
