import { SystemState } from '../base/state/SystemState.ts';

/** Rows of a new list; it doubles when it is full. */
const ROOM = 64;

/** Contact points of the running substep: packed arrays, one row per point, in the order of their pairs. */
export class ContactList {
  count = 0;
  /** Numbers of the bodies; an impulse acts on the first and its opposite on the second. */
  first = new Int32Array(ROOM);
  second = new Int32Array(ROOM);
  /** Unit normals from the second body to the first, xyz. */
  normals = new Float64Array(3 * ROOM);
  /** Vectors from the centres of mass of both bodies to the point, xyz, m. */
  armsA = new Float64Array(3 * ROOM);
  armsB = new Float64Array(3 * ROOM);
  /** Velocity of the point on the second body beside the motion of that body, xyz, m/s: that of a surface which deforms. */
  drifts = new Float64Array(3 * ROOM);
  /** m, negative where the bodies overlap. */
  gaps = new Float64Array(ROOM);
  friction = new Float64Array(ROOM);
  restitution = new Float64Array(ROOM);
  /** Impulse along the normal, and across it (xyz, world axes), that the point passes on, kg m/s. */
  impulses = new Float64Array(ROOM);
  tangents = new Float64Array(3 * ROOM);

  clear(): void {
    this.count = 0;
  }

  /** Makes a row without impulses; the caller writes the others. */
  append(first: number, second: number): number {
    if (this.count === this.first.length) this.resize(2 * this.count);
    const row = this.count++;
    this.first[row] = first;
    this.second[row] = second;
    this.impulses[row] = 0;
    for (let k = 3 * row; k < 3 * row + 3; k++) {
      this.tangents[k] = 0;
      this.drifts[k] = 0;
    }
    return row;
  }

  /** Appends what the next substep starts from of a row of another list. */
  take(from: ContactList, row: number): void {
    const own = this.append(from.first[row], from.second[row]);
    this.copyRow(from, row, own);
  }

  /** Keeps the rows of bodies with a flag. */
  keep(flags: Int32Array): void {
    const { first, second, count } = this;
    this.count = 0;
    for (let row = 0; row < count; row++) {
      if (flags[first[row]] === 0 && flags[second[row]] === 0) continue;
      const own = this.count++;
      first[own] = first[row];
      second[own] = second[row];
      this.copyRow(this, row, own);
    }
  }

  private copyRow(from: ContactList, row: number, to: number): void {
    this.impulses[to] = from.impulses[row];
    for (let axis = 0; axis < 3; axis++) {
      this.armsA[3 * to + axis] = from.armsA[3 * row + axis];
      this.tangents[3 * to + axis] = from.tangents[3 * row + axis];
    }
  }

  /** What the next substep starts from: where the points were, and their impulses. */
  state(): SystemState {
    return new SystemState().list({
      columns: [
        { name: 'first', width: 1, array: () => this.first },
        { name: 'second', width: 1, array: () => this.second },
        { name: 'arms', width: 3, array: () => this.armsA },
        { name: 'impulses', width: 1, array: () => this.impulses },
        { name: 'tangents', width: 3, array: () => this.tangents },
      ],
      count: () => this.count,
      resize: (count) => {
        if (count > this.first.length) this.resize(count);
        this.count = count;
      },
    });
  }

  private resize(room: number): void {
    this.first = grown(this.first, new Int32Array(room));
    this.second = grown(this.second, new Int32Array(room));
    this.normals = grown(this.normals, new Float64Array(3 * room));
    this.armsA = grown(this.armsA, new Float64Array(3 * room));
    this.armsB = grown(this.armsB, new Float64Array(3 * room));
    this.drifts = grown(this.drifts, new Float64Array(3 * room));
    this.gaps = grown(this.gaps, new Float64Array(room));
    this.friction = grown(this.friction, new Float64Array(room));
    this.restitution = grown(this.restitution, new Float64Array(room));
    this.impulses = grown(this.impulses, new Float64Array(room));
    this.tangents = grown(this.tangents, new Float64Array(3 * room));
  }
}

/** Writes to `out`, in the order of their pairs, all rows of `a`, and those of `b` of which one body is flagged, or none where `flagged` is false: what the next substep starts from. */
export function mergeContacts(
  a: ContactList,
  b: ContactList,
  flags: Int32Array,
  flagged: boolean,
  out: ContactList,
): void {
  out.clear();
  let at = 0;
  for (let row = 0; row < b.count; row++) {
    const first = b.first[row];
    const second = b.second[row];
    if ((flags[first] !== 0 || flags[second] !== 0) !== flagged) continue;
    while (at < a.count && isBefore(a.first[at], a.second[at], first, second)) out.take(a, at++);
    out.take(b, row);
  }
  while (at < a.count) out.take(a, at++);
}

/** Share of the distance between points, over the size of the bodies, within which a point is the one of the substep before. */
const SAME_POINT = 0.1;

/**
 * Carries impulses over from the points of the last substep to those of this one: each takes those of the nearest point of the same pair, once, within a tenth of its distance from the centre. Both lists are
 * in the order of their pairs.
 */
export function carryImpulses(from: ContactList, to: ContactList, taken: Uint8Array): void {
  taken.fill(0, 0, from.count);
  let start = 0;
  for (let row = 0; row < to.count; row++) {
    const a = to.first[row];
    const b = to.second[row];
    while (start < from.count && isBefore(from.first[start], from.second[start], a, b)) start++;
    const found = nearestPoint(from, start, to, row, taken);
    if (found < 0) continue;
    taken[found] = 1;
    to.impulses[row] = from.impulses[found];
    for (let axis = 0; axis < 3; axis++) to.tangents[3 * row + axis] = from.tangents[3 * found + axis];
  }
}

function nearestPoint(from: ContactList, start: number, to: ContactList, row: number, taken: Uint8Array): number {
  const a = to.first[row];
  const b = to.second[row];
  const p = to.armsA;
  const q = from.armsA;
  const at = 3 * row;
  let nearest = SAME_POINT * SAME_POINT * (p[at] * p[at] + p[at + 1] * p[at + 1] + p[at + 2] * p[at + 2]);
  let found = -1;
  for (let k = start; k < from.count && from.first[k] === a && from.second[k] === b; k++) {
    if (taken[k] !== 0) continue;
    const x = q[3 * k] - p[at];
    const y = q[3 * k + 1] - p[at + 1];
    const z = q[3 * k + 2] - p[at + 2];
    const square = x * x + y * y + z * z;
    if (square < nearest) {
      nearest = square;
      found = k;
    }
  }
  return found;
}

function isBefore(a: number, b: number, c: number, d: number): boolean {
  return a < c || (a === c && b < d);
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
