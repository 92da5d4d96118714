import { SystemState } from '../../base/state/SystemState.ts';
import type { RigidFlight } from '../flight/RigidFlight.ts';

/** Largest step, over the last one, that the formula is stable for by a wide margin; the limit is 1 + sqrt(2). */
const MOST_GROWTH = 2;

/** What is kept of the state before the last: nothing, positions and velocities, or what a free flight keeps. */
const Kept = { nothing: 0, motion: 1, flight: 2 } as const;
type Kept = (typeof Kept)[keyof typeof Kept];

/**
 * The state before the last, for the second-order backward differentiation formula (BDF2) with steps of any length: with
 * w = dt / last dt, x^{n+1} = x^ + h v^{n+1} and v^{n+1} = v^ + h a(x^{n+1}, v^{n+1}), where y^ = y^n + w^2 / (1 + 2 w) (y^n - y^{n-1}) and
 * h = dt (1 + w) / (1 + 2 w): a backward Euler step of length h from x^, v^ (Hairer, Norsett and Wanner 1993, III.5). Without a usable state
 * before the last it is backward Euler's own. In free flight y are positions and velocities beside the rigid motion, turned along with the body.
 */
export class MotionHistory {
  /** x^, m, and v^, m/s: where the backward Euler step begins; valid after `begin`. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** x^{n-1}, m, and v^{n-1}, m/s; in free flight from the centre and beside the rigid motion, turned to where the body is at n. */
  readonly lastPositions: Float64Array;
  readonly lastVelocities: Float64Array;
  /** Length of the step from the state before the last to the last, s; 0 where there is none that may be used. */
  readonly lastStep = new Float64Array(1);
  /** Velocity of the centre at n-1 in free flight, m/s. */
  private readonly lastMean = new Float64Array(3);
  private readonly kept = new Uint8Array(1);
  private weight = 0;
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
      .array('mean', this.lastMean)
      .array('kept', this.kept)
      .array('step', this.lastStep);
  }

  /** Begins a step of `dt` (s) from `positions` and `velocities`; gives h, s. */
  begin(dt: number, positions: Float64Array, velocities: Float64Array): number {
    const h = this.weigh(dt, Kept.motion);
    extrapolate(positions, this.lastPositions, this.weight, this.positions);
    extrapolate(velocities, this.lastVelocities, this.weight, this.velocities);
    return h;
  }

  /** Begins a step of `dt` (s) in free flight; gives h, s. */
  beginFlight(dt: number): number {
    return this.weigh(dt, Kept.flight);
  }

  /** y^ in place of y^n: `places`, m, turned about the centre by the step, and `velocities`, m/s, beside those of turning. */
  extrapolateFlight({ turn: q }: RigidFlight, places: Float64Array, velocities: Float64Array): void {
    const { weight, lastPositions: r, lastVelocities: u, lastMean: mean } = this;
    if (weight === 0) return;
    for (let k = 0; k < places.length; k += 3) {
      for (let i = 0; i < 3; i++) {
        const place = q[3 * i] * r[k] + q[3 * i + 1] * r[k + 1] + q[3 * i + 2] * r[k + 2];
        const velocity = q[i] * u[k] + q[3 + i] * u[k + 1] + q[6 + i] * u[k + 2] + mean[i];
        places[k + i] += weight * (places[k + i] - place);
        velocities[k + i] += weight * (velocities[k + i] - velocity);
      }
    }
  }

  /** Keeps `positions` and `velocities`, from which a step of `dt` (s) went, as the state before the last. */
  keep(dt: number, positions: Float64Array, velocities: Float64Array): void {
    this.store(dt, Kept.motion, positions, velocities);
  }

  /** Keeps a state of free flight in its place: `places` and `velocities` from the centre, turned by the step, and the velocity of the centre. */
  keepFlight(dt: number, places: Float64Array, velocities: Float64Array, mean: Float64Array): void {
    this.store(dt, Kept.flight, places, velocities);
    this.lastMean.set(mean);
  }

  /** The next step does not look back: the motion was not smooth. */
  forget(): void {
    this.lastStep[0] = 0;
    this.kept[0] = Kept.nothing;
    this.lastPositions.fill(0);
    this.lastVelocities.fill(0);
    this.lastMean.fill(0);
  }

  private store(dt: number, kept: Kept, positions: Float64Array, velocities: Float64Array): void {
    this.lastPositions.set(positions);
    this.lastVelocities.set(velocities);
    this.lastMean.fill(0);
    this.lastStep[0] = dt;
    this.kept[0] = kept;
  }

  private weigh(dt: number, wanted: Kept): number {
    const last = this.lastStep[0];
    const usable = this.kept[0] === wanted && last > 0 && dt <= MOST_GROWTH * last;
    const w = usable ? dt / last : 0;
    this.weight = (w * w) / (1 + 2 * w);
    return usable ? (dt * (1 + w)) / (1 + 2 * w) : dt;
  }
}

/** out = y + weight (y - last). */
function extrapolate(y: Float64Array, last: Float64Array, weight: number, out: Float64Array): void {
  for (let k = 0; k < y.length; k++) out[k] = y[k] + weight * (y[k] - last[k]);
}
