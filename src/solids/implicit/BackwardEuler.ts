import { ContactStage } from '../../collision/contactSolve.ts';
import { BodyMomenta } from '../momenta/BodyMomenta.ts';
import type { Substep } from '../terms/Term.ts';
import type { SchemeBody, TimeScheme } from '../TimeScheme.ts';
import { type VelocityOperators, VelocityStep } from '../VelocityStep.ts';
import type { NewtonRefinement } from './NewtonRefinement.ts';

/**
 * Backward Euler, v^{n+1} = v^n + dt a(x^n + dt v^{n+1}, v^{n+1}): elastic forces are implicit, their stiffness made definite (Teran et al. 2005), so that it is stable for every dt, and as damped as
 * dt is long. The first Newton iteration is the velocity step's; `NewtonRefinement` adds more.
 */
export class BackwardEuler implements TimeScheme {
  readonly step: VelocityStep;
  readonly from: Float64Array;
  /** v^{n+1}; from `endPrediction` to `endMove` what moves the positions. */
  readonly moveVelocity: Float64Array;
  readonly startVelocity: Float64Array;
  readonly nextVelocity: Float64Array;
  protected readonly body: SchemeBody;
  protected readonly momenta: BodyMomenta;
  private readonly newton: NewtonRefinement | undefined;
  /** What steps keep of velocities, m/s: v^n, against which momenta are balanced, then v^{n+1} without what corrects the move alone. */
  private readonly uncorrected: Float64Array;
  /** Whether anything corrects the move alone. */
  private readonly bringsBack: boolean;

  /** `from`: where steps start, m; `createNewton` makes the iterations after the first; `operators`: what solves in place of the body's own. */
  constructor(
    body: SchemeBody,
    {
      from = body.positions,
      operators = body.operators,
      createNewton,
    }: {
      readonly from?: Float64Array;
      readonly operators?: VelocityOperators;
      readonly createNewton?: ((step: VelocityStep) => NewtonRefinement) | undefined;
    } = {},
  ) {
    const { targets, contact, volume } = body;
    const { masses } = operators;
    this.body = body;
    this.from = from;
    this.step = new VelocityStep({
      ...body,
      operators,
      contact: contact.solve,
      stiff: true,
      pressureForce: volume?.force,
    });
    const { velocity } = this.step;
    this.moveVelocity = velocity;
    this.startVelocity = velocity;
    this.nextVelocity = velocity;
    this.newton = createNewton?.(this.step);
    this.uncorrected = new Float64Array(from.length);
    this.bringsBack = body.keepsContact !== true || volume !== undefined;
    const { step, uncorrected } = this;
    this.momenta = new BodyMomenta({ masses, from, step, targets, contact: contact.solve, before: uncorrected });
  }

  get iterations(): number {
    return this.newton?.iterations ?? 0;
  }

  begin(substep: Substep): void {
    substep.h = substep.dt;
  }

  predict(substep: Substep, touched: boolean): void {
    const { step, from, momenta, newton } = this;
    const { h } = substep;
    this.beginSolve(substep);
    step.solve(ContactStage.direct, from, touched);
    this.body.volume?.noteApplied(step);
    newton?.refine(substep, this.body.weight.drag);
    momenta.correct(ContactStage.direct, newton?.positions ?? from, from, h, touched);
  }

  endPrediction(substep: Substep): void {
    const { moveVelocity } = this;
    this.body.contact.solve.finish(moveVelocity);
    this.uncorrected.set(moveVelocity);
    this.findMoveVelocity(substep);
  }

  /** What moved the positions to their volumes and off other bodies must not stay in the velocity. */
  endMove(): void {
    if (this.bringsBack) this.nextVelocity.set(this.uncorrected);
  }

  /** The velocity is final already. */
  integrateVelocities(): void {
    // `predict` has found it.
  }

  /** Velocities from which the step starts, m/s. */
  protected get startVelocities(): Float64Array {
    return this.body.velocities;
  }

  /** v^{n+1} in `moveVelocity` becomes what moves the positions. */
  protected findMoveVelocity(_substep: Substep): void {
    // One velocity is both.
  }

  /** Begins the velocity step from the velocities of the start. */
  protected beginSolve({ h }: Substep): void {
    const { step, uncorrected } = this;
    const { weight, targets, elastic } = this.body;
    this.momenta.begin(weight.drag);
    step.begin(h, weight.drag);
    elastic.prepareSolve?.(targets.constrained);
    step.startVelocity.set(this.startVelocities);
    targets.imposeVelocities(step.startVelocity);
    uncorrected.set(step.startVelocity);
  }
}
