import type { Term } from '../terms/Term.ts';
import { RigidFlight } from './RigidFlight.ts';

/** -m omega cross (omega cross r): what who turns along with a body takes for a force. */
export class CentrifugalForce implements Term {
  /** Whether the body flies, as who turns along with it sees it. */
  acts = false;
  /** Whether who turns along turns as the body would freely: the force then has no torque, as what changes their turning takes it up. */
  turnsFreely = false;
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
    const { masses, force: own } = this;
    this.findAccelerations(positions);
    if (this.turnsFreely) this.rigid.stopTurning(masses, positions, own);
    for (let v = 0; v < masses.length; v++) {
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        own[k] *= masses[v];
        force[k] += own[k];
      }
    }
  }

  /** force = the accelerations at `positions`, m/s2. */
  private findAccelerations(positions: Float64Array): void {
    const { centre, force: own } = this;
    const { middle: w } = this.rigid;
    const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    for (let k = 0; k < own.length; k += 3) {
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      const along = w[0] * x + w[1] * y + w[2] * z;
      own[k] = square * x - w[0] * along;
      own[k + 1] = square * y - w[1] * along;
      own[k + 2] = square * z - w[2] * along;
    }
  }
}
