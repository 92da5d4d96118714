import type { ContactStage } from '../../collision/contactSolve.ts';
import { type MomentumBalance, MomentumCorrection } from '../momenta/MomentumCorrection.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import type { CentrifugalForce } from './CentrifugalForce.ts';
import type { RigidFlight } from './RigidFlight.ts';

/** Momentum that other bodies bring, kg m/s. */
const NOTHING = new Float64Array(3);

/**
 * A step of a body that nothing touches or constrains. Its rigid motion is carried out exactly, and the scheme is left with the deformation: places r from the centre and velocities u beside the rigid
 * ones, for which dr/dt = omega cross r + u and du/dt = a - omega cross (omega cross r) - omega cross u. The two terms that turn r and u are carried out as turns, r by a rotation and u by its inverse,
 * which keep their lengths; the centrifugal one is a force. What is found where the body was, stale by the turn, feeds energy into everything that spins; what moves along its velocity swells by half
 * (omega dt)^2 in every step.
 */
export class Flight {
  /** Positions at which forces act, m. */
  readonly at: Float64Array;
  readonly rigid: RigidFlight;
  protected readonly body: SchemeBody;
  protected readonly step: VelocityStep;
  protected readonly centrifugal: CentrifugalForce;
  /** Turned places from the centre, m, and velocities beside the rigid ones, m/s, turned back. */
  protected readonly places: Float64Array;
  protected readonly deformation: Float64Array;
  /** Velocity of the centre, m/s. */
  protected readonly mean = new Float64Array(3);
  /** Forces from outside, N: internal ones have no momentum, and what rounding gives them is spurious. */
  protected readonly outside: Float64Array;
  private readonly correction = new MomentumCorrection();
  /** The point from which the velocity at the end of the step takes the centre to its place there, m. */
  private readonly course = new Float64Array(3);
  private readonly balance: MomentumBalance;

  /** `step`: the solves of the scheme, under the terms of the body and `centrifugal`; `next`: positions at the end of a step, m; `dragBlend`: as `MomentumBalance` says. */
  constructor(
    body: SchemeBody,
    step: VelocityStep,
    centrifugal: CentrifugalForce,
    { next, dragBlend }: { readonly next: Float64Array; readonly dragBlend: number },
  ) {
    const { positions, velocities, operators } = body;
    const vectors = () => new Float64Array(positions.length);
    this.body = body;
    this.step = step;
    this.centrifugal = centrifugal;
    this.rigid = centrifugal.rigid;
    this.at = vectors();
    this.places = vectors();
    this.deformation = vectors();
    this.outside = vectors();
    this.balance = {
      masses: operators.masses,
      from: positions,
      to: next,
      at: this.at,
      before: velocities,
      after: step.velocity,
      force: this.outside,
      duration: 0,
      drag: 0,
      dragBlend,
    };
  }

  /** Solves for the velocities without those of turning, with the forces at `x`, m, from the start of the velocity step; `foreseen` as `VelocityStep.solve` says. */
  protected solveAt(stage: ContactStage, x: Float64Array, foreseen?: Float64Array): void {
    const { centrifugal, step } = this;
    centrifugal.acts = true;
    try {
      step.solve(stage, x, false, foreseen);
    } finally {
      centrifugal.acts = false;
    }
  }

  /** outside = the forces of the last solve but for internal and centrifugal ones. */
  protected gatherOutside(): void {
    const { outside, step, centrifugal } = this;
    const { elasticForce } = this.body.operators;
    for (let k = 0; k < outside.length; k++) outside[k] = step.found[k] - elasticForce[k] - centrifugal.force[k];
  }

  /** Takes all momentum out of the velocities of the solve that the forces from outside did not bring in `dt`, s; `drag` in 1/s. */
  protected removeSpurious(dt: number, drag: number): void {
    const { balance, correction, step, course, rigid } = this;
    const { centre, velocity } = rigid.motion;
    balance.duration = dt;
    balance.drag = drag;
    correction.measureFree(balance);
    for (let axis = 0; axis < 3; axis++) course[axis] = centre[axis] + (dt / 2) * velocity[axis];
    correction.allowMoved(balance, course, NOTHING);
    correction.remove(balance, step.constraints);
  }
}
