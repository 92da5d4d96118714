import { ContactStage } from '../../collision/contactSolve.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import type { CentrifugalForce } from './CentrifugalForce.ts';
import { Flight } from './Flight.ts';
import { meanOf } from './massSums.ts';

/**
 * A semi-implicit step of a `Flight`, for a body that turns: the Newmark scheme acts on the deformation as who turns along with the body by half of the step sees it. Places have come there by R_h and
 * velocities by its inverse, and both go on so to the end.
 */
export class SemiImplicitFlight extends Flight {
  constructor(body: SchemeBody, step: VelocityStep, centrifugal: CentrifugalForce) {
    super(body, step, centrifugal, { next: body.nextPositions, dragBlend: 0.5 });
  }

  /** Begins a step of `dt`, s; returns whether the body turns by enough to be worth it, and more than it deforms. */
  begins(dt: number): boolean {
    const { rigid } = this;
    const { positions, velocities, operators } = this.body;
    const { masses } = operators;
    rigid.find(masses, positions, velocities, dt, 0.5);
    return rigid.turns(dt) && rigid.turnsMost(masses, velocities);
  }

  /** Finds what moves the positions, m/s, in place of the velocity of the solve, after `begins`. */
  predict(dt: number): void {
    const { step, rigid, places, deformation, at, centrifugal, mean } = this;
    const { positions, velocities, operators } = this.body;
    const { masses } = operators;
    const { turn: q, motion } = rigid;
    const { centre } = motion;
    rigid.takeApart(q, positions, velocities, places, deformation);
    for (let k = 0; k < at.length; k++) at[k] = centre[k % 3] + places[k];
    this.writeStart();
    centrifugal.centre.set(centre);
    this.solveAt(ContactStage.direct, at);
    // What collides in the move meets the body with the velocities that it has.
    step.startVelocity.set(velocities);
    const found = step.velocity;
    meanOf(masses, found, mean);
    rigid.stopTurning(masses, at, found);
    for (let k = 0; k < found.length; k += 3) {
      const x = places[k] + dt * (found[k] - mean[0]);
      const y = places[k + 1] + dt * (found[k + 1] - mean[1]);
      const z = places[k + 2] + dt * (found[k + 2] - mean[2]);
      for (let i = 0; i < 3; i++) {
        const place = q[3 * i] * x + q[3 * i + 1] * y + q[3 * i + 2] * z;
        found[k + i] = mean[i] + (centre[i] + place - positions[k + i]) / dt;
      }
    }
  }

  /** Finds the velocities at the positions that the body has moved to, m/s, in place of those of the solve; `drag` in 1/s. */
  integrateVelocities(dt: number, drag: number): void {
    const { step, rigid, places, at, centrifugal, mean } = this;
    const { nextPositions, operators } = this.body;
    const { masses } = operators;
    const { onward: q } = rigid;
    const { centre } = centrifugal;
    meanOf(masses, nextPositions, centre);
    for (let k = 0; k < at.length; k += 3) {
      const x = nextPositions[k] - centre[0];
      const y = nextPositions[k + 1] - centre[1];
      const z = nextPositions[k + 2] - centre[2];
      for (let i = 0; i < 3; i++) {
        at[k + i] = centre[i] + 0.5 * (places[k + i] + q[i] * x + q[3 + i] * y + q[6 + i] * z);
      }
    }
    this.writeStart();
    this.solveAt(ContactStage.extrapolated, at);
    step.extrapolate();
    const found = step.velocity;
    rigid.stopTurning(masses, at, found);
    meanOf(masses, found, mean);
    for (let k = 0; k < found.length; k += 3) {
      const a = found[k] - mean[0];
      const b = found[k + 1] - mean[1];
      const c = found[k + 2] - mean[2];
      for (let i = 0; i < 3; i++) found[k + i] = mean[i] + q[i] * a + q[3 + i] * b + q[6 + i] * c;
    }
    rigid.addTurning(nextPositions, centre, found);
    this.gatherOutside();
    this.removeSpurious(dt, drag);
  }

  /** The velocities of the start of the step, without those of turning, as seen in its middle. */
  private writeStart(): void {
    const { rigid, deformation } = this;
    const { startVelocity } = this.step;
    const { velocity } = rigid.motion;
    for (let k = 0; k < startVelocity.length; k++) startVelocity[k] = velocity[k % 3] + deformation[k];
  }
}
