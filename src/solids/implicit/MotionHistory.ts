import { SystemState } from '../../base/state/SystemState.ts';

/** Largest step, over the last one, that the formula is stable for by a wide margin; the limit is 1 + sqrt(2). */
const MOST_GROWTH = 2;

/**
 * The state before the last, for the second-order backward differentiation formula (BDF2) with steps of any length: with
 * w = dt / last dt, x^{n+1} = x^ + h v^{n+1} and v^{n+1} = v^ + h a(x^{n+1}, v^{n+1}), where y^ = y^n + w^2 / (1 + 2 w) (y^n - y^{n-1}) and
 * h = dt (1 + w) / (1 + 2 w): a backward Euler step of length h from x^, v^ (Hairer, Norsett and Wanner 1993, III.5). Without a usable state
 * before the last it is backward Euler's own.
 */
export class MotionHistory {
  /** x^, m, and v^, m/s: where the backward Euler step begins; valid after `begin`. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** x^{n-1}, m, and v^{n-1}, m/s. */
  readonly lastPositions: Float64Array;
  readonly lastVelocities: Float64Array;
  /** Length of the step from the state before the last to the last, s; 0 where there is none that may be used. */
  readonly lastStep = new Float64Array(1);
  /** The state before the last. */
  readonly state: SystemState;

  constructor(vertexCount: number) {
    const vectors = () => new Float64Array(3 * vertexCount);
    this.positions = vectors();
    this.velocities = vectors();
    this.lastPositions = vectors();
    this.lastVelocities = vectors();
    this.state = new SystemState()
      .array('positions', this.lastPositions, 'vertex')
      .array('velocities', this.lastVelocities, 'vertex')
      .array('step', this.lastStep);
  }

  /** Begins a step of `dt` (s) from `positions` and `velocities`; gives h, s. */
  begin(dt: number, positions: Float64Array, velocities: Float64Array): number {
    const last = this.lastStep[0];
    const usable = last > 0 && dt <= MOST_GROWTH * last;
    const w = usable ? dt / last : 0;
    const weight = (w * w) / (1 + 2 * w);
    extrapolate(positions, this.lastPositions, weight, this.positions);
    extrapolate(velocities, this.lastVelocities, weight, this.velocities);
    return usable ? (dt * (1 + w)) / (1 + 2 * w) : dt;
  }

  /** `positions` and `velocities`, which a step of `dt` (s) leaves, become the state before the last. */
  keep(dt: number, positions: Float64Array, velocities: Float64Array): void {
    this.lastPositions.set(positions);
    this.lastVelocities.set(velocities);
    this.lastStep[0] = dt;
  }

  /** The next step does not look back: the motion was not smooth. */
  forget(): void {
    this.lastStep[0] = 0;
    this.lastPositions.fill(0);
    this.lastVelocities.fill(0);
  }
}

/** out = y + weight (y - last). */
function extrapolate(y: Float64Array, last: Float64Array, weight: number, out: Float64Array): void {
  for (let k = 0; k < y.length; k++) out[k] = y[k] + weight * (y[k] - last[k]);
}
