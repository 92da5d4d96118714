import { ContactStage, type ContactSolve } from '../../collision/contactSolve.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import { type MomentumBalance, MomentumCorrection } from './MomentumCorrection.ts';
import type { ElasticPart } from '../terms/ElasticTerm.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import { TurningMove } from './TurningMove.ts';

/** The parts of an integrator whose momenta are looked after. */
export interface BodyMomentaInput {
  readonly masses: Float64Array;
  /** Positions at which the first solve of a step takes its forces, m. */
  readonly from: Float64Array;
  readonly step: VelocityStep;
  readonly elastic: ElasticPart;
  readonly targets: TargetTerm;
  readonly contact: ContactSolve;
  /** The velocity against which momenta are balanced, m/s. */
  readonly before: Float64Array;
}

/** Looks after the momenta of a body: takes back spurious momentum of its solves, and makes its rotation exact. */
export class BodyMomenta {
  private readonly input: BodyMomentaInput;
  private readonly correction = new MomentumCorrection();
  private readonly turning = new TurningMove();
  private readonly balance: MomentumBalance;
  private readonly moved: MomentumBalance;

  constructor(input: BodyMomentaInput) {
    const { masses, from, step, before } = input;
    this.input = input;
    this.balance = {
      masses,
      from,
      to: from,
      at: from,
      before,
      after: step.velocity,
      force: step.found,
      duration: 0,
      drag: 0,
      dragBlend: 1,
    };
    const { velocity, force } = step;
    const places = { from, to: from, at: from, before: velocity, after: velocity };
    this.moved = { masses, ...places, force, duration: 0, drag: 0, dragBlend: 0 };
  }

  /** Begins a substep with this drag, 1/s. */
  begin(drag: number): void {
    this.balance.drag = drag;
  }

  /**
   * Takes back what is spurious in the velocity of a solve. `at`: where its forces acted for `duration`, s; `to`: where the velocity is, m; `touched`: whether other bodies
   * touch; `from`: where the velocity was that the solve started from, m.
   */
  correct(
    stage: ContactStage,
    at: Float64Array,
    to: Float64Array,
    duration: number,
    touched: boolean,
    from = this.input.from,
  ): void {
    const { balance } = this;
    const { contact, step } = this.input;
    balance.from = from;
    balance.at = at;
    balance.to = to;
    balance.duration = duration;
    balance.dragBlend = stage === ContactStage.direct ? 1 : 0.5;
    this.correction.correct(balance, step, touched || contact.activeCount > 0, this.isHeld);
  }

  /** What corrects positions alone has moved a free body on, `from` where its velocity had the right momenta `to` where it is, m: the velocity gets them back. */
  keepMoved(from: Float64Array, to: Float64Array): void {
    const { moved, correction } = this;
    moved.from = from;
    moved.to = to;
    moved.at = from;
    correction.measureFree(moved);
    correction.remove(moved, this.input.step.constraints);
  }

  /** What moves `positions` (m) in `dt`, s, of a body that nothing constrains follows its rotation. */
  bendMove(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { masses, step } = this.input;
    if (!this.isHeld) this.turning.bend(masses, positions, velocity, step.constraints.kinds, dt);
  }

  /** Whether torque comes from what the balance does not know: from constraints, or from a model that follows no rotation. */
  private get isHeld(): boolean {
    const { targets, elastic } = this.input;
    return targets.anyConstrained || elastic.turnsBody === true;
  }
}
