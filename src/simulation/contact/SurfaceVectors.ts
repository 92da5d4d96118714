import type { SteppedBody } from '../../solids/SteppedBody.ts';
import type { GatheredSurface } from './bodyContactSurface.ts';

/** The vectors of a body that contact reads and writes. */
type BodyVector = 'positions' | 'velocities' | 'nextPositions' | 'moveVelocity' | 'startVelocity' | 'nextVelocity';

/** Gathers vectors of the vertices on the surfaces of an island's bodies, and scatters them back. */
export class SurfaceVectors {
  constructor(
    private readonly bodies: readonly SteppedBody[],
    private readonly surface: Pick<GatheredSurface, 'vertices' | 'offsets'>,
  ) {}

  gatherHeld(into: Uint8Array): void {
    const { vertices, offsets } = this.surface;
    for (let b = 0; b < this.bodies.length; b++) {
      const { constrained: held } = this.bodies[b];
      for (let i = offsets[b]; i < offsets[b + 1]; i++) into[i] = held[vertices[i]];
    }
  }

  gather(vector: BodyVector, into: Float64Array): void {
    const { vertices, offsets } = this.surface;
    for (let b = 0; b < this.bodies.length; b++) gatherRows(this.bodies[b][vector], vertices, offsets, b, into);
  }

  /** Gives the bodies the forces (N) that they carry. */
  carry(from: Float64Array): void {
    const { vertices, offsets } = this.surface;
    for (let b = 0; b < this.bodies.length; b++) {
      const { carried } = this.bodies[b];
      if (carried === undefined) continue;
      scatterRows(from, vertices, offsets, b, carried.force);
      carried.any = anyIn(from, 3 * offsets[b], 3 * offsets[b + 1]);
    }
  }

  /** Takes from the velocities `v`, m/s, what the bodies carry in their last solves did to each vertex by itself; `inverseMasses`: 1/kg. */
  uncarry(v: Float64Array, inverseMasses: Float64Array): void {
    const { vertices, offsets } = this.surface;
    for (let b = 0; b < this.bodies.length; b++) {
      const { carried, impulses } = this.bodies[b];
      if (carried?.any !== true || impulses === undefined) continue;
      const duration = impulses.duration[0];
      for (let i = offsets[b]; i < offsets[b + 1]; i++) {
        for (let axis = 0; axis < 3; axis++) {
          v[3 * i + axis] -= duration * inverseMasses[i] * carried.force[3 * vertices[i] + axis];
        }
      }
    }
  }

  /** The bodies whose vector changes are `touched`. */
  scatter(from: Float64Array, vector: BodyVector): void {
    const { vertices, offsets } = this.surface;
    for (let b = 0; b < this.bodies.length; b++) {
      const body = this.bodies[b];
      if (scatterRows(from, vertices, offsets, b, body[vector])) body.touched = true;
    }
  }
}

/** into = the rows of `field` at the vertices of body b. */
function gatherRows(
  field: Float64Array,
  vertices: Uint32Array,
  offsets: Uint32Array,
  b: number,
  into: Float64Array,
): void {
  for (let i = offsets[b]; i < offsets[b + 1]; i++) {
    const k = 3 * vertices[i];
    into[3 * i] = field[k];
    into[3 * i + 1] = field[k + 1];
    into[3 * i + 2] = field[k + 2];
  }
}

/** Whether a number from `at` up to `end` is not zero. */
function anyIn(values: Float64Array, at: number, end: number): boolean {
  for (let k = at; k < end; k++) if (values[k] !== 0) return true;
  return false;
}

/** The opposite; true where a number changes. */
function scatterRows(
  from: Float64Array,
  vertices: Uint32Array,
  offsets: Uint32Array,
  b: number,
  field: Float64Array,
): boolean {
  let changed = false;
  for (let i = offsets[b]; i < offsets[b + 1]; i++) {
    const k = 3 * vertices[i];
    changed ||= from[3 * i] !== field[k] || from[3 * i + 1] !== field[k + 1] || from[3 * i + 2] !== field[k + 2];
    field[k] = from[3 * i];
    field[k + 1] = from[3 * i + 1];
    field[k + 2] = from[3 * i + 2];
  }
  return changed;
}
