import { assert } from '../../base/errors.ts';
import { ContactStage } from '../../collision/contactSolve.ts';
import { PressedFlight } from '../flight/PressedFlight.ts';
import { BackwardEuler } from '../implicit/BackwardEuler.ts';
import type { DirectSolve } from '../implicit/DirectSolve.ts';
import type { Substep } from '../terms/Term.ts';
import { addVectors } from '../vectorSums.ts';
import type { LiquidCoupling, SchemeBody, TimeSchemeDefinition } from '../TimeScheme.ts';

/**
 * Backward Euler of a body that moves with liquids, which ask for its answers to many forces before contact is settled (Zarifi 2017, 5.16): its velocities are solved for by a factor of their matrix, in
 * one Newton iteration. Where nothing but liquids touches the body, it flies, and they press on its flight.
 */
class LiquidCoupled extends BackwardEuler implements LiquidCoupling {
  readonly coupling = this;
  pressed = false;
  wet = false;
  readonly pressure: Float64Array;
  /** What the last solve of the liquids presses with, N. */
  private readonly last: Float64Array;
  private readonly direct: DirectSolve;
  private readonly inLiquid: PressedFlight;
  private readonly solve = (force: Float64Array) => this.direct.applyInverse(force);

  constructor(body: SchemeBody, direct: DirectSolve) {
    super(body, { operators: direct });
    this.direct = direct;
    this.pressure = new Float64Array(body.positions.length);
    this.last = new Float64Array(body.positions.length);
    this.inLiquid = new PressedFlight(body, this.flight.rigid, this.pressure);
  }

  override get movesByMean(): boolean {
    return this.flying && !this.pressed;
  }

  /** The move without liquids. */
  override predict(substep: Substep, touched: boolean): void {
    this.pressed = false;
    this.wet = false;
    this.pressure.fill(0);
    this.last.fill(0);
    this.flying = this.isFree(substep);
    if (this.flying) {
      this.fly(substep);
      return;
    }
    this.beginSolve(substep);
    this.step.solveOnce(ContactStage.direct, this.from);
    this.balance(substep, touched);
  }

  noteLiquid(): void {
    this.wet = true;
  }

  isCompliant(vertex: number, direction: Float64Array, at: number): boolean {
    return this.direct.isCompliant(vertex, direction, at);
  }

  applyInverse(force: Float64Array): void {
    if (this.flying) this.inLiquid.applyInverse(force, this.solve);
    else this.direct.applyInverse(force);
  }

  applyPressure(substep: Substep, pressure: Float64Array, mayRevise: boolean, touched: boolean): boolean {
    this.notePressure(pressure);
    this.last.set(pressure);
    if (!this.step.press(ContactStage.direct, pressure, mayRevise)) return false;
    this.balance(substep, touched);
    return true;
  }

  commitPressure(pressure: Float64Array): void {
    this.notePressure(pressure);
    addVectors(this.pressure, pressure, this.pressure);
    this.last.fill(0);
    this.step.addPressure(pressure);
  }

  override endPrediction(substep: Substep): void {
    const { inLiquid, moveVelocity, uncorrected, body, pressure } = this;
    addVectors(pressure, this.last, pressure);
    if (!this.flying) {
      super.endPrediction(substep);
      return;
    }
    if (this.pressed) inLiquid.endPressed(substep.dt, body.weight.drag, this.wet, moveVelocity, uncorrected);
    else inLiquid.endDry(moveVelocity);
    this.noteUnmoved(substep);
  }

  /** The flight ends before liquids act on it. */
  protected override fly(substep: Substep): void {
    const { flight, shares, body, uncorrected, moveVelocity } = this;
    super.fly(substep);
    flight.end(substep.dt, shares, body.weight.drag, uncorrected, moveVelocity);
    this.inLiquid.begin(moveVelocity, uncorrected, moveVelocity);
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
  carries: false,
  create(body) {
    const direct = body.createDirect?.();
    assert(direct !== undefined, 'a body whose matrix cannot be factored moves with no liquid');
    return new LiquidCoupled(body, direct);
  },
};

export default definition;
