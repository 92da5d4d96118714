import { ContactStage } from '../../collision/contactSolve.ts';
import { CentrifugalForce } from '../flight/CentrifugalForce.ts';
import { SemiImplicitFlight } from '../flight/SemiImplicitFlight.ts';
import { BodyMomenta } from '../momenta/BodyMomenta.ts';
import type { Substep } from '../terms/Term.ts';
import type { SchemeBody, TimeScheme, TimeSchemeDefinition } from '../TimeScheme.ts';
import { VelocityStep } from '../VelocityStep.ts';

/** The semi-implicit Newmark scheme of Irving 2007, 3.1, whose steps the numbers are: elastic forces explicit, damping implicit. Stable for short steps alone, and it damps nothing by itself. */
class SemiImplicit implements TimeScheme {
  readonly step: VelocityStep;
  readonly from: Float64Array;
  readonly moveVelocity: Float64Array;
  readonly startVelocity: Float64Array;
  readonly nextVelocity: Float64Array;
  readonly iterations = 0;
  readonly movesByMean = true;
  private readonly body: SchemeBody;
  private readonly momenta: BodyMomenta;
  private readonly middlePositions: Float64Array;
  private readonly flight: SemiImplicitFlight;
  /** Whether the running substep is one of free flight. */
  private flying = false;

  constructor(body: SchemeBody) {
    const { positions, operators, volume, contact, targets } = body;
    const { masses } = operators;
    this.body = body;
    const centrifugal = new CentrifugalForce(masses);
    const terms = [...body.terms, centrifugal];
    this.step = new VelocityStep({
      ...body,
      terms,
      contact: contact.solve,
      stiff: false,
      pressureForce: volume?.force,
    });
    this.from = positions;
    // velocity: v~^{n+1/2}, then v^{n+1/2}, then v^{n+1}; startVelocity: v^n, then v*^n.
    const { velocity, startVelocity } = this.step;
    this.moveVelocity = velocity;
    this.startVelocity = startVelocity;
    this.nextVelocity = velocity;
    this.middlePositions = new Float64Array(positions.length);
    this.flight = new SemiImplicitFlight(body, this.step, centrifugal);
    const { step } = this;
    this.momenta = new BodyMomenta({
      masses,
      from: positions,
      step,
      elastic: body.elastic,
      targets,
      contact: contact.solve,
      before: startVelocity,
    });
  }

  begin(substep: Substep): void {
    substep.h = substep.dt;
  }

  /** Step 1: v~^{n+1/2} = v^n + dt/2 a(t^{n+1/2}, x^n, v~^{n+1/2}); of a body that boundaries meet, v^{n+1} = v^n + dt a(t^{n+1}, x^n, v^{n+1}), which also moves it (symplectic Euler). */
  predict({ dt, untouched, met }: Substep, touched: boolean): void {
    const { step, momenta, from, startVelocity, flight } = this;
    const { velocities, targets, weight, volume, contact, elastic } = this.body;
    const duration = met ? dt : dt / 2;
    momenta.begin(weight.drag);
    step.begin(duration, weight.drag, untouched && !touched);
    startVelocity.set(velocities);
    targets.imposeVelocities(startVelocity);
    const free = untouched && !targets.acts && !contact.state.touching && elastic.turnsBody !== true;
    this.flying = free && flight.begins(dt);
    if (this.flying) {
      flight.predict(dt);
      volume?.noteApplied(step);
      return;
    }
    step.solve(ContactStage.direct, from, touched);
    volume?.noteApplied(step);
    momenta.correct(ContactStage.direct, from, from, duration, touched);
  }

  endPrediction({ dt, met }: Substep): void {
    const { contact, positions } = this.body;
    if (this.flying) return;
    contact.solve.finish(this.moveVelocity);
    if (met) {
      this.startVelocity.set(this.moveVelocity);
      return;
    }
    this.momenta.bendMove(positions, this.moveVelocity, dt);
  }

  integrateVelocities({ dt, met }: Substep, touched: boolean): void {
    const { step, momenta, middlePositions } = this;
    const { nextPositions, volume, contact, weight } = this.body;
    volume?.findForces(nextPositions);
    if (met) {
      this.nextVelocity.set(this.startVelocity);
      return;
    }
    if (this.flying && !touched && !contact.state.touching) {
      this.flight.integrateVelocities(dt, weight.drag);
      volume?.noteApplied(step);
      return;
    }
    this.findMiddle();
    if (touched) this.solveWholeStep(dt);
    else {
      // 5: v^{n+1/2} = v*^n + dt/2 a(t^{n+1/2}, x^{n+1/2}, v^{n+1/2})
      step.solve(ContactStage.extrapolated, middlePositions);
      // 6: v~^{n+1} = 2 v^{n+1/2} - v*^n
      step.extrapolate();
      momenta.correct(ContactStage.extrapolated, middlePositions, nextPositions, dt, touched);
    }
    volume?.noteApplied(step);
    // 7
    contact.solve.finish(this.nextVelocity);
  }

  /**
   * Solves v~^{n+1} = v*^n + dt a(t^{n+1/2}, x^{n+1/2}, v~^{n+1}) in place of steps 5 and 6 where other bodies touch. The extrapolation would reflect the jumps that their impulses make between
   * neighbouring vertices, substep after substep, where damping is stiff; this removes them.
   */
  private solveWholeStep(dt: number): void {
    const { step, momenta, middlePositions } = this;
    step.lengthen(dt);
    step.solve(ContactStage.direct, middlePositions, true);
    momenta.correct(ContactStage.direct, middlePositions, this.body.nextPositions, dt, true);
  }

  private findMiddle(): void {
    const { middlePositions } = this;
    const { positions, nextPositions } = this.body;
    for (let k = 0; k < positions.length; k++) middlePositions[k] = 0.5 * (positions[k] + nextPositions[k]);
  }
}

const definition: TimeSchemeDefinition = {
  type: 'semi-implicit',
  label: 'Semi-implicit Newmark',
  reference: 'Irving 2007, 3.1',
  implicit: false,
  carries: true,
  create: (body) => new SemiImplicit(body),
};

export default definition;
