/** Points found at first; more make room for themselves. */
const ROOM = 256;
/** Cosine of the angle between normals below which points belong to different patches. */
const SAME_PATCH = 0.9;
/** Gaps that differ by less than this, over the thickness, are alike. */
const ALIKE = 1e-3;
/** Indices of `limits`. */
export const MARGIN = 0;
export const SIZE = 1;
/** Index of the gap that shapes have at least which have no contact; -Infinity where that is not known. */
export const APART = 2;
/** Points that a patch keeps. */
const KEPT = 4;

/** Points in which two shapes touch or may soon: place (m), unit normal that points from the second shape to the first, and gap (m, negative where they overlap). */
export class Manifold {
  count = 0;
  /** Gap up to which points are contacts, thickness of the smaller shape, and what finders know of the gap where there are none, m. */
  readonly limits = new Float64Array(3);
  /** Place, normal and gap of a point to be added: numbers that are passed through arrays are not allocated. */
  readonly next = new Float64Array(7);
  points = new Float64Array(3 * ROOM);
  normals = new Float64Array(3 * ROOM);
  gaps = new Float64Array(ROOM);
  private taken = new Uint8Array(ROOM);
  private kept = new Int32Array(ROOM);
  private keptCount = 0;

  clear(): void {
    this.count = 0;
    this.limits[APART] = -Infinity;
  }

  /** Adds the point that `next` describes. */
  add(): void {
    if (this.count === this.gaps.length) this.grow();
    const at = 3 * this.count;
    const { points, normals, next } = this;
    for (let axis = 0; axis < 3; axis++) {
      points[at + axis] = next[axis];
      normals[at + axis] = next[3 + axis];
    }
    this.gaps[this.count++] = next[6];
  }

  /**
   * Leaves at most four points of each patch, whose normals are alike: the outermost of the deepest, which differ by less than a thousandth of the thickness, the farthest from it, and the farthest from
   * the line between them on either side.
   */
  reduce(): void {
    const { count, taken } = this;
    if (count <= KEPT) return;
    taken.fill(0, 0, count);
    this.keptCount = 0;
    for (let seed = this.deepest(); seed >= 0; seed = this.deepest()) this.reducePatch(seed);
    this.keepOnly();
  }

  /** The deepest point of no patch yet; -1 where there is none. */
  private deepest(): number {
    let found = -1;
    for (let k = 0; k < this.count; k++) {
      if (this.taken[k] === 0 && (found < 0 || this.gaps[k] < this.gaps[found])) found = k;
    }
    return found;
  }

  /** Keeps the outermost points of the patch of `seed`, and marks all its points. Marks: 1 another patch, 2 this one. */
  private reducePatch(seed: number): void {
    const { count, normals: n, taken } = this;
    const s = 3 * seed;
    for (let k = 0; k < count; k++) {
      if (taken[k] !== 0) continue;
      const c = 3 * k;
      if (n[c] * n[s] + n[c + 1] * n[s + 1] + n[c + 2] * n[s + 2] > SAME_PATCH) taken[k] = 2;
    }
    const first = this.farthestFromMean(seed);
    const second = this.farthestFrom(first);
    this.kept[this.keptCount++] = first;
    if (second >= 0) {
      this.kept[this.keptCount++] = second;
      for (let side = -1; side <= 1; side += 2) {
        const beside = this.farthestBeside(first, second, seed, side);
        if (beside >= 0) this.kept[this.keptCount++] = beside;
      }
    }
    for (let k = 0; k < count; k++) if (taken[k] === 2) taken[k] = 1;
  }

  /** The point of the patch, about as deep as `seed`, that is farthest from the mean of the patch. */
  private farthestFromMean(seed: number): number {
    const { count, points: p, taken, gaps } = this;
    const most = gaps[seed] + ALIKE * this.limits[SIZE];
    let x = 0;
    let y = 0;
    let z = 0;
    let members = 0;
    for (let k = 0; k < count; k++) {
      if (taken[k] !== 2) continue;
      members++;
      x += p[3 * k];
      y += p[3 * k + 1];
      z += p[3 * k + 2];
    }
    x /= members;
    y /= members;
    z /= members;
    let found = -1;
    let farthest = -1;
    for (let k = 0; k < count; k++) {
      if (taken[k] !== 2 || gaps[k] > most) continue;
      const dx = p[3 * k] - x;
      const dy = p[3 * k + 1] - y;
      const dz = p[3 * k + 2] - z;
      const square = dx * dx + dy * dy + dz * dz;
      if (square > farthest) {
        farthest = square;
        found = k;
      }
    }
    return found;
  }

  private farthestFrom(first: number): number {
    const { count, points: p, taken } = this;
    const f = 3 * first;
    let found = -1;
    let farthest = 0;
    for (let k = 0; k < count; k++) {
      if (taken[k] !== 2) continue;
      const dx = p[3 * k] - p[f];
      const dy = p[3 * k + 1] - p[f + 1];
      const dz = p[3 * k + 2] - p[f + 2];
      const square = dx * dx + dy * dy + dz * dz;
      if (square > farthest) {
        farthest = square;
        found = k;
      }
    }
    return found;
  }

  /** The point of the patch farthest from the line through two others, on one side of it as seen along the normal; -1 where there is none. */
  private farthestBeside(first: number, second: number, seed: number, side: number): number {
    const { count, points: p, normals: n, taken } = this;
    const f = 3 * first;
    const s = 3 * second;
    const m = 3 * seed;
    const ux = p[s] - p[f];
    const uy = p[s + 1] - p[f + 1];
    const uz = p[s + 2] - p[f + 2];
    // Direction across the line: n x u.
    const ax = side * (n[m + 1] * uz - n[m + 2] * uy);
    const ay = side * (n[m + 2] * ux - n[m] * uz);
    const az = side * (n[m] * uy - n[m + 1] * ux);
    let found = -1;
    let farthest = 1e-9 * (ux * ux + uy * uy + uz * uz);
    for (let k = 0; k < count; k++) {
      if (taken[k] !== 2) continue;
      const across = ax * (p[3 * k] - p[f]) + ay * (p[3 * k + 1] - p[f + 1]) + az * (p[3 * k + 2] - p[f + 2]);
      if (across > farthest) {
        farthest = across;
        found = k;
      }
    }
    return found;
  }

  private keepOnly(): void {
    const { kept, keptCount, points, normals, gaps } = this;
    sortFirst(kept, keptCount);
    for (let k = 0; k < keptCount; k++) {
      const from = kept[k];
      points.copyWithin(3 * k, 3 * from, 3 * from + 3);
      normals.copyWithin(3 * k, 3 * from, 3 * from + 3);
      gaps[k] = gaps[from];
    }
    this.count = keptCount;
  }

  private grow(): void {
    const room = 2 * this.gaps.length;
    const { points, normals, gaps } = this;
    this.points = new Float64Array(3 * room);
    this.points.set(points);
    this.normals = new Float64Array(3 * room);
    this.normals.set(normals);
    this.gaps = new Float64Array(room);
    this.gaps.set(gaps);
    this.taken = new Uint8Array(room);
    this.kept = new Int32Array(room);
  }
}

/** Sorts the first `count` of a few numbers, ascending. */
function sortFirst(values: Int32Array, count: number): void {
  for (let k = 1; k < count; k++) {
    const value = values[k];
    let at = k;
    for (; at > 0 && values[at - 1] > value; at--) values[at] = values[at - 1];
    values[at] = value;
  }
}
