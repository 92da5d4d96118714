import { SystemState } from '../../base/state/SystemState.ts';
import type { ParticleRoom } from '../../kernels/liquid/ParticleRoom.ts';

/** Least room that a growing array is given. */
const LEAST = 1024;

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
  /** Marks of particles that a caller removes. */
  flags = new Uint8Array(0);
  /** How many were ever added by `add`. */
  added = 0;
  /** The number that the next one gets. */
  nextId = 0;
  readonly state: SystemState;
  private room: ParticleRoom | undefined;

  /** `room`: of the kernels that they are kept for, which find them there. */
  constructor(room?: ParticleRoom) {
    this.room = room;
    this.state = new SystemState()
      .list({
        columns: [
          { name: 'positions', width: 3, array: () => this.positions },
          { name: 'velocities', width: 3, array: () => this.velocities },
          { name: 'gradients', width: 9, array: () => this.gradients },
          { name: 'ids', width: 1, array: () => this.ids },
        ],
        count: () => this.count,
        resize: (count) => this.resize(count),
      })
      .number(
        'nextId',
        () => this.nextId,
        (nextId) => (this.nextId = nextId),
      );
  }

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
    if (this.count === this.ids.length) this.grow(Math.max(LEAST, 2 * this.count));
    const at = 3 * this.count;
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
    for (let k = 0; k < 3; k++) this.velocities[at + k] = 0;
    for (let k = 0; k < 9; k++) this.gradients[3 * at + k] = 0;
    this.ids[this.count++] = this.nextId++;
  }

  private resize(count: number): void {
    this.count = 0;
    if (count > this.ids.length) this.grow(count);
    this.count = count;
  }

  /** Takes out those whose flag is not 0; the others keep their order. `placesOnly`: what else is theirs is to be written anew. Gives how many went. */
  remove(flags: Uint8Array, placesOnly = false): number {
    const { count: before, room } = this;
    if (room === undefined) this.count = this.closeUp(flags, placesOnly);
    else {
      if (flags !== this.flags) this.flags.set(flags.subarray(0, before));
      this.count = room.remove(before, placesOnly);
    }
    return before - this.count;
  }

  /** Puts the particles in the order `from`: the new one n is the old one from[n]. `from` may leave some out. */
  reorder(from: Uint32Array, count: number): void {
    this.positions.set(gathered(this.positions, from, count, 3));
    this.velocities.set(gathered(this.velocities, from, count, 3));
    this.gradients.set(gathered(this.gradients, from, count, 9));
    this.ids.set(Uint32Array.from({ length: count }, (_, n) => this.ids[from[n]]));
    this.count = count;
  }

  /** Moves the runs of particles that stay to where some were taken out; gives how many stay. */
  private closeUp(flags: Uint8Array, placesOnly: boolean): number {
    let kept = 0;
    for (let p = 0; p < this.count; p++) {
      if (flags[p] !== 0) continue;
      const first = p;
      while (p < this.count && flags[p] === 0) p++;
      if (kept < first) this.moveRun(kept, first, p, placesOnly);
      kept += p - first;
    }
    return kept;
  }

  private moveRun(to: number, first: number, end: number, placesOnly: boolean): void {
    this.positions.copyWithin(3 * to, 3 * first, 3 * end);
    this.ids.copyWithin(to, first, end);
    if (placesOnly) return;
    this.velocities.copyWithin(3 * to, 3 * first, 3 * end);
    this.gradients.copyWithin(9 * to, 9 * first, 9 * end);
  }

  /** Makes room for `most`. */
  private grow(most: number): void {
    if (this.room?.grow(most, this.count) === true) {
      const { positions, velocities, gradients, ids, flags } = this.room;
      Object.assign(this, { positions, velocities, gradients, ids, flags });
      return;
    }
    // More than kernels have room for go through them in parts.
    this.room = undefined;
    this.positions = longer(this.positions, 3 * most);
    this.velocities = longer(this.velocities, 3 * most);
    this.gradients = longer(this.gradients, 9 * most);
    const ids = new Uint32Array(most);
    ids.set(this.ids);
    this.ids = ids;
    this.flags = new Uint8Array(most);
  }
}

/** The largest speed of particles, m/s. */
export function fastestOf({ velocities, count }: LiquidParticles): number {
  let square = 0;
  for (let k = 0; k < 3 * count; k += 3) {
    const u = velocities[k];
    const v = velocities[k + 1];
    const w = velocities[k + 2];
    const speed = u * u + v * v + w * w;
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
  const result = new Float64Array(width * count);
  for (let n = 0; n < count; n++) {
    for (let k = 0; k < width; k++) result[width * n + k] = array[width * from[n] + k];
  }
  return result;
}
