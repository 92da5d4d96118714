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
  private nextId = 0;

  /** Adds one, without gradient. */
  add(x: number, y: number, z: number, u: number, v: number, w: number): void {
    if (this.count === this.ids.length) this.grow();
    const at = 3 * this.count;
    this.positions[at] = x;
    this.positions[at + 1] = y;
    this.positions[at + 2] = z;
    this.velocities[at] = u;
    this.velocities[at + 1] = v;
    this.velocities[at + 2] = w;
    this.gradients.fill(0, 3 * at, 3 * at + 9);
    this.ids[this.count++] = this.nextId++;
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
