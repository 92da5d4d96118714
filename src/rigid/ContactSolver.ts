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
/** Share of an overlap that a substep removes, and the largest displacement, m: faster ones throw bodies apart. */
const PUSH_SHARE = 0.2;
const PUSH_MOST = 0.02;

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
  private readonly relative = new Float64Array(3);

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
        if (contacts.restitution[row] > 0 && this.bounceRow(contacts, row, dt, slow)) bounced = true;
      }
      if (!bounced) return;
    }
  }

  /** Applies the impulses that were carried over, then changes them in sweeps upwards and back until none changes much: `fall`, m/s, is what gravity adds in a substep. Returns the number of sweeps. */
  solve(contacts: ContactList, dt: number, fall: number): number {
    const { order } = this;
    const { count } = contacts;
    const most = Math.max(CONVERGED_LEAST, CONVERGED * fall);
    for (let row = 0; row < count; row++) this.carried[row] = contacts.impulses[row];
    for (let k = 0; k < count; k++) this.startRow(contacts, order[k]);
    for (let sweep = 1; ; sweep++) {
      let largest = 0;
      for (let k = 0; k < count; k++) largest = Math.max(largest, this.solveRow(contacts, order[k], dt));
      for (let k = count - 1; k >= 0; k--) largest = Math.max(largest, this.solveRow(contacts, order[k], dt));
      if (largest > most && sweep < SWEEPS) continue;
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

  /** Finds the shifts that reduce overlaps larger than `slop` (m) at the end of the substep, one sweep upwards and one back, and the deepest overlap of each body, m. */
  pushOut(contacts: ContactList, dt: number, slop: number): void {
    const { bodies, order, pushes, overlaps } = this;
    let any = false;
    bodies.shifts.fill(0);
    overlaps.fill(0);
    for (let row = 0; row < contacts.count; row++) {
      const overlap = -(contacts.gaps[row] + dt * this.normalSpeed(contacts, row, bodies.velocities));
      const a = contacts.first[row];
      const b = contacts.second[row];
      overlaps[a] = Math.max(overlaps[a], overlap);
      overlaps[b] = Math.max(overlaps[b], overlap);
      // The row of the gap is not needed again.
      contacts.gaps[row] = overlap > slop ? Math.min(PUSH_SHARE * (overlap - slop), PUSH_MOST) : -Infinity;
      if (overlap > slop) any = true;
      pushes[row] = 0;
    }
    if (!any) return;
    for (let k = 0; k < contacts.count; k++) this.pushRow(contacts, order[k]);
    for (let k = contacts.count - 1; k >= 0; k--) this.pushRow(contacts, order[k]);
  }

  private prepareRow(contacts: ContactList, row: number): void {
    const at = 3 * row;
    const { normals: n } = contacts;
    const x = n[at];
    const y = n[at + 1];
    const z = n[at + 2];
    this.masses[row] = 1 / this.response(contacts, row, x, y, z, x, y, z);
    // Two directions across the normal (Duff et al. 2017).
    const sign = z >= 0 ? 1 : -1;
    const s = -1 / (sign + z);
    const c = x * y * s;
    const ux = 1 + sign * x * x * s;
    const uy = sign * c;
    const uz = -sign * x;
    const wy = sign + y * y * s;
    const uu = this.response(contacts, row, ux, uy, uz, ux, uy, uz);
    const uw = this.response(contacts, row, ux, uy, uz, c, wy, -y);
    const ww = this.response(contacts, row, c, wy, -y, c, wy, -y);
    // The inverse of the larger eigenvalue: the same step in all directions, so that friction is opposite to sliding.
    const half = (uu - ww) / 2;
    this.steps[row] = 1 / ((uu + ww) / 2 + Math.sqrt(half * half + uw * uw));
  }

  private response(
    contacts: ContactList,
    row: number,
    ux: number,
    uy: number,
    uz: number,
    wx: number,
    wy: number,
    wz: number,
  ): number {
    const { first, second, armsA, armsB } = contacts;
    return (
      this.bodies.response(first[row], armsA, 3 * row, ux, uy, uz, wx, wy, wz) +
      this.bodies.response(second[row], armsB, 3 * row, ux, uy, uz, wx, wy, wz)
    );
  }

  private bounceRow(contacts: ContactList, row: number, dt: number, slow: number): boolean {
    const speed = this.normalSpeed(contacts, row, this.bodies.velocities);
    if (!(speed < -slow) || contacts.gaps[row] + dt * speed > 0) return false;
    const impulse = -(1 + contacts.restitution[row]) * speed * this.masses[row];
    const { normals: n } = contacts;
    const at = 3 * row;
    this.apply(contacts, row, this.bodies.velocities, impulse * n[at], impulse * n[at + 1], impulse * n[at + 2]);
    const most = contacts.friction[row] * impulse;
    if (most === 0) return true;
    const { relative: u } = this;
    this.relativeVelocity(contacts, row, this.bodies.velocities);
    const along = u[0] * n[at] + u[1] * n[at + 1] + u[2] * n[at + 2];
    const step = this.steps[row];
    let x = -step * (u[0] - along * n[at]);
    let y = -step * (u[1] - along * n[at + 1]);
    let z = -step * (u[2] - along * n[at + 2]);
    const length = Math.sqrt(x * x + y * y + z * z);
    const share = length > most ? most / length : 1;
    x *= share;
    y *= share;
    z *= share;
    this.apply(contacts, row, this.bodies.velocities, x, y, z);
    return true;
  }

  /** Applies the impulse carried over: across today's normal, and within today's friction cone. */
  private startRow(contacts: ContactList, row: number): void {
    const { normals: n, tangents: t, impulses } = contacts;
    const at = 3 * row;
    const impulse = impulses[row];
    const along = t[at] * n[at] + t[at + 1] * n[at + 1] + t[at + 2] * n[at + 2];
    let x = t[at] - along * n[at];
    let y = t[at + 1] - along * n[at + 1];
    let z = t[at + 2] - along * n[at + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    const most = contacts.friction[row] * impulse;
    const share = length > most ? most / length : 1;
    x *= share;
    y *= share;
    z *= share;
    t[at] = x;
    t[at + 1] = y;
    t[at + 2] = z;
    if (impulse === 0) return;
    const { velocities } = this.bodies;
    this.apply(contacts, row, velocities, impulse * n[at] + x, impulse * n[at + 1] + y, impulse * n[at + 2] + z);
  }

  /** Solves a row; returns by how much that changes the velocity at its point, about, m/s. */
  private solveRow(contacts: ContactList, row: number, dt: number): number {
    const { normals: n, impulses, gaps } = contacts;
    const { velocities } = this.bodies;
    const at = 3 * row;
    const speed = this.normalSpeed(contacts, row, velocities);
    const before = impulses[row];
    const impulse = Math.max(0, before - this.masses[row] * (speed + Math.max(0, gaps[row]) / dt));
    const change = impulse - before;
    impulses[row] = impulse;
    if (change !== 0) this.apply(contacts, row, velocities, change * n[at], change * n[at + 1], change * n[at + 2]);
    const along = Math.abs(change) / this.masses[row];
    if (contacts.friction[row] === 0) return along;
    return Math.max(along, this.rubRow(contacts, row, contacts.friction[row] * impulse));
  }

  /** Changes the impulse across the normal against the sliding, by the same step in every direction, and shortens it to `most`. */
  private rubRow(contacts: ContactList, row: number, most: number): number {
    const { normals: n, tangents: t } = contacts;
    const at = 3 * row;
    if (most === 0 && t[at] === 0 && t[at + 1] === 0 && t[at + 2] === 0) return 0;
    const { relative: u } = this;
    const { velocities } = this.bodies;
    this.relativeVelocity(contacts, row, velocities);
    const along = u[0] * n[at] + u[1] * n[at + 1] + u[2] * n[at + 2];
    const step = this.steps[row];
    let x = t[at] - step * (u[0] - along * n[at]);
    let y = t[at + 1] - step * (u[1] - along * n[at + 1]);
    let z = t[at + 2] - step * (u[2] - along * n[at + 2]);
    const length = Math.sqrt(x * x + y * y + z * z);
    const share = length > most ? most / length : 1;
    x *= share;
    y *= share;
    z *= share;
    const dx = x - t[at];
    const dy = y - t[at + 1];
    const dz = z - t[at + 2];
    this.apply(contacts, row, velocities, dx, dy, dz);
    t[at] = x;
    t[at + 1] = y;
    t[at + 2] = z;
    return Math.sqrt(dx * dx + dy * dy + dz * dz) / step;
  }

  private pushRow(contacts: ContactList, row: number): void {
    const wanted = contacts.gaps[row];
    if (wanted === -Infinity) return;
    const { normals: n } = contacts;
    const { shifts } = this.bodies;
    const at = 3 * row;
    const before = this.pushes[row];
    const push = Math.max(0, before + this.masses[row] * (wanted - this.normalSpeed(contacts, row, shifts)));
    this.pushes[row] = push;
    const change = push - before;
    this.apply(contacts, row, shifts, change * n[at], change * n[at + 1], change * n[at + 2]);
  }

  /** Adds an impulse to the first body of a row and its opposite to the second. */
  private apply(contacts: ContactList, row: number, motions: Float64Array, x: number, y: number, z: number): void {
    const { bodies } = this;
    bodies.push(motions, contacts.first[row], contacts.armsA, 3 * row, x, y, z);
    bodies.push(motions, contacts.second[row], contacts.armsB, 3 * row, -x, -y, -z);
  }

  /** Returns how fast the bodies of a row part at its point, along its normal. */
  private normalSpeed(contacts: ContactList, row: number, motions: Float64Array): number {
    const { normals: n } = contacts;
    const { relative: u } = this;
    this.relativeVelocity(contacts, row, motions);
    return u[0] * n[3 * row] + u[1] * n[3 * row + 1] + u[2] * n[3 * row + 2];
  }

  /** Finds the velocity of the first body against the second at the point of a row. */
  private relativeVelocity(contacts: ContactList, row: number, v: Float64Array): void {
    const { first, second, armsA: p, armsB: q } = contacts;
    const a = 6 * first[row];
    const b = 6 * second[row];
    const at = 3 * row;
    const { relative } = this;
    relative[0] =
      v[a] + v[a + 4] * p[at + 2] - v[a + 5] * p[at + 1] - v[b] - v[b + 4] * q[at + 2] + v[b + 5] * q[at + 1];
    relative[1] =
      v[a + 1] + v[a + 5] * p[at] - v[a + 3] * p[at + 2] - v[b + 1] - v[b + 5] * q[at] + v[b + 3] * q[at + 2];
    relative[2] =
      v[a + 2] + v[a + 3] * p[at + 1] - v[a + 4] * p[at] - v[b + 2] - v[b + 3] * q[at + 1] + v[b + 4] * q[at];
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
