import type { Term } from '../terms/Term.ts';
import { RigidFlight } from './RigidFlight.ts';

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
