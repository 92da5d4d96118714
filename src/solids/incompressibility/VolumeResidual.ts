import { addScaled } from '../vectorSums.ts';
import type { PressureSystem } from './PressureSystem.ts';

/**
 * One-rings' errors beyond this share count as so wrong in `RINGS`: no solve brings back at once what contact has crushed.
 */
const OUTLIER = 0.1;

/** Place in `VolumeResidual.sums` of the square of `rhs` without pressures, set by who began. */
export const UNPRESSED = 0;
/** Place of the square of `rhs` now. */
export const RHS = 1;
/** Place of the sum of the squared errors of the one-rings, as shares of their volumes. */
export const RINGS = 2;
/** Place of one of these sums as it was before, set by who compares. */
export const BEFORE = 3;
/** Place of the error of the whole body, as a share of its volume. */
export const WHOLE = 4;
const SUMS = 5;

/** What is wanted of the pressures: the right-hand side of their system (Irving 2007, 4.1) and how wrong the volumes are that it stands for. */
export class VolumeResidual {
  /** m3/s, per one-ring. */
  readonly rhs: Float64Array;
  /** Sums of the last evaluation; an array, where writing allocates nothing. */
  readonly sums = new Float64Array(SUMS);
  /** Positions to which the velocity last asked about moves the vertices, m. */
  readonly moved: Float64Array;
  private readonly system: PressureSystem;
  /** Length of the substep, s. In an array, where reading allocates nothing. */
  readonly dt = new Float64Array(1);
  private readonly restVolumes: Float64Array;
  private readonly recoveryTime: number;
  private readonly volumes: Float64Array;
  private readonly movedVolumes: Float64Array;
  /** What the bounded recovery of single one-rings leaves for all to share, as a share of their volumes; and the bound that this holds for, NaN before there is one. */
  private readonly shared = Float64Array.of(0, NaN);
  /** Velocity at which a step of Newton's method began, m/s. */
  private readonly linearAt: Float64Array;
  /** `rhs` at that velocity, m3/s. */
  private readonly linearRhs: Float64Array;
  /** Change of the velocity since then, m/s. */
  private readonly change: Float64Array;

  /** `recoveryTime`: as in `VolumeSettings`. */
  constructor(system: PressureSystem, restVolumes: Float64Array, recoveryTime: number) {
    const scalars = () => new Float64Array(restVolumes.length);
    const vectors = () => new Float64Array(3 * restVolumes.length);
    this.system = system;
    this.restVolumes = restVolumes;
    this.recoveryTime = recoveryTime;
    this.rhs = scalars();
    this.volumes = scalars();
    this.movedVolumes = scalars();
    this.linearRhs = scalars();
    this.moved = vectors();
    this.linearAt = vectors();
    this.change = vectors();
  }

  /** Takes V(x) at the positions from which the next velocities move. */
  begin(positions: Float64Array): void {
    this.system.volumesAt(positions, this.volumes);
    this.shared[1] = NaN;
  }

  /**
   * rhs = -(V(x + dt v) - V(x)) / dt - (V(x) - V0) / dt, the last term no larger than V0 over the recovery time, neither of a one-ring nor of the whole
   * body: what wedged one-rings cannot take back at once, all take.
   */
  wantVolumes(positions: Float64Array, velocity: Float64Array): void {
    const dt = this.dt[0];
    const { moved, movedVolumes, volumes, restVolumes, rhs, sums } = this;
    addScaled(positions, velocity, dt, moved);
    this.system.volumesAt(moved, movedVolumes);
    const share = this.recoveryTime > 0 ? Math.min(1, dt / this.recoveryTime) : Infinity;
    if (this.shared[1] !== share) this.shareRecovery(share);
    sums[RHS] = 0;
    sums[RINGS] = 0;
    sums[WHOLE] = 0;
    let whole = 0;
    for (let i = 0; i < rhs.length; i++) {
      const rest = restVolumes[i];
      const recovered = bounded(volumes[i] - rest, share * rest) + this.shared[0] * rest;
      const error = movedVolumes[i] - volumes[i] + recovered;
      rhs[i] = -error / dt;
      sums[WHOLE] += error;
      whole += rest;
      this.count(i, error);
    }
    if (whole > 0) sums[WHOLE] /= whole;
  }

  /**
   * rhs = what of the volumes is worth a correction: nothing of one-rings that are right to `slack` in the mean, as a share of their volumes, but all of the error of the whole body.
   * More where they are worse, so that no correction comes all at once.
   */
  soften(slack: number): void {
    const { rhs, restVolumes, sums } = this;
    const mean = Math.sqrt(sums[RINGS] / rhs.length);
    const share = mean > slack ? 1 - slack / mean : 0;
    const whole = ((share - 1) * sums[WHOLE]) / this.dt[0];
    sums[RHS] = 0;
    for (let i = 0; i < rhs.length; i++) {
      rhs[i] = share * rhs[i] + whole * restVolumes[i];
      sums[RHS] += rhs[i] * rhs[i];
    }
  }

  /** rhs = -B v. */
  wantNoRate(velocity: Float64Array): void {
    const { rhs, sums } = this;
    this.system.rates(velocity, rhs);
    sums[RHS] = 0;
    for (let i = 0; i < rhs.length; i++) {
      rhs[i] = -rhs[i];
      sums[RHS] += rhs[i] * rhs[i];
    }
  }

  /** A step of Newton's method begins with the `rhs` of this velocity. */
  beginLinear(velocity: Float64Array): void {
    this.linearAt.set(velocity);
    this.linearRhs.set(this.rhs);
  }

  /** rhs = that where the step of Newton's method began, less B of what the velocity has changed by since. */
  wantLinear(velocity: Float64Array): void {
    const dt = this.dt[0];
    const { change, linearAt, linearRhs, restVolumes, rhs, sums, system } = this;
    for (let k = 0; k < change.length; k++) change[k] = velocity[k] - linearAt[k];
    system.rates(change, rhs);
    sums[RHS] = 0;
    sums[RINGS] = 0;
    sums[WHOLE] = 0;
    let whole = 0;
    for (let i = 0; i < rhs.length; i++) {
      rhs[i] = linearRhs[i] - rhs[i];
      sums[WHOLE] -= rhs[i] * dt;
      whole += restVolumes[i];
      this.count(i, rhs[i] * dt);
    }
    if (whole > 0) sums[WHOLE] /= whole;
  }

  /** Adds a one-ring, whose volume is wrong by `error`, m3, to the sums. */
  private count(i: number, error: number): void {
    const { rhs, restVolumes, sums } = this;
    sums[RHS] += rhs[i] * rhs[i];
    const counted = Math.min(Math.abs(error), OUTLIER * restVolumes[i]);
    if (counted > 0) sums[RINGS] += (counted / restVolumes[i]) ** 2;
  }

  /** What one-rings that may change by `most` of their volume leave to all. */
  private shareRecovery(most: number): void {
    const { volumes, restVolumes, shared } = this;
    shared[1] = most;
    let whole = 0;
    let missing = 0;
    let recovered = 0;
    for (let i = 0; i < volumes.length; i++) {
      const rest = restVolumes[i];
      whole += rest;
      missing += volumes[i] - rest;
      recovered += bounded(volumes[i] - rest, most * rest);
    }
    shared[0] = whole > 0 && most < Infinity ? (bounded(missing, most * whole) - recovered) / whole : 0;
  }
}

/** `value`, no further from 0 than `most`. */
function bounded(value: number, most: number): number {
  return Math.min(Math.max(value, -most), most);
}
