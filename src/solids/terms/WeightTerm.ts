import { gravitationalEnergy } from '../energies.ts';
import type { Substep, Term } from './Term.ts';

/** What pulls and slows every part of a body alike, as functions of time. */
export interface FieldsOfTime {
  /** out = acceleration of gravity and fields at `time` (s), m/s2. */
  gravityAt(time: number, out: Float64Array): void;
  /** Returns the ambient drag at `time` (s), 1/s: every vertex has the force -drag mass velocity. */
  dragAt(time: number): number;
}

/** Weight: gravity and the fields that accelerate all of a body alike. Drag, which solves have implicit, is told here beside it. */
export class WeightTerm implements Term {
  /** Drag of the running substep, 1/s. */
  drag = 0;
  private readonly fields: FieldsOfTime;
  private readonly masses: Float64Array;
  private readonly gravity = new Float64Array(3);

  /** `masses`: kg per vertex. */
  constructor(fields: FieldsOfTime, masses: Float64Array) {
    this.fields = fields;
    this.masses = masses;
  }

  beginStep({ start, end }: Substep): void {
    const middle = (start + end) / 2;
    this.drag = this.fields.dragAt(middle);
    this.fields.gravityAt(middle, this.gravity);
  }

  addForce(_x: Float64Array, _v: Float64Array, force: Float64Array): void {
    const { masses, gravity } = this;
    const [x, y, z] = gravity;
    for (let v = 0, k = 0; v < masses.length; v++, k += 3) {
      const m = masses[v];
      force[k] += m * x;
      force[k + 1] += m * y;
      force[k + 2] += m * z;
    }
  }

  energyAt(x: Float64Array): number {
    return gravitationalEnergy(this.masses, this.gravity, x);
  }

  /** Returns -m g.x summed over the vertices at `time` (s), J, zero at the origin. Between substeps. */
  energyBetween(time: number, positions: Float64Array): number {
    this.fields.gravityAt(time, this.gravity);
    return gravitationalEnergy(this.masses, this.gravity, positions);
  }
}
