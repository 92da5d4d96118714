import type { SteppedBody } from '../solids/SteppedBody.ts';
import type { GatheredSurface } from './bodyContactSurface.ts';

/** The vectors of a body that contact reads and writes. */
type BodyVector = 'positions' | 'velocities' | 'nextPositions' | 'moveVelocity' | 'startVelocity' | 'nextVelocity';

/** Takes vectors of the vertices on the skins of a group of bodies together, and gives them back. */
export class SkinVectors {
  constructor(
    private readonly bodies: readonly SteppedBody[],
    private readonly surface: Pick<GatheredSurface, 'vertices' | 'offsets'>,
  ) {}

  gatherHeld(into: Uint8Array): void {
    const { vertices, offsets } = this.surface;
    for (let b = 0; b < this.bodies.length; b++) {
      const { held } = this.bodies[b];
      for (let i = offsets[b]; i < offsets[b + 1]; i++) into[i] = held[vertices[i]];
    }
  }

  gather(vector: BodyVector, into: Float64Array): void {
    const { vertices, offsets } = this.surface;
    for (let b = 0; b < this.bodies.length; b++) gatherRows(this.bodies[b][vector], vertices, offsets, b, into);
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
