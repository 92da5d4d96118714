/** Particles of a liquid sorted by cells as wide as the radius in which they are neighbours of a place. */
export class Neighbours {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  readonly ids: Uint32Array;
  /** m. */
  readonly radius: number;
  private readonly low: readonly [number, number, number];
  private readonly counts: readonly [number, number, number];
  /** Index in `order` of the first particle of each cell. */
  private readonly starts: Uint32Array;
  private readonly order: Uint32Array;
  /** Particles that `find` found last, the first `found`, and their distances, m. */
  readonly list: Uint32Array;
  readonly distances: Float64Array;
  found = 0;

  /** `positions`, m, and `velocities`, m/s: xyz per particle, used in place. */
  constructor(positions: Float32Array, velocities: Float32Array, ids: Uint32Array, radius: number) {
    this.positions = positions;
    this.velocities = velocities;
    this.ids = ids;
    this.radius = radius;
    const low: [number, number, number] = [Infinity, Infinity, Infinity];
    const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < positions.length; k++) {
      const axis = k % 3;
      if (positions[k] < low[axis]) low[axis] = positions[k];
      if (positions[k] > high[axis]) high[axis] = positions[k];
    }
    const cells = (axis: 0 | 1 | 2) => (ids.length === 0 ? 0 : Math.floor((high[axis] - low[axis]) / radius) + 1);
    this.low = low;
    this.counts = [cells(0), cells(1), cells(2)];
    this.starts = new Uint32Array(this.counts[0] * this.counts[1] * this.counts[2] + 1);
    this.order = new Uint32Array(ids.length);
    this.list = new Uint32Array(ids.length);
    this.distances = new Float64Array(ids.length);
    this.sort();
  }

  /**
   * Finds the particles nearer than the radius to a place, m, in an order that follows from the particles alone; no more than `most` of them. Returns their
   * number.
   */
  find(x: number, y: number, z: number, most = Infinity): number {
    const { positions, radius, low, counts, starts, order, list, distances } = this;
    this.found = 0;
    const i = Math.floor((x - low[0]) / radius);
    const j = Math.floor((y - low[1]) / radius);
    const k = Math.floor((z - low[2]) / radius);
    const first = Math.max(0, i - 1);
    const last = Math.min(counts[0] - 1, i + 1);
    if (last < first) return 0;
    let found = 0;
    for (let c = Math.max(0, k - 1); c <= Math.min(counts[2] - 1, k + 1); c++) {
      for (let b = Math.max(0, j - 1); b <= Math.min(counts[1] - 1, j + 1); b++) {
        const row = counts[0] * (b + counts[1] * c);
        const end = starts[row + last + 1];
        for (let at = starts[row + first]; at < end; at++) {
          const p = 3 * order[at];
          const dx = positions[p] - x;
          const dy = positions[p + 1] - y;
          const dz = positions[p + 2] - z;
          const square = dx * dx + dy * dy + dz * dz;
          if (square >= radius * radius || found >= most) continue;
          list[found] = order[at];
          distances[found++] = Math.sqrt(square);
        }
        if (found >= most) return (this.found = found);
      }
    }
    return (this.found = found);
  }

  /** Writes the mean velocity, m/s, of the particles that were found last, weighted by 1 - distance / radius; leaves `out` where there are none. */
  meanVelocity(out: Float64Array): void {
    const { velocities, list, distances, radius, found } = this;
    let x = 0;
    let y = 0;
    let z = 0;
    let sum = 0;
    for (let n = 0; n < found; n++) {
      const weight = 1 - distances[n] / radius;
      const p = 3 * list[n];
      x += weight * velocities[p];
      y += weight * velocities[p + 1];
      z += weight * velocities[p + 2];
      sum += weight;
    }
    if (sum === 0) return;
    out[0] = x / sum;
    out[1] = y / sum;
    out[2] = z / sum;
  }

  private sort(): void {
    const { starts, order, ids } = this;
    for (let p = 0; p < ids.length; p++) starts[this.cellOf(p) + 1]++;
    for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1];
    const next = starts.slice();
    for (let p = 0; p < ids.length; p++) order[next[this.cellOf(p)]++] = p;
  }

  private cellOf(particle: number): number {
    const { positions, radius, low, counts } = this;
    const i = Math.floor((positions[3 * particle] - low[0]) / radius);
    const j = Math.floor((positions[3 * particle + 1] - low[1]) / radius);
    const k = Math.floor((positions[3 * particle + 2] - low[2]) / radius);
    return i + counts[0] * (j + counts[1] * k);
  }
}
