import { addVectors } from '../vectorSums.ts';
import type { Term } from './Term.ts';

/**
 * What contact with other bodies is known to press on a body with in a substep that has not begun: the force of the one before, where that goes on. It is a part of the velocity solves, where what
 * rests is then in equilibrium; contact takes back what is too much of it.
 */
export class CarriedForce implements Term {
  /** N, xyz per vertex. */
  readonly force: Float64Array;
  /** Whether any of it is not zero. */
  any = false;

  constructor(vertexCount: number) {
    this.force = new Float64Array(3 * vertexCount);
  }

  addForce(_x: Float64Array, _v: Float64Array, force: Float64Array): void {
    if (this.any) addVectors(force, this.force, force);
  }
}
