import { assert } from '../../base/errors.ts';
import { ContactStage } from '../../collision/contactSolve.ts';
import { BackwardEuler } from '../implicit/BackwardEuler.ts';
import type { DirectSolve } from '../implicit/DirectSolve.ts';
import { meanOf } from '../flight/massSums.ts';
import type { Substep } from '../terms/Term.ts';
import type { LiquidCoupling, SchemeBody, TimeSchemeDefinition } from '../TimeScheme.ts';

/**
 * Backward Euler of a body that moves with liquids, which ask for its answers to many forces before contact is settled (Zarifi 2017, 5.16): its velocities are solved for by a factor of their matrix, in
 * one Newton iteration.
 */
class LiquidCoupled extends BackwardEuler implements LiquidCoupling {
  readonly coupling = this;
  private readonly direct: DirectSolve;
  /** Whether a liquid presses on the body in the running substep. */
  private pressed = false;
  private readonly before = new Float64Array(3);
  private readonly after = new Float64Array(3);

  constructor(body: SchemeBody, direct: DirectSolve) {
    super(body, { operators: direct, flies: false });
    this.direct = direct;
  }

  /** The move without liquids. */
  override predict(substep: Substep, touched: boolean): void {
    this.pressed = false;
    this.beginSolve(substep);
    this.step.solveOnce(ContactStage.direct, this.from);
    this.balance(substep, touched);
  }

  isCompliant(vertex: number, direction: Float64Array, at: number): boolean {
    return this.direct.isCompliant(vertex, direction, at);
  }

  applyInverse(force: Float64Array): void {
    this.direct.applyInverse(force);
  }

  applyPressure(substep: Substep, pressure: Float64Array, mayRevise: boolean, touched: boolean): boolean {
    this.notePressure(pressure);
    if (!this.step.press(ContactStage.direct, pressure, mayRevise)) return false;
    this.balance(substep, touched);
    return true;
  }

  commitPressure(pressure: Float64Array): void {
    this.notePressure(pressure);
    this.step.addPressure(pressure);
  }

  /** A body that nothing touches falls as it should: its centre moves with the mean of both velocities. */
  protected override findMoveVelocity(substep: Substep): void {
    if (this.pressed || !this.isFree(substep)) return;
    const { before, after, moveVelocity } = this;
    const { operators, velocities } = this.body;
    meanOf(operators.masses, velocities, before);
    meanOf(operators.masses, moveVelocity, after);
    for (let k = 0; k < moveVelocity.length; k++) moveVelocity[k] -= (after[k % 3] - before[k % 3]) / 2;
  }

  private notePressure(pressure: Float64Array): void {
    for (let k = 0; k < pressure.length && !this.pressed; k++) this.pressed = pressure[k] !== 0;
  }

  private balance({ h }: Substep, touched: boolean): void {
    const { from } = this;
    this.momenta.correct(ContactStage.direct, from, from, h, touched);
  }
}

const definition: TimeSchemeDefinition = {
  type: 'liquid-coupled',
  label: 'Backward Euler with liquids',
  reference: 'Zarifi 2017, 5.16',
  implicit: true,
  spreads: false,
  create(body) {
    const direct = body.createDirect?.();
    assert(direct !== undefined, 'a body whose matrix cannot be factored moves with no liquid');
    return new LiquidCoupled(body, direct);
  },
};

export default definition;
