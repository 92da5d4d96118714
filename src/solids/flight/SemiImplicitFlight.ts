import { ContactStage } from '../../collision/contactSolve.ts';
import { type MomentumBalance, MomentumCorrection } from '../momenta/MomentumCorrection.ts';
import type { Term } from '../terms/Term.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import { sumNumbers } from '../vectorSums.ts';
import { massSquare, meanOf } from './massSums.ts';
import { RigidFlight } from './RigidFlight.ts';

/**
 * A semi-implicit step of a body that nothing touches or constrains, and which turns. Its rigid motion is carried out exactly, as in `ImplicitFlight`; the Newmark scheme is left with the deformation, as
 * who turns along with the body by half of the step sees it: places r from the centre have come there by R_h, velocities u beside the rigid ones by its inverse, and both go on so to the end.
 */
export class SemiImplicitFlight {
  private readonly step: VelocityStep;
  private readonly body: SchemeBody;
  private readonly rigid: RigidFlight;
  private readonly correction = new MomentumCorrection();
  private readonly balance: MomentumBalance;
  private readonly centrifugal: CentrifugalForce;
  /** R_h r^n, m, and R_h^-1 u^n, m/s, as seen in the middle. */
  private readonly places: Float64Array;
  private readonly deformation: Float64Array;
  /** Positions at which forces act, m. */
  private readonly at: Float64Array;
  private readonly mean = new Float64Array(3);

  /** `step`: the solves of the scheme, under the terms of the body and `centrifugal`. */
  constructor(body: SchemeBody, step: VelocityStep, centrifugal: CentrifugalForce) {
    const { positions, nextPositions, velocities, operators } = body;
    const vectors = () => new Float64Array(positions.length);
    this.body = body;
    this.step = step;
    this.centrifugal = centrifugal;
    this.rigid = centrifugal.rigid;
    this.places = vectors();
    this.deformation = vectors();
    this.at = vectors();
    this.balance = {
      masses: operators.masses,
      from: positions,
      to: nextPositions,
      at: this.at,
      before: velocities,
      after: step.velocity,
      force: vectors(),
      duration: 0,
      drag: 0,
      dragBlend: 0.5,
    };
  }

  /** Begins a step of `dt`, s; returns whether the body turns by enough to be worth it, and more than it deforms: what flails about has no frame to turn along with. */
  begins(dt: number): boolean {
    const { rigid } = this;
    const { positions, velocities, operators } = this.body;
    const { masses } = operators;
    rigid.find(masses, positions, velocities, dt);
    if (!rigid.turns(dt)) return false;
    const { velocity } = rigid.motion;
    const square = velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2];
    const turning = rigid.turningSquare;
    return massSquare(velocities, masses) - sumNumbers(masses) * square - turning < turning;
  }

  /** Finds what moves the positions, m/s, in place of the velocity of the solve, after `begins`. */
  predict(dt: number): void {
    const { step, rigid, places, deformation, at, centrifugal, mean } = this;
    const { positions, velocities, operators } = this.body;
    const { masses } = operators;
    const { half: q, motion } = rigid;
    const { centre, velocity: before, angularVelocity: o } = motion;
    for (let k = 0; k < positions.length; k += 3) {
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      const a = velocities[k] - before[0] - (o[1] * z - o[2] * y);
      const b = velocities[k + 1] - before[1] - (o[2] * x - o[0] * z);
      const c = velocities[k + 2] - before[2] - (o[0] * y - o[1] * x);
      for (let i = 0; i < 3; i++) {
        places[k + i] = q[3 * i] * x + q[3 * i + 1] * y + q[3 * i + 2] * z;
        deformation[k + i] = q[i] * a + q[3 + i] * b + q[6 + i] * c;
        at[k + i] = centre[i] + places[k + i];
        step.startVelocity[k + i] = before[i] + deformation[k + i];
      }
    }
    centrifugal.centre.set(centre);
    centrifugal.acts = true;
    step.solve(ContactStage.direct, at);
    centrifugal.acts = false;
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
    const { step, rigid, places, deformation, at, centrifugal, mean } = this;
    const { nextPositions, operators } = this.body;
    const { masses } = operators;
    const { half: q, motion, middle: w } = rigid;
    const { velocity: before } = motion;
    meanOf(masses, nextPositions, mean);
    for (let k = 0; k < at.length; k += 3) {
      const x = nextPositions[k] - mean[0];
      const y = nextPositions[k + 1] - mean[1];
      const z = nextPositions[k + 2] - mean[2];
      for (let i = 0; i < 3; i++) {
        at[k + i] = mean[i] + 0.5 * (places[k + i] + q[i] * x + q[3 + i] * y + q[6 + i] * z);
        step.startVelocity[k + i] = before[i] + deformation[k + i];
      }
    }
    centrifugal.centre.set(mean);
    centrifugal.acts = true;
    step.solve(ContactStage.extrapolated, at);
    centrifugal.acts = false;
    step.extrapolate();
    const found = step.velocity;
    rigid.stopTurning(masses, at, found);
    const centre = this.centreOf(nextPositions, found);
    for (let k = 0; k < found.length; k += 3) {
      const x = nextPositions[k] - centre[0];
      const y = nextPositions[k + 1] - centre[1];
      const z = nextPositions[k + 2] - centre[2];
      const a = found[k] - mean[0];
      const b = found[k + 1] - mean[1];
      const c = found[k + 2] - mean[2];
      for (let i = 0; i < 3; i++) found[k + i] = mean[i] + q[i] * a + q[3 + i] * b + q[6 + i] * c;
      found[k] += w[1] * z - w[2] * y;
      found[k + 1] += w[2] * x - w[0] * z;
      found[k + 2] += w[0] * y - w[1] * x;
    }
    this.correctMomenta(dt, drag);
  }

  /** Returns the centre of the positions, in place; `mean` is then the mean of the velocities. */
  private centreOf(positions: Float64Array, velocities: Float64Array): Float64Array {
    const { centre } = this.centrifugal;
    const { masses } = this.body.operators;
    meanOf(masses, positions, centre);
    meanOf(masses, velocities, this.mean);
    return centre;
  }

  /** All momentum that the forces from outside did not bring is spurious. */
  private correctMomenta(dt: number, drag: number): void {
    const { balance, correction, step, centrifugal } = this;
    const { elasticForce } = this.body.operators;
    const { force } = balance;
    for (let k = 0; k < force.length; k++) force[k] = step.force[k] - elasticForce[k] - centrifugal.force[k];
    balance.duration = dt;
    balance.drag = drag;
    correction.measureFree(balance);
    correction.remove(balance, step.constraints.kinds);
  }
}

/** -m omega cross (omega cross r): what who turns along with a body takes for a force. */
export class CentrifugalForce implements Term {
  /** Whether the body flies, as who turns along with it sees it. */
  acts = false;
  readonly rigid = new RigidFlight();
  /** N, as added last. */
  readonly force: Float64Array;
  /** m. */
  readonly centre = new Float64Array(3);
  private readonly masses: Float64Array;

  /** `masses`: kg per vertex. */
  constructor(masses: Float64Array) {
    this.masses = masses;
    this.force = new Float64Array(3 * masses.length);
  }

  addForce(positions: Float64Array, _v: Float64Array, force: Float64Array): void {
    if (!this.acts) return;
    const { masses, centre, force: own } = this;
    const { middle: w } = this.rigid;
    const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    for (let v = 0; v < masses.length; v++) {
      const k = 3 * v;
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      const along = w[0] * x + w[1] * y + w[2] * z;
      own[k] = masses[v] * (square * x - w[0] * along);
      own[k + 1] = masses[v] * (square * y - w[1] * along);
      own[k + 2] = masses[v] * (square * z - w[2] * along);
      force[k] += own[k];
      force[k + 1] += own[k + 1];
      force[k + 2] += own[k + 2];
    }
  }
}
