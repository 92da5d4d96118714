import { setImmediate } from 'node:timers/promises';
import { CoreError } from '../../base/errors.ts';
import type { JobContext } from '../../base/job.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { ShotSimulation } from '../../systems/ShotSimulation.ts';

/** Moves a simulation that stands at its start to the first frame of the range. A failure is told as one of the first frame: that cannot be made. */
export async function throughPreRoll(simulation: ShotSimulation, { range }: Scene, job: JobContext): Promise<void> {
  const { first, preRoll = 0 } = range;
  while (simulation.frame < first) {
    const done = preRoll - (first - simulation.frame) + 1;
    job.progress(`pre-roll ${done} of ${preRoll}`, done / preRoll);
    try {
      simulation.advance(job.cancelled);
    } catch (error) {
      throw error instanceof CoreError && error.code !== 'cancelled' ? inPreRoll(error, done, range) : error;
    }
    // Lets signals and messages in.
    await setImmediate();
  }
}

function inPreRoll(error: CoreError, done: number, { first, preRoll = 0 }: Scene['range']): CoreError {
  const { code, message, file, place, remedy, failure } = error;
  const told = failure && { ...failure, frame: first };
  const where = `in frame ${done} of ${preRoll} of the pre-roll: ${message}`;
  return new CoreError(code, where, { file, place, remedy, failure: told, cause: error });
}
