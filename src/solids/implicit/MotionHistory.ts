import { SystemState } from '../../base/state/SystemState.ts';
import type { RigidFlight } from '../flight/RigidFlight.ts';
import type { StepShares } from './StepShares.ts';

/** rho_infinity: what a step leaves of oscillations that are far faster than it. At 1 nothing damps them, and contact rattles; at 0 the formula is the backward differentiation formula (BDF2), which damps the slow ones twenty times as much. */
export const SPECTRAL_RADIUS = 0.5;
/** alpha_f: share of the step after which forces act. */
const REACH = 1 / (1 + SPECTRAL_RADIUS);
/** alpha_m - alpha_f: by what share of its step a kept slope is that of the motion before the end of the step. */
const LAG = (0.5 * (1 - SPECTRAL_RADIUS)) / (1 + SPECTRAL_RADIUS);
/** Largest step, over the last one, that looks back at it. */
const MOST_GROWTH = 2;

/** What is kept of the last step: nothing yet, nothing because the motion was not smooth, the slopes of positions and velocities, or those of a free flight. */
const Kept = { start: 0, motion: 1, flight: 2, impact: 3 } as const;
type Kept = (typeof Kept)[keyof typeof Kept];

/**
 * The slopes of the last step, for the generalised-alpha method of first-order systems (Jansen, Whiting and Hulbert 2000, with the parameters of their eq. 15 to 17), with steps of any length. For y = x or v and
 * y' = f(y), (1 - A) s + A (y^{n+1} - y^n) / dt = f(y_a) with y_a = y^n + alpha_f (y^{n+1} - y^n), where the kept slope s is that of y at a time `lag` before the step, and A = (alpha_f dt + lag) / (dt / 2 + lag)
 * makes both sides agree to second order. y_a is a backward Euler step of length h = alpha_f dt / A from y^ = y^n - h (1 - A) s. The first step of a smooth motion is the implicit midpoint rule, and that after an
 * impact backward Euler. In free flight y are positions and velocities beside the rigid motion, turned along with the body.
 */
export class MotionHistory {
  /** x^, m, and v^, m/s: where the backward Euler step begins; valid after `begin`. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Positions from which a backward Euler step of length h / alpha_f reaches the end of the step, m; valid after `begin`. */
  readonly reaching: Float64Array;
  /** Slopes of positions, m/s, and velocities, m/s2; in free flight turned to where the body is. */
  private readonly moving: Float64Array;
  private readonly changing: Float64Array;
  /** Slopes of positions and velocities as the running step sees them. */
  private readonly oldMoving: Float64Array;
  private readonly oldChanging: Float64Array;
  /** How long before the end of the last step the slopes are those of the motion, and how long that step was, s. */
  private readonly lag = new Float64Array(1);
  private readonly lastStep = new Float64Array(1);
  private readonly kept = new Uint8Array(1);
  /** h (1 - A) of the running step, s. */
  private back = 0;
  private looksBack = false;
  readonly state: SystemState;

  constructor(vertexCount: number) {
    const vectors = () => new Float64Array(3 * vertexCount);
    this.positions = vectors();
    this.velocities = vectors();
    this.reaching = vectors();
    this.moving = vectors();
    this.changing = vectors();
    this.oldMoving = vectors();
    this.oldChanging = vectors();
    this.state = new SystemState()
      .array('moving', this.moving, 'vertex')
      .array('changing', this.changing, 'vertex')
      .array('kept', this.kept)
      .array('lag', this.lag)
      .array('step', this.lastStep);
  }

  /** Begins a step of `dt` (s) from `positions` and `velocities`, whose shares are written; `smooth`: whether nothing touches the body. */
  begin(dt: number, positions: Float64Array, velocities: Float64Array, smooth: boolean, shares: StepShares): void {
    this.weigh(dt, Kept.motion, smooth, shares);
    const { moving, changing, back, oldMoving, oldChanging } = this;
    if (this.looksBack) {
      oldMoving.set(moving);
      oldChanging.set(changing);
    }
    const reach = back / shares.reach;
    for (let k = 0; k < positions.length; k++) {
      this.positions[k] = positions[k] - back * moving[k];
      this.reaching[k] = positions[k] - reach * moving[k];
      this.velocities[k] = velocities[k] - back * changing[k];
    }
  }

  /** Begins a step of `dt` (s) in free flight, whose shares are written. */
  beginFlight(dt: number, shares: StepShares): void {
    this.weigh(dt, Kept.flight, true, shares);
  }

  /** y^ in place of y^n: `places`, m, and `velocities`, m/s, beside those of turning, both turned to where forces act. */
  extrapolateFlight(rigid: RigidFlight, places: Float64Array, velocities: Float64Array): void {
    if (!this.looksBack) return;
    const { back, oldMoving, oldChanging } = this;
    oldMoving.set(this.moving);
    oldChanging.set(this.changing);
    rigid.turnPair(rigid.turn, oldMoving, oldChanging);
    for (let k = 0; k < places.length; k++) {
      places[k] -= back * oldMoving[k];
      velocities[k] -= back * oldChanging[k];
    }
  }

  /** Keeps the slopes of a step of `dt`, s, from `x` (m) and `v` (m/s) to `endX` and `endV`. */
  keep(dt: number, x: Float64Array, v: Float64Array, endX: Float64Array, endV: Float64Array): void {
    this.store(dt, Kept.motion, x, v, endX, endV);
  }

  /** Keeps the slopes of a step of `dt`, s, of a free flight, from `places` (m) and `u` (m/s) to the others, all as seen where forces acted; `rigid`: what turns on from there. */
  keepFlight(
    dt: number,
    rigid: RigidFlight,
    places: Float64Array,
    u: Float64Array,
    endPlaces: Float64Array,
    endU: Float64Array,
  ): void {
    this.store(dt, Kept.flight, places, u, endPlaces, endU);
    rigid.turnPair(rigid.onward, this.moving, this.changing);
  }

  /** The next step is backward Euler: the motion was not smooth. */
  forget(): void {
    this.lag[0] = 0;
    this.lastStep[0] = 0;
    this.kept[0] = Kept.impact;
    this.moving.fill(0);
    this.changing.fill(0);
  }

  private store(
    dt: number,
    kept: Kept,
    x: Float64Array,
    v: Float64Array,
    endX: Float64Array,
    endV: Float64Array,
  ): void {
    const { moving, changing, oldMoving, oldChanging, lag, looksBack } = this;
    const gain = looksBack ? (dt * (1 - LAG) + lag[0]) / (dt / 2 + lag[0]) : 1;
    for (let k = 0; k < x.length; k++) {
      const move = (endX[k] - x[k]) / dt;
      const change = (endV[k] - v[k]) / dt;
      moving[k] = looksBack ? oldMoving[k] + gain * (move - oldMoving[k]) : move;
      changing[k] = looksBack ? oldChanging[k] + gain * (change - oldChanging[k]) : change;
    }
    lag[0] = looksBack ? LAG * dt : dt / 2;
    this.lastStep[0] = dt;
    this.kept[0] = kept;
  }

  private weigh(dt: number, wanted: Kept, smooth: boolean, shares: StepShares): void {
    const lag = this.lag[0];
    const kept = this.kept[0];
    this.looksBack = smooth && kept === wanted && dt <= MOST_GROWTH * this.lastStep[0];
    this.back = 0;
    if (this.looksBack) {
      const slope = (REACH * dt + lag) / (dt / 2 + lag);
      shares.reach = REACH;
      shares.h = (REACH * dt) / slope;
      this.back = shares.h * (1 - slope);
      return;
    }
    // What spins from the start of a run is not yet stretched by it: that is a blow.
    const struck = !smooth || kept === Kept.impact || (kept === Kept.start && wanted === Kept.flight);
    shares.reach = struck ? 1 : 0.5;
    shares.h = shares.reach * dt;
  }
}
