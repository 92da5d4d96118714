import { CoreError } from '../../../src/base/errors.ts';
import type { ContactRun } from './ContactRun.ts';
import { outcomeOf } from './outcomes.ts';

/** What became of a scene. */
export interface Watched {
  readonly frames: number;
  /** Edges that pass through triangles, summed over the frames, and the first frame with one. */
  readonly crossings: number;
  readonly firstCrossing: number | undefined;
  /** Most by which energy exceeded its least before, J; undefined where something is moved from outside. */
  readonly gain: number | undefined;
  /** Largest kinetic and elastic energy together, J. */
  readonly largestEnergy: number;
  /** Inverted elements of the last frame. */
  readonly inverted: number;
  /** What the scene is named for, and whether it came so; undefined where too few frames were run to say. */
  readonly outcome: string;
  readonly holds: boolean | undefined;
  /** What was measured of that. */
  readonly measured: string | undefined;
  /** Why it stopped before its end. */
  readonly failure: string | undefined;
}

/** Moves a scene on until its end, `last`, or until `goesOn` says no, and looks at every frame. */
export function watchRun(run: ContactRun, last = run.lastFrame, goesOn: () => boolean = () => true): Watched {
  let crossings = 0;
  let firstCrossing: number | undefined;
  let least = run.energy();
  let gain = 0;
  let largestEnergy = 0;
  let failure: string | undefined;
  const outcome = outcomeOf(run.given.name, run);
  outcome.see(run);
  while (run.frame < Math.min(last, run.lastFrame) && goesOn()) {
    try {
      run.advance();
    } catch (error) {
      if (!(error instanceof CoreError)) throw error;
      failure = error.message;
      break;
    }
    const energy = run.energy();
    gain = Math.max(gain, energy - least);
    least = Math.min(least, energy);
    const { kinetic, elastic } = run.simulation.currentFrame().stats.energies;
    largestEnergy = Math.max(largestEnergy, kinetic + elastic);
    const found = run.crossings().length;
    crossings += found;
    if (found > 0) firstCrossing ??= run.frame;
    outcome.see(run);
  }
  return {
    frames: run.frame,
    crossings,
    firstCrossing,
    gain: run.given.isDriven ? undefined : gain,
    largestEnergy,
    inverted: run.simulation.currentFrame().stats.invertedElements,
    outcome: outcome.wanted,
    holds: outcome.holds(run),
    measured: outcome.measured?.(run),
    failure,
  };
}
