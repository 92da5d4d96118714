import type { VelocityStep } from './VelocityStep.ts';
import { type MomentumBalance, MomentumCorrection, type SolvedStep } from './momenta/MomentumCorrection.ts';
import type { TargetTerm } from './terms/TargetTerm.ts';

/** Share of a body's weight to some impulses that the next count on: all of it swings where fewer vertices share the next. */
const CAUTION = 0.7;

/** The parts of an integrator that impulses spread by. */
export interface ImpulseSpreadInput {
  readonly masses: Float64Array;
  readonly step: VelocityStep;
  readonly targets: TargetTerm;
  /** Mean edge, m. */
  readonly edge: number;
}

/**
 * What impulses J on the surface of a body do to all of it within a substep h: (M + h D) dv = J, with the matrix and the constraints that its velocity was solved with, as
 * if they had been a part of that solve (Otaduy et al. 2009). Without that contact stops the surface's own mass; where damping is stiff, the bulk that it ties to the surface
 * goes on, and crushes the outermost elements by as much as it moves in a substep: spurious energy gain.
 */
export class ImpulseSpread {
  /** How many times as much as its masses the body weighs to impulses: as the last that spread have found, or 1. In an array, where writing allocates nothing. */
  readonly weight = Float64Array.of(1);
  /** Mean edge, m. */
  readonly edge: number;
  private readonly input: ImpulseSpreadInput;
  private readonly momentum = new MomentumCorrection();
  /** The velocity before contact changed it last, m/s. */
  private readonly before: Float64Array;
  /** What has not spread yet, N s; while it spreads, as forces over the step, N. */
  private readonly impulse: Float64Array;
  private readonly solved: SolvedStep;
  private readonly balance: MomentumBalance;
  /** Sum of J^2 / m as if of the masses alone, 2 J; of what they do to the body; the most of these since `begin`. */
  private readonly work = new Float64Array(3);
  /** How much looser than usual the solve may be. */
  private readonly looser = new Float64Array(1);

  constructor(input: ImpulseSpreadInput) {
    const { masses, step } = input;
    const { length } = step.velocity;
    const vectors = () => new Float64Array(length);
    this.input = input;
    this.edge = input.edge;
    this.before = vectors();
    this.impulse = vectors();
    this.solved = { damping: vectors(), constraints: step.constraints };
    const still = vectors();
    const balance = { from: still, to: still, at: still, before: still, after: vectors() };
    this.balance = { masses, force: this.impulse, duration: 0, drag: 0, dragBlend: 1, ...balance };
  }

  /** How long the last solve of a velocity was, s; in an array, as in the velocity step. */
  get duration(): Float64Array {
    return this.input.step.matrix.duration;
  }

  /** Impulses begin to change a velocity. */
  begin(): void {
    this.work[2] = 0;
    this.weight[0] = 1;
    this.impulse.fill(0);
  }

  /** Contact is about to change `velocity`, m/s. */
  watch(velocity: Float64Array): void {
    this.before.set(velocity);
  }

  /** Contact has changed `velocity`, m/s, as if each mass weighed `weight` times as much: the impulses wait to spread. */
  note(velocity: Float64Array): void {
    const { impulse, before } = this;
    const weight = this.weight[0];
    const { masses } = this.input;
    for (let i = 0; i < masses.length; i++) {
      const m = weight * masses[i];
      for (let k = 3 * i; k < 3 * i + 3; k++) impulse[k] += m * (velocity[k] - before[k]);
    }
  }

  /**
   * Replaces what the impulses that wait have done to `velocity`, m/s, as if each mass weighed `weight` times as much, by what they do to the body at `positions`, m. Those
   * go on waiting whose energy is less than the share `small[0]` of the most that others brought. Whether any spread; `weight` is then what they found.
   */
  spread(positions: Float64Array, velocity: Float64Array, small: Float64Array): boolean {
    const { impulse, work, balance, solved, looser, weight } = this;
    const { step, targets } = this.input;
    this.measureImpulse();
    if (!(work[0] > 0) || work[0] < small[0] * weight[0] * work[2]) return false;
    const { after: change } = balance;
    this.takeBack(velocity);
    looser[0] = Math.max(1, Math.sqrt(work[2] / work[0]));
    step.matrix.answer(impulse, change, solved.damping, looser);
    this.asForces(positions);
    this.momentum.correct(balance, solved, step.contact.touches, targets.anyConstrained);
    this.measureWork();
    for (let k = 0; k < change.length; k++) velocity[k] += change[k];
    impulse.fill(0);
    work[2] = Math.max(work[2], work[1]);
    weight[0] = work[1] > 0 ? Math.max(1, CAUTION * (work[0] / work[1])) : 1;
    return true;
  }

  private measureImpulse(): void {
    const { impulse, work } = this;
    const { masses } = this.input;
    work[0] = 0;
    for (let i = 0; i < masses.length; i++) {
      if (!(masses[i] > 0)) continue;
      for (let k = 3 * i; k < 3 * i + 3; k++) work[0] += (impulse[k] * impulse[k]) / masses[i];
    }
  }

  private takeBack(velocity: Float64Array): void {
    const { impulse } = this;
    const weight = this.weight[0];
    const { masses } = this.input;
    for (let i = 0; i < masses.length; i++) {
      if (!(masses[i] > 0)) continue;
      for (let k = 3 * i; k < 3 * i + 3; k++) velocity[k] -= impulse[k] / (weight * masses[i]);
    }
  }

  /** The balance of the momenta that the impulses have brought at `positions`, m. */
  private asForces(positions: Float64Array): void {
    const { balance, impulse } = this;
    const { step } = this.input;
    const duration = step.matrix.duration[0];
    balance.at = positions;
    balance.to = positions;
    balance.from = positions;
    balance.duration = duration;
    balance.drag = step.matrix.drag;
    for (let k = 0; k < impulse.length; k++) impulse[k] /= duration;
  }

  private measureWork(): void {
    const { impulse, balance, work } = this;
    work[1] = 0;
    for (let k = 0; k < impulse.length; k++) work[1] += balance.duration * impulse[k] * balance.after[k];
  }
}
