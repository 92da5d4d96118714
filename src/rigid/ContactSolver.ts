import type { BodyVelocities } from './BodyVelocities.ts';
import type { ContactList } from './ContactList.ts';

/** Sweeps over the pairs that bounce, at most; a cradle of five balls takes as many. */
const BOUNCE_SWEEPS = 64;
/** Symmetric sweeps of a substep at most: where impulses are carried over, one or two suffice; new impacts of piles and heavy things on light ones take all. */
const SWEEPS = 32;
/** Change of velocity by a row below which it has not changed, over the change by gravity in a substep, and at least, m/s. */
const CONVERGED = 1e-3;
const CONVERGED_LEAST = 1e-6;
/** Growth of an impulse from substep to substep that is carried over. */
const GROWTH = 2;
/** Index of the part along the normal in a relative velocity. */
const NORMAL = 3;
/** Share of an overlap that a substep removes, and the largest displacement, m: faster ones throw bodies apart. */
const PUSH_SHARE = 0.2;
const PUSH_MOST = 0.02;

/** What else changes the velocities of bodies until it has what it asks for. */
interface VelocityConstraint {
  solveVelocities(): void;
}

/**
 * Contact and Coulomb friction of rigid bodies by sequential impulses (Guendelman et al. 2003, Catto 2005) in small substeps (Macklin et al. 2019): bounces, then one symmetric sweep that starts from the impulses of
 * the substep before, then a displacement of what overlaps. Contact is hard: along the normal, 0 <= p, 0 <= u_n + gap / dt and p (u_n + gap / dt) = 0; across it |p_t| <= mu p.
 */
export class ContactSolver {
  private readonly bodies: BodyVelocities;
  /** Rows in the order of the sweep. */
  private order = new Int32Array(0);
  /** Effective mass along the normal, and the step across it, kg. */
  private masses = new Float64Array(0);
  private steps = new Float64Array(0);
  private pushes = new Float64Array(0);
  /** Impulses that the running substep started from. */
  private carried = new Float64Array(0);
  /** How many contacts lie between a body and what is keyed. */
  private readonly levels: Int32Array;
  private starts = new Int32Array(0);
  /** Deepest overlap of each body after the last substep, m. */
  readonly overlaps: Float64Array;
  /** Numbers that calls hand to each other: as arguments and results they would be allocated. The relative velocity at a row and its part along the normal; an impulse; directions and responses along them; the length of a substep. */
  private readonly relative = new Float64Array(4);
  private readonly impulse = new Float64Array(3);
  private readonly directions = new Float64Array(9);
  private readonly responses = new Float64Array(4);
  private readonly step = new Float64Array(1);
  /** Largest change of a velocity by a row in the running sweep, m/s. */
  private readonly largest = new Float64Array(1);

  constructor(bodies: BodyVelocities) {
    this.bodies = bodies;
    this.levels = new Int32Array(bodies.count);
    this.overlaps = new Float64Array(bodies.count);
  }

  /** Finds effective masses, and the order of the sweeps: from what is keyed upwards. */
  prepare(contacts: ContactList): void {
    this.makeRoom(contacts.first.length);
    for (let row = 0; row < contacts.count; row++) this.prepareRow(contacts, row);
    this.findLevels(contacts);
    this.sortByLevel(contacts);
  }

  /**
   * Pairs that touch within `dt` (s), approach faster than `slow` (m/s) and are elastic bounce: each time u_n becomes -e u_n, in turn until none approaches, so that an impulse passes through a row of balls. Friction
   * acts with the impulse.
   */
  bounce(contacts: ContactList, dt: number, slow: number): void {
    for (let sweep = 0; sweep < BOUNCE_SWEEPS; sweep++) {
      let bounced = false;
      for (let row = 0; row < contacts.count; row++) {
        if (contacts.restitution[row] === 0) continue;
        this.findSpeed(contacts, row, this.bodies.velocities);
        const speed = this.relative[NORMAL];
        if (!(speed < -slow) || contacts.gaps[row] + dt * speed > 0) continue;
        this.bounceRow(contacts, row);
        bounced = true;
      }
      if (!bounced) return;
    }
  }

  /**
   * Applies the impulses that were carried over, then changes them in sweeps upwards and back until none changes much: `fall`, m/s, is what gravity adds in a substep. Joints are solved before the first sweep and after
   * each. Returns the number of sweeps.
   */
  solve(contacts: ContactList, dt: number, fall: number, joints?: VelocityConstraint): number {
    const { order, largest } = this;
    const { count } = contacts;
    const most = Math.max(CONVERGED_LEAST, CONVERGED * fall);
    this.step[0] = dt;
    for (let row = 0; row < count; row++) this.carried[row] = contacts.impulses[row];
    for (let k = 0; k < count; k++) this.startRow(contacts, order[k]);
    joints?.solveVelocities();
    if (count === 0) return 0;
    for (let sweep = 1; ; sweep++) {
      largest[0] = 0;
      for (let k = 0; k < count; k++) this.solveRow(contacts, order[k]);
      for (let k = count - 1; k >= 0; k--) this.solveRow(contacts, order[k]);
      if (largest[0] > 0) joints?.solveVelocities();
      if (largest[0] > most && sweep < SWEEPS) continue;
      this.limitCarried(contacts, fall);
      return sweep;
    }
  }

  /** Limits what the next substep starts from to twice what this one started from, or what stops a fall: an impact does not go on, and sweeps would not take all of it back. */
  private limitCarried({ count, impulses }: ContactList, fall: number): void {
    for (let row = 0; row < count; row++) {
      impulses[row] = Math.min(impulses[row], GROWTH * this.carried[row] + this.masses[row] * fall);
    }
  }

  /** Finds the shifts that reduce overlaps larger than `slop` (m) at the end of the substep, one sweep upwards and one back, and the deepest overlap of each body, m. Returns whether there are any. */
  pushOut(contacts: ContactList, dt: number, slop: number): boolean {
    const { bodies, order, pushes, overlaps } = this;
    let any = false;
    bodies.shifts.fill(0);
    overlaps.fill(0);
    for (let row = 0; row < contacts.count; row++) {
      this.findSpeed(contacts, row, bodies.velocities);
      const overlap = -(contacts.gaps[row] + dt * this.relative[NORMAL]);
      const a = contacts.first[row];
      const b = contacts.second[row];
      overlaps[a] = Math.max(overlaps[a], overlap);
      overlaps[b] = Math.max(overlaps[b], overlap);
      // Gap and drift of the row are not needed again.
      contacts.gaps[row] = overlap > slop ? Math.min(PUSH_SHARE * (overlap - slop), PUSH_MOST) : -Infinity;
      contacts.drifts.fill(0, 3 * row, 3 * row + 3);
      if (overlap > slop) any = true;
      pushes[row] = 0;
    }
    if (!any) return false;
    for (let k = 0; k < contacts.count; k++) this.pushRow(contacts, order[k]);
    for (let k = contacts.count - 1; k >= 0; k--) this.pushRow(contacts, order[k]);
    return true;
  }

  private prepareRow(contacts: ContactList, row: number): void {
    const at = 3 * row;
    const { normals: n } = contacts;
    const { directions: d, responses } = this;
    const x = n[at];
    const y = n[at + 1];
    const z = n[at + 2];
    d[0] = x;
    d[1] = y;
    d[2] = z;
    // Two directions across the normal (Duff et al. 2017).
    const sign = z >= 0 ? 1 : -1;
    const s = -1 / (sign + z);
    const c = x * y * s;
    d[3] = 1 + sign * x * x * s;
    d[4] = sign * c;
    d[5] = -sign * x;
    d[6] = c;
    d[7] = sign + y * y * s;
    d[8] = -y;
    responses.fill(0);
    this.addResponses(contacts.first[row], contacts.armsA, at);
    this.addResponses(contacts.second[row], contacts.armsB, at);
    this.masses[row] = 1 / responses[0];
    // The inverse of the larger eigenvalue: the same step in all directions, so that friction is opposite to sliding.
    const half = (responses[1] - responses[3]) / 2;
    this.steps[row] = 1 / ((responses[1] + responses[3]) / 2 + Math.sqrt(half * half + responses[2] * responses[2]));
  }

  /** Adds the responses of a body along the normal, and of its pairs of directions across it. */
  private addResponses(body: number, arms: Float64Array, at: number): void {
    const { bodies, directions, responses } = this;
    bodies.addResponse(body, arms, at, directions, 0, 0, responses, 0);
    bodies.addResponse(body, arms, at, directions, 1, 1, responses, 1);
    bodies.addResponse(body, arms, at, directions, 1, 2, responses, 2);
    bodies.addResponse(body, arms, at, directions, 2, 2, responses, 3);
  }

  /** Lets the bodies of a row part, whose speed along its normal was just found. */
  private bounceRow(contacts: ContactList, row: number): void {
    const { impulse: p, relative: u } = this;
    const { velocities } = this.bodies;
    const { normals: n } = contacts;
    const at = 3 * row;
    const impulse = -(1 + contacts.restitution[row]) * u[NORMAL] * this.masses[row];
    for (let axis = 0; axis < 3; axis++) p[axis] = impulse * n[at + axis];
    this.apply(contacts, row, velocities);
    const most = contacts.friction[row] * impulse;
    if (most === 0) return;
    this.findSpeed(contacts, row, velocities);
    const step = this.steps[row];
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      p[axis] = -step * (u[axis] - u[NORMAL] * n[at + axis]);
      square += p[axis] * p[axis];
    }
    const share = square > most * most ? most / Math.sqrt(square) : 1;
    for (let axis = 0; axis < 3; axis++) p[axis] *= share;
    this.apply(contacts, row, velocities);
  }

  /** Applies the impulse carried over: across today's normal, and within today's friction cone. */
  private startRow(contacts: ContactList, row: number): void {
    const { normals: n, tangents: t, impulses } = contacts;
    const { impulse: p } = this;
    const at = 3 * row;
    const impulse = impulses[row];
    const along = t[at] * n[at] + t[at + 1] * n[at + 1] + t[at + 2] * n[at + 2];
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      t[at + axis] -= along * n[at + axis];
      square += t[at + axis] * t[at + axis];
    }
    const most = contacts.friction[row] * impulse;
    const share = square > most * most ? most / Math.sqrt(square) : 1;
    for (let axis = 0; axis < 3; axis++) {
      t[at + axis] *= share;
      p[axis] = impulse * n[at + axis] + t[at + axis];
    }
    if (impulse !== 0) this.apply(contacts, row, this.bodies.velocities);
  }

  /** Solves a row, and notes by how much that changes the velocity at its point, about. */
  private solveRow(contacts: ContactList, row: number): void {
    const { normals: n, impulses, gaps } = contacts;
    const { impulse: p, largest } = this;
    const { velocities } = this.bodies;
    const at = 3 * row;
    this.findSpeed(contacts, row, velocities);
    const before = impulses[row];
    const wanted = this.relative[NORMAL] + Math.max(0, gaps[row]) / this.step[0];
    const impulse = Math.max(0, before - this.masses[row] * wanted);
    const change = impulse - before;
    impulses[row] = impulse;
    if (change !== 0) {
      for (let axis = 0; axis < 3; axis++) p[axis] = change * n[at + axis];
      this.apply(contacts, row, velocities);
      largest[0] = Math.max(largest[0], Math.abs(change) / this.masses[row]);
    }
    if (contacts.friction[row] > 0) this.rubRow(contacts, row);
  }

  /** Changes the impulse across the normal against the sliding, by the same step in every direction, and shortens it to what friction allows. */
  private rubRow(contacts: ContactList, row: number): void {
    const { normals: n, tangents: t } = contacts;
    const { impulse: p, relative: u, largest } = this;
    const { velocities } = this.bodies;
    const at = 3 * row;
    const most = contacts.friction[row] * contacts.impulses[row];
    if (most === 0 && t[at] === 0 && t[at + 1] === 0 && t[at + 2] === 0) return;
    this.findSpeed(contacts, row, velocities);
    const step = this.steps[row];
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      p[axis] = t[at + axis] - step * (u[axis] - u[NORMAL] * n[at + axis]);
      square += p[axis] * p[axis];
    }
    const share = square > most * most ? most / Math.sqrt(square) : 1;
    square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const after = share * p[axis];
      p[axis] = after - t[at + axis];
      t[at + axis] = after;
      square += p[axis] * p[axis];
    }
    this.apply(contacts, row, velocities);
    largest[0] = Math.max(largest[0], Math.sqrt(square) / step);
  }

  private pushRow(contacts: ContactList, row: number): void {
    const wanted = contacts.gaps[row];
    if (wanted === -Infinity) return;
    const { normals: n } = contacts;
    const { impulse: p } = this;
    const { shifts } = this.bodies;
    const before = this.pushes[row];
    this.findSpeed(contacts, row, shifts);
    const push = Math.max(0, before + this.masses[row] * (wanted - this.relative[NORMAL]));
    this.pushes[row] = push;
    for (let axis = 0; axis < 3; axis++) p[axis] = (push - before) * n[3 * row + axis];
    this.apply(contacts, row, shifts);
  }

  /** Adds the impulse to the first body of a row and its opposite to the second. */
  private apply(contacts: ContactList, row: number, motions: Float64Array): void {
    const { bodies, impulse } = this;
    bodies.push(motions, contacts.first[row], contacts.armsA, 3 * row, impulse, 1);
    bodies.push(motions, contacts.second[row], contacts.armsB, 3 * row, impulse, -1);
  }

  /** Finds the velocity of the first body against the second at the point of a row, and its part along the normal. */
  private findSpeed(contacts: ContactList, row: number, v: Float64Array): void {
    const { first, second, armsA: p, armsB: q, normals: n, drifts: d } = contacts;
    const a = 6 * first[row];
    const b = 6 * second[row];
    const at = 3 * row;
    const { relative } = this;
    const x = v[a] + v[a + 4] * p[at + 2] - v[a + 5] * p[at + 1] - v[b] - v[b + 4] * q[at + 2] + v[b + 5] * q[at + 1];
    const y = v[a + 1] + v[a + 5] * p[at] - v[a + 3] * p[at + 2] - v[b + 1] - v[b + 5] * q[at] + v[b + 3] * q[at + 2];
    const z = v[a + 2] + v[a + 3] * p[at + 1] - v[a + 4] * p[at] - v[b + 2] - v[b + 3] * q[at + 1] + v[b + 4] * q[at];
    relative[0] = x - d[at];
    relative[1] = y - d[at + 1];
    relative[2] = z - d[at + 2];
    relative[NORMAL] = relative[0] * n[at] + relative[1] * n[at + 1] + relative[2] * n[at + 2];
  }

  /** Finds the least number of contacts from each body to what is keyed; those that nothing connects come last. */
  private findLevels({ count, first, second }: ContactList): void {
    const { levels, bodies } = this;
    const far = bodies.count;
    for (let body = 0; body < far; body++) levels[body] = bodies.inverseMasses[body] === 0 ? 0 : far;
    for (let changed = true; changed;) {
      changed = false;
      for (let row = 0; row < count; row++) {
        const a = first[row];
        const b = second[row];
        if (levels[a] > levels[b] + 1) levels[a] = levels[b] + 1;
        else if (levels[b] > levels[a] + 1) levels[b] = levels[a] + 1;
        else continue;
        changed = true;
      }
    }
  }

  /** Sorts rows by the level of their lower body; those of a level stay in the order of their pairs. */
  private sortByLevel({ count, first, second }: ContactList): void {
    const { levels, order, starts, bodies } = this;
    starts.fill(0);
    for (let row = 0; row < count; row++) starts[Math.min(levels[first[row]], levels[second[row]]) + 1]++;
    for (let level = 0; level < bodies.count; level++) starts[level + 1] += starts[level];
    for (let row = 0; row < count; row++) order[starts[Math.min(levels[first[row]], levels[second[row]])]++] = row;
  }

  private makeRoom(rows: number): void {
    if (this.order.length >= rows) return;
    this.order = new Int32Array(rows);
    this.masses = new Float64Array(rows);
    this.steps = new Float64Array(rows);
    this.pushes = new Float64Array(rows);
    this.carried = new Float64Array(rows);
    this.starts = new Int32Array(this.bodies.count + 2);
  }
}
