import {
  ARM_A,
  ARM_B,
  BEFORE,
  CARRIED,
  CLOSING,
  DIRECTION,
  DRIFT,
  FRICTION,
  GAP,
  IMPULSE,
  MASS,
  NORMAL,
  PUSH,
  RESPONSE,
  RESTITUTION,
  ROW,
  STEP,
  TANGENT,
} from '../../kernels/contacts/contactRow.ts';
import {
  DT,
  LITTLE,
  MUCH,
  NOTHING,
  PUSH_MOST,
  PUSH_SHARE,
  SLOP,
  SLOW,
  UNCHANGED,
  type RowArrays,
  type RowSweeps,
} from '../../kernels/contacts/RowArrays.ts';

/** Index of the part along the normal in a relative velocity. */
const ALONG = 3;

/** The sweeps over rows of contact as they are read best: what kernels are compared with, and what runs where there are none. */
export class ReferenceSweeps implements RowSweeps {
  private readonly arrays: RowArrays;
  /** Visits of rows so far. */
  private clock = 0;
  /** Square of the change by the last accelerated sweep. */
  private norm = 0;
  /** Relative velocity at a row and its part along the normal; an impulse on the first body. */
  private readonly speed = new Float64Array(4);
  private readonly impulse = new Float64Array(3);

  constructor(arrays: RowArrays) {
    this.arrays = arrays;
  }

  /** Forgets which rows were visited. */
  begin(): void {
    this.clock = 0;
  }

  /** How often rows have been visited since. */
  visited(): number {
    return this.clock;
  }

  /** Applies what rows carry from the substep before: across today's normal, and within today's friction cone. */
  start(from: number, to: number): void {
    const { rows, velocities } = this.arrays;
    const { impulse: p } = this;
    for (let row = from; row < to; row++) {
      const r = ROW * row;
      const n = r + NORMAL;
      const t = r + TANGENT;
      const impulse = rows[r + IMPULSE];
      rows[r + CARRIED] = impulse;
      const along = rows[t] * rows[n] + rows[t + 1] * rows[n + 1] + rows[t + 2] * rows[n + 2];
      for (let axis = 0; axis < 3; axis++) p[axis] = rows[t + axis] - along * rows[n + axis];
      this.shorten(rows[r + FRICTION] * impulse);
      for (let axis = 0; axis < 3; axis++) {
        rows[t + axis] = p[axis];
        p[axis] += impulse * rows[n + axis];
      }
      if (impulse !== 0) this.apply(row, velocities);
    }
  }

  /**
   * Lets pairs part that touch within the substep, approach faster than limits[SLOW] and are elastic: each time u_n becomes -e u_n, and friction acts with the impulse. One sweep in order; returns 1 where any has
   * bounced.
   */
  bounce(from: number, to: number): number {
    const { rows, velocities, limits } = this.arrays;
    const { speed: u, impulse: p } = this;
    let bounced = 0;
    for (let row = from; row < to; row++) {
      const r = ROW * row;
      if (rows[r + RESTITUTION] === 0) continue;
      this.findSpeed(row, velocities);
      if (!(u[ALONG] < -limits[SLOW]) || rows[r + GAP] + limits[DT] * u[ALONG] > 0) continue;
      bounced = 1;
      const impulse = -(1 + rows[r + RESTITUTION]) * u[ALONG] * rows[r + MASS];
      for (let axis = 0; axis < 3; axis++) u[axis] += impulse * rows[r + RESPONSE + axis];
      this.findAlong(r);
      for (let axis = 0; axis < 3; axis++) p[axis] = this.slide(r, axis);
      this.shorten(rows[r + FRICTION] * impulse);
      for (let axis = 0; axis < 3; axis++) p[axis] += impulse * rows[r + NORMAL + axis];
      this.apply(row, velocities);
    }
    return bounced;
  }

  /** Changes the impulses of rows in order, or from the last to the first, of all or of those whose bodies others have changed since they were visited. Returns what that changed. */
  sweep(from: number, to: number, back: number, all: number): number {
    let changed = NOTHING;
    for (let k = from; k < to; k++) {
      const row = back !== 0 ? from + to - 1 - k : k;
      changed = Math.max(changed, this.solve(row, all));
    }
    return changed;
  }

  /** Begins to accelerate sweeps of rows [from, to) that act between members [firstMember, lastMember). */
  beginDirections(from: number, to: number, firstMember: number, lastMember: number): void {
    const { rows, members, velocities, befores, directions } = this.arrays;
    this.norm = 0;
    for (let row = from; row < to; row++) {
      const r = ROW * row;
      rows.copyWithin(r + BEFORE, r + IMPULSE, r + IMPULSE + 4);
      rows.fill(0, r + DIRECTION, r + DIRECTION + 4);
    }
    for (let k = firstMember; k < lastMember; k++) {
      const at = 6 * members[k];
      befores.set(velocities.subarray(at, at + 6), at);
      directions.fill(0, at, at + 6);
    }
  }

  /**
   * Goes on from a sweep in the direction of those before it, which is conjugate to it where nothing is at its bounds (nonsmooth nonlinear conjugate gradients, Silcowitz et al. 2010): by beta = |r|^2 / |r'|^2, with r and
   * r' the changes of the impulses by this sweep and the last, over the roots of their masses; not where they have grown.
   */
  accelerate(from: number, to: number, firstMember: number, lastMember: number): void {
    const { rows, members, velocities, befores, directions } = this.arrays;
    let norm = 0;
    for (let row = from; row < to; row++) {
      const r = ROW * row;
      const [n, x, y, z] = [0, 1, 2, 3].map((k) => rows[r + IMPULSE + k] - rows[r + BEFORE + k]);
      norm += (n * n) / rows[r + MASS] + (x * x + y * y + z * z) / rows[r + STEP];
    }
    const beta = norm < this.norm ? norm / this.norm : 0;
    this.norm = norm;
    for (let row = from; row < to; row++) {
      const r = ROW * row;
      for (let k = 0; k < 4; k++) goOn(beta, rows, r + IMPULSE + k, rows, r + BEFORE + k, rows, r + DIRECTION + k);
    }
    for (let k = firstMember; k < lastMember; k++) {
      const at = 6 * members[k];
      for (let m = at; m < at + 6; m++) goOn(beta, velocities, m, befores, m, directions, m);
    }
  }

  /**
   * Finds the deepest overlap of each body at the end of the substep; writes to `CLOSING` by how much each row is to be pushed apart, m, -Infinity where it overlaps by limits[SLOP] at most. Returns 1 where any overlaps
   * more.
   */
  findOverlaps(from: number, to: number): number {
    const { rows, ends, velocities, overlaps, limits } = this.arrays;
    let any = 0;
    for (let row = from; row < to; row++) {
      const r = ROW * row;
      this.findSpeed(row, velocities);
      const overlap = -(rows[r + GAP] + limits[DT] * this.speed[ALONG]);
      for (let end = 2 * row; end < 2 * row + 2; end++) overlaps[ends[end]] = Math.max(overlaps[ends[end]], overlap);
      if (overlap > limits[SLOP]) any = 1;
      const excess = limits[PUSH_SHARE] * (overlap - limits[SLOP]);
      rows[r + CLOSING] = overlap > limits[SLOP] ? Math.min(excess, limits[PUSH_MOST]) : -Infinity;
      rows[r + PUSH] = 0;
      // Shifts of surfaces are none.
      rows.fill(0, r + DRIFT, r + DRIFT + 3);
    }
    return any;
  }

  /** Changes shifts so that rows are pushed apart, one sweep in order and one back. */
  pushApart(from: number, to: number): void {
    for (let row = from; row < to; row++) this.pushRow(row);
    for (let row = to - 1; row >= from; row--) this.pushRow(row);
  }

  /** Solves a row; returns what that changed. */
  private solve(row: number, all: number): number {
    const { rows, ends, velocities, inverseMasses, limits, visits, changes } = this.arrays;
    const { speed: u, impulse: p } = this;
    const a = ends[2 * row];
    const b = ends[2 * row + 1];
    if (all === 0 && changes[a] < visits[row] && changes[b] < visits[row]) return NOTHING;
    visits[row] = ++this.clock;
    const r = ROW * row;
    const before = rows[r + IMPULSE];
    this.findSpeed(row, velocities);
    const impulse = positive(before - rows[r + MASS] * (u[ALONG] + rows[r + CLOSING]));
    const most = rows[r + FRICTION] * impulse;
    const change = impulse - before;
    const t = r + TANGENT;
    p.fill(0);
    let square = 0;
    if (most !== 0 || rows[t] !== 0 || rows[t + 1] !== 0 || rows[t + 2] !== 0) {
      for (let axis = 0; axis < 3; axis++) u[axis] += change * rows[r + RESPONSE + axis];
      this.findAlong(r);
      for (let axis = 0; axis < 3; axis++) p[axis] = rows[t + axis] + this.slide(r, axis);
      this.shorten(most);
      for (let axis = 0; axis < 3; axis++) {
        const after = p[axis];
        p[axis] = after - rows[t + axis];
        rows[t + axis] = after;
        square += p[axis] * p[axis];
      }
    }
    if (change === 0 && square === 0) return NOTHING;
    rows[r + IMPULSE] = impulse;
    for (let axis = 0; axis < 3; axis++) p[axis] += change * rows[r + NORMAL + axis];
    this.apply(row, velocities);
    const across = limits[UNCHANGED] * rows[r + STEP];
    if (Math.abs(change) <= limits[UNCHANGED] * rows[r + MASS] && square <= across * across) return LITTLE;
    if (inverseMasses[a] !== 0) changes[a] = this.clock;
    if (inverseMasses[b] !== 0) changes[b] = this.clock;
    return MUCH;
  }

  private pushRow(row: number): void {
    const { rows, shifts } = this.arrays;
    const { speed: u, impulse: p } = this;
    const r = ROW * row;
    const wanted = rows[r + CLOSING];
    if (wanted === -Infinity) return;
    this.findSpeed(row, shifts);
    const before = rows[r + PUSH];
    const push = positive(before + rows[r + MASS] * (wanted - u[ALONG]));
    rows[r + PUSH] = push;
    for (let axis = 0; axis < 3; axis++) p[axis] = (push - before) * rows[r + NORMAL + axis];
    this.apply(row, shifts);
  }

  /** The impulse that stops a component of the sliding. */
  private slide(r: number, axis: number): number {
    const { rows } = this.arrays;
    return -rows[r + STEP] * (this.speed[axis] - this.speed[ALONG] * rows[r + NORMAL + axis]);
  }

  /** Shortens the impulse to a length. */
  private shorten(most: number): void {
    const { impulse: p } = this;
    const square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    const share = square > most * most ? most / Math.sqrt(square) : 1;
    for (let axis = 0; axis < 3; axis++) p[axis] *= share;
  }

  /** Finds the motion of the first body against the second at the point of a row, and its part along the normal. */
  private findSpeed(row: number, v: Float64Array): void {
    const { rows, ends } = this.arrays;
    const { speed } = this;
    const a = 6 * ends[2 * row];
    const b = 6 * ends[2 * row + 1];
    const p = ROW * row + ARM_A;
    const q = ROW * row + ARM_B;
    for (let i = 0; i < 3; i++) {
      const j = (i + 1) % 3;
      const k = (i + 2) % 3;
      const ofA = v[a + i] + (v[a + 3 + j] * rows[p + k] - v[a + 3 + k] * rows[p + j]);
      const ofB = v[b + i] + (v[b + 3 + j] * rows[q + k] - v[b + 3 + k] * rows[q + j]);
      speed[i] = ofA - ofB - rows[ROW * row + DRIFT + i];
    }
    this.findAlong(ROW * row);
  }

  private findAlong(r: number): void {
    const { rows } = this.arrays;
    const { speed: u } = this;
    u[ALONG] = u[0] * rows[r + NORMAL] + u[1] * rows[r + NORMAL + 1] + u[2] * rows[r + NORMAL + 2];
  }

  /** Adds the impulse to the first body of a row and its opposite to the second. */
  private apply(row: number, motions: Float64Array): void {
    const { ends } = this.arrays;
    this.push(motions, ends[2 * row], ROW * row + ARM_A, 1);
    this.push(motions, ends[2 * row + 1], ROW * row + ARM_B, -1);
  }

  /** Adds what `sign` times the impulse at an arm from the centre of a body changes of its motion. */
  private push(motions: Float64Array, body: number, arm: number, sign: 1 | -1): void {
    const { rows, inverseMasses, inverseInertias: j } = this.arrays;
    const inverse = inverseMasses[body];
    if (inverse === 0) return;
    const m = 6 * body;
    const [x, y, z] = this.impulse.map((value) => sign * value);
    motions[m] += inverse * x;
    motions[m + 1] += inverse * y;
    motions[m + 2] += inverse * z;
    const tx = rows[arm + 1] * z - rows[arm + 2] * y;
    const ty = rows[arm + 2] * x - rows[arm] * z;
    const tz = rows[arm] * y - rows[arm + 1] * x;
    motions[m + 3] += j[m] * tx + j[m + 1] * ty + j[m + 2] * tz;
    motions[m + 4] += j[m + 1] * tx + j[m + 3] * ty + j[m + 4] * tz;
    motions[m + 5] += j[m + 2] * tx + j[m + 4] * ty + j[m + 5] * tz;
  }
}

/** 0 for what is not above it. */
function positive(value: number): number {
  return value > 0 ? value : 0;
}

/** Adds beta times a direction to a number that has changed from what it was before, and makes that change, with as much of it, the direction. */
function goOn(
  beta: number,
  now: Float64Array,
  n: number,
  before: Float64Array,
  b: number,
  direction: Float64Array,
  d: number,
): void {
  const along = beta * direction[d];
  direction[d] = along + (now[n] - before[b]);
  now[n] += along;
  before[b] = now[n];
}
