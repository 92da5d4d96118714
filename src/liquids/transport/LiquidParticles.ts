import { assert } from '../../base/errors.ts';

/** Least room that a growing array is given. */
const LEAST = 1024;

/** Particles as they are kept to go on from: their arrays hold what is in them and no more. */
export interface ParticleState {
  /** m, xyz. */
  readonly positions: Float64Array;
  /** m/s, xyz. */
  readonly velocities: Float64Array;
  /** 1/s, nine for each. */
  readonly gradients: Float64Array;
  readonly ids: Uint32Array;
  /** The number that the next one gets. */
  readonly nextId: number;
}

/**
 * Particles that carry the liquid, in a fixed order: positions, m; velocities, m/s; the gradient of each velocity component (Jiang et al. 2015), 1/s,
 * nine per particle, row-major; a number of its own for each. Arrays are longer than what is in them.
 */
export class LiquidParticles {
  count = 0;
  positions = new Float64Array(0);
  velocities = new Float64Array(0);
  gradients = new Float64Array(0);
  ids = new Uint32Array(0);
  /** How many were ever added by `add`. */
  added = 0;
  /** The number that the next one gets. */
  nextId = 0;

  /** Adds one, without gradient: liquid that was not there. */
  add(x: number, y: number, z: number, u: number, v: number, w: number): void {
    this.addSeed(x, y, z);
    const at = 3 * this.count - 3;
    this.velocities[at] = u;
    this.velocities[at + 1] = v;
    this.velocities[at + 2] = w;
    this.added++;
  }

  /** Adds one that stands for no liquid of its own and has no velocity yet. */
  addSeed(x: number, y: number, z: number): void {
    if (this.count === this.ids.length) this.grow();
    const at = 3 * this.count;
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
    this.velocities.fill(0, at, at + 3);
    this.gradients.fill(0, 3 * at, 3 * at + 9);
    this.ids[this.count++] = this.nextId++;
  }

  /** A copy of all there is to them. */
  state(): ParticleState {
    const { count, nextId } = this;
    return {
      positions: this.positions.slice(0, 3 * count),
      velocities: this.velocities.slice(0, 3 * count),
      gradients: this.gradients.slice(0, 9 * count),
      ids: this.ids.slice(0, count),
      nextId,
    };
  }

  /** Becomes a copy of those of `state`. */
  take({ positions, velocities, gradients, ids, nextId }: ParticleState): void {
    const count = ids.length;
    const fits = positions.length === 3 * count && velocities.length === 3 * count && gradients.length === 9 * count;
    assert(fits, 'each particle has a position, a velocity and a gradient', { count });
    this.positions = positions.slice();
    this.velocities = velocities.slice();
    this.gradients = gradients.slice();
    this.ids = ids.slice();
    this.count = count;
    this.nextId = nextId;
  }

  /** Takes out those whose flag is not 0; the others keep their order. Gives how many went. */
  remove(flags: Uint8Array): number {
    const before = this.count;
    let kept = 0;
    for (let p = 0; p < before; p++) {
      if (flags[p] !== 0) continue;
      if (kept < p) this.move(p, kept);
      kept++;
    }
    this.count = kept;
    return before - kept;
  }

  /** Puts the particles in the order `from`: the new one n is the old one from[n]. `from` may leave some out. */
  reorder(from: Uint32Array, count: number): void {
    this.positions = gathered(this.positions, from, count, 3);
    this.velocities = gathered(this.velocities, from, count, 3);
    this.gradients = gathered(this.gradients, from, count, 9);
    const ids = new Uint32Array(this.ids.length);
    for (let n = 0; n < count; n++) ids[n] = this.ids[from[n]];
    this.ids = ids;
    this.count = count;
  }

  private move(from: number, to: number): void {
    for (let k = 0; k < 3; k++) {
      this.positions[3 * to + k] = this.positions[3 * from + k];
      this.velocities[3 * to + k] = this.velocities[3 * from + k];
    }
    for (let k = 0; k < 9; k++) this.gradients[9 * to + k] = this.gradients[9 * from + k];
    this.ids[to] = this.ids[from];
  }

  private grow(): void {
    const room = Math.max(LEAST, 2 * this.ids.length);
    this.positions = longer(this.positions, 3 * room);
    this.velocities = longer(this.velocities, 3 * room);
    this.gradients = longer(this.gradients, 9 * room);
    const ids = new Uint32Array(room);
    ids.set(this.ids);
    this.ids = ids;
  }
}

/** The largest speed of particles, m/s. */
export function fastestOf({ velocities, count }: LiquidParticles): number {
  let square = 0;
  for (let k = 0; k < 3 * count; k += 3) {
    const speed = velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2;
    if (speed > square) square = speed;
  }
  return Math.sqrt(square);
}

function longer(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const result = new Float64Array(length);
  result.set(array);
  return result;
}

function gathered(array: Float64Array, from: Uint32Array, count: number, width: number): Float64Array<ArrayBuffer> {
  const result = new Float64Array(array.length);
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < width; k++) result[width * n + k] = array[width * from[n] + k];
  }
  return result;
}
