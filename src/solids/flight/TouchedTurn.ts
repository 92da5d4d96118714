import { ContactStage } from '../../collision/contactSolve.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';
import { RigidMotion } from '../momenta/RigidMotion.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import type { CentrifugalForce } from './CentrifugalForce.ts';
import { meanOf } from './massSums.ts';
import type { RigidFlight } from './RigidFlight.ts';

/**
 * A backward Euler step of a body that turns while something touches it, as who turns along with it sees it: places come to where R = exp(dt [omega_m]) turns them and velocities beside the turning by its inverse, as in a
 * `Flight`, and all that forces, contact and friction among them, do beside that is in the velocities w of the solve. Contact acts on the velocities of which w are the remaining part: those that lead from the present positions
 * to the turned ones are the rest. Found in a frame that stands still, forces are stale by the turn of the step, and what turns swells along its tangents: it is stretched and damped as if it did not turn at all.
 */
export class TouchedTurn {
  /** Positions at which forces act, m: the present ones, turned. */
  readonly at: Float64Array;
  private readonly body: SchemeBody;
  private readonly step: VelocityStep;
  private readonly centrifugal: CentrifugalForce;
  private readonly rigid: RigidFlight;
  /** Velocities that lead to `at`, m/s. */
  private readonly leading: Float64Array;
  /** Turned places from the centre, m, and velocities beside the rigid ones, m/s, turned back. */
  private readonly places: Float64Array;
  private readonly deformation: Float64Array;
  /** Positions at the end of the step, m. */
  private readonly next: Float64Array;
  /** How much farther from the centre what touches is than where forces act, m. */
  private readonly arms: Float64Array;
  private readonly endCentre = new Float64Array(3);
  /** Angular momentum about the centre at the start, kg m2/s. */
  private readonly spin = new Float64Array(3);
  private readonly still = new Float64Array(3);
  private readonly ending = new RigidMotion();

  /** `step`: the solves of the scheme, under the terms of the body and `centrifugal`. */
  constructor(body: SchemeBody, step: VelocityStep, centrifugal: CentrifugalForce) {
    const vectors = () => new Float64Array(body.positions.length);
    this.body = body;
    this.step = step;
    this.centrifugal = centrifugal;
    this.rigid = centrifugal.rigid;
    this.at = vectors();
    this.leading = vectors();
    this.places = vectors();
    this.deformation = vectors();
    this.next = vectors();
    this.arms = vectors();
  }

  /** Begins a step of `dt`, s; returns whether the body turns by enough in it to be worth it, and more than it deforms. */
  begins(dt: number): boolean {
    const { rigid } = this;
    const { positions, velocities, operators } = this.body;
    rigid.find(operators.masses, positions, velocities, dt, 1);
    return rigid.turns(dt) && rigid.turnsMost(operators.masses, velocities);
  }

  /** Finds where the body turns to in the step of `dt`, s, that has begun, and the velocities w that its solve starts from. */
  begin(dt: number): void {
    const { rigid, at, leading, places, deformation, centrifugal, spin } = this;
    const { positions, velocities, operators } = this.body;
    const { startVelocity: start } = this.step;
    const { motion } = rigid;
    const { centre, velocity } = motion;
    rigid.takeApart(rigid.turn, positions, velocities, places, deformation);
    for (let k = 0; k < at.length; k++) {
      at[k] = centre[k % 3] + places[k];
      leading[k] = (at[k] - positions[k]) / dt;
      start[k] = velocity[k % 3] + deformation[k];
    }
    rigid.stopTurning(operators.masses, at, start);
    motion.turnedBy(motion.angularVelocity, spin);
    centrifugal.centre.set(centre);
    this.step.contact.leading = leading;
  }

  /** Solves for the velocities w; `touched`: as of `VelocityStep.solve`. */
  solve(touched: boolean): void {
    const { centrifugal, step, at } = this;
    centrifugal.acts = true;
    centrifugal.turnsFreely = true;
    try {
      step.solve(ContactStage.direct, at, touched);
    } finally {
      centrifugal.acts = false;
      centrifugal.turnsFreely = false;
    }
  }

  /**
   * Ends a step of `dt`, s, with drag in 1/s: the turning comes back with the angular momentum that it had, beside w. `move`, w before, becomes what takes the positions to their place, m/s, with the friction of its end, and
   * `velocity` the velocity there; what contact constrains has that of its move.
   */
  end(dt: number, drag: number, velocity: Float64Array, move: Float64Array): void {
    const { at, next, leading, spin, still, ending, step } = this;
    const { operators, contact } = this.body;
    for (let k = 0; k < next.length; k++) next[k] = at[k] + dt * move[k];
    for (let axis = 0; axis < 3; axis++) spin[axis] /= 1 + dt * drag;
    if (step.contact.touches) {
      this.findArms();
      step.contact.addTorque(this.arms, step.matrix.duration[0], spin);
    }
    ending.find(operators.masses, next, still, spin, still);
    const { centre, angularVelocity: w } = ending;
    for (let k = 0; k < move.length; k += 3) {
      const x = next[k] - centre[0];
      const y = next[k + 1] - centre[1];
      const z = next[k + 2] - centre[2];
      velocity[k] = move[k] + w[1] * z - w[2] * y;
      velocity[k + 1] = move[k + 1] + w[2] * x - w[0] * z;
      velocity[k + 2] = move[k + 2] + w[0] * y - w[1] * x;
      for (let i = k; i < k + 3; i++) move[i] += leading[i];
    }
    contact.solve.finish(move);
    this.constrain(velocity, move);
  }

  /** arms = how much farther from the centre contact is on its way through the step, in the mean, than where its forces acted, m. */
  private findArms(): void {
    const { next, places, arms, rigid, endCentre } = this;
    const { positions, operators } = this.body;
    const { centre } = rigid.motion;
    meanOf(operators.masses, next, endCentre);
    for (let k = 0; k < arms.length; k++) {
      arms[k] = 0.5 * (positions[k] - centre[k % 3] + next[k] - endCentre[k % 3]) - places[k];
    }
  }

  /** What contact constrains of `velocity` becomes that of `move`, m/s. */
  private constrain(velocity: Float64Array, move: Float64Array): void {
    const { kinds, normals } = this.step.constraints;
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i];
      if (kind === Constraint.free) continue;
      const k = 3 * i;
      let along = 0;
      for (let axis = 0; axis < 3; axis++) along += normals[k + axis] * (move[k + axis] - velocity[k + axis]);
      for (let axis = 0; axis < 3; axis++) {
        if (kind === Constraint.normal) velocity[k + axis] += along * normals[k + axis];
        else if (kind === Constraint.line) velocity[k + axis] = move[k + axis] - along * normals[k + axis];
        else velocity[k + axis] = move[k + axis];
      }
    }
  }
}
