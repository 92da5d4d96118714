import { hypot3 } from '../../math/hypot3.ts';
import { largestSquare, sumVectors } from '../vectorSums.ts';
import type { PieceLimit } from './PieceLimit.ts';
import type { StepLimit, Term } from './Term.ts';

/** No force: says how fast a body moves, and how far its vertices may move against its mean motion in a substep. */
export class MotionLimit implements Term {
  private readonly velocities: Float64Array;
  /** m. */
  private readonly farthest: number;
  private readonly pieces: PieceLimit | undefined;

  /** `velocities`: the live state, m/s; `farthest`: longest way in a substep, m; `pieces`: limits how far pieces turn, where left out they turn as they will. */
  constructor(velocities: Float64Array, farthest: number, pieces?: PieceLimit) {
    this.velocities = velocities;
    this.farthest = farthest;
    this.pieces = pieces;
  }

  limitStep(limit: StepLimit): void {
    const { velocities, farthest, pieces } = this;
    const { meanVelocity: mean } = limit;
    sumVectors(velocities, mean);
    for (let axis = 0; axis < 3; axis++) mean[axis] /= velocities.length / 3;
    const fastest = Math.sqrt(largestSquare(velocities, mean));
    limit.speed = fastest + hypot3(mean[0], mean[1], mean[2]);
    if (fastest > 0) limit.longest = Math.min(limit.longest, farthest / fastest);
    if (pieces === undefined) return;
    limit.longest = Math.min(limit.longest, pieces.longestStep(velocities, limit.end - limit.start));
  }
}
