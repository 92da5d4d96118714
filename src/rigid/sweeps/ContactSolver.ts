import { CARRIED, IMPULSE, MASS, ROW, TANGENT } from '../../kernels/contacts/contactRow.ts';
import {
  MUCH,
  NOTHING,
  PUSH_MOST,
  PUSH_SHARE,
  RowArrays,
  type RowSweeps,
  SLOP,
  SLOW,
  UNCHANGED,
} from '../../kernels/contacts/RowArrays.ts';
import type { BodyVelocities } from '../BodyVelocities.ts';
import type { ContactList } from '../ContactList.ts';
import { ContactIslands } from './ContactIslands.ts';
import { ReferenceSweeps } from './ReferenceSweeps.ts';
import { RowPacking } from './RowPacking.ts';

/** Sweeps over the pairs that bounce, at most; a cradle of five balls takes as many. */
const BOUNCE_SWEEPS = 64;
/** Approach that is a bounce, over what acceleration gives in a substep: slower bodies rest. */
const BOUNCE_SPEED = 2;
/** Symmetric sweeps of an island in a substep at most: where impulses are carried over, one or two suffice; new impacts of piles and heavy things on light ones take all. */
const SWEEPS = 32;
/** Share of the rows of an island that a sweep over those of changed bodies visits above which sweeps over all are accelerated, and their number at most. */
const BUSY = 0.25;
const ACCELERATED = 32;
/** Number of sweeps after which a smaller share does. */
const PATIENCE = 8;
const BUSY_LATE = 1 / 32;
/** Change of velocity by a row below which it has not changed, over the change by gravity in a substep, and at least, m/s. */
const CONVERGED = 1e-3;
const CONVERGED_LEAST = 1e-6;
/** Growth of an impulse from substep to substep that is carried over. */
const GROWTH = 2;
/** Share of an overlap that a substep removes, and the largest displacement, m: faster ones throw bodies apart. */
const SHARE = 0.2;
const MOST = 0.02;

/** What else changes the velocities of bodies until it has what it asks for. */
interface VelocityConstraint {
  solveVelocities(): void;
}

/**
 * Contact and Coulomb friction of rigid bodies by sequential impulses (Guendelman et al. 2003, Catto 2005) in small substeps (Macklin et al. 2019): bounces, then symmetric sweeps that start from the impulses of
 * the substep before, then a displacement of what overlaps. Contact is hard: along the normal, 0 <= p, 0 <= u_n + gap / dt and p (u_n + gap / dt) = 0; across it |p_t| <= mu p. Each island is swept by itself, until it has
 * converged.
 */
export class ContactSolver {
  private readonly bodies: BodyVelocities;
  readonly islands: ContactIslands;
  private arrays: RowArrays;
  private sweeps: RowSweeps;
  private readonly packing = new RowPacking();
  /** What acceleration adds to velocities of each island in the substep, m/s. */
  private readonly falls: Float64Array;
  /** Sweeps of the island that took most in the last substep. */
  most = 0;

  /** `kernels`: whether they sweep, where there are any. */
  constructor(
    bodies: BodyVelocities,
    private readonly kernels = true,
  ) {
    this.bodies = bodies;
    this.islands = new ContactIslands(bodies);
    this.falls = new Float64Array(bodies.count);
    this.arrays = new RowArrays(bodies.count, 0);
    this.sweeps = this.sweepsOf(this.arrays);
  }

  /** Deepest overlap of each body after the last substep, m. */
  get overlaps(): Float64Array {
    return this.arrays.overlaps;
  }

  /** Finds islands, and packs their rows in the order of their sweeps for a substep of `dt` (s); `jointed` flags bodies that joints hold. */
  prepare(contacts: ContactList, dt: number, jointed?: Uint8Array): void {
    const { bodies, islands } = this;
    if (this.arrays.capacity < contacts.count) {
      this.arrays = new RowArrays(bodies.count, contacts.first.length);
      this.sweeps = this.sweepsOf(this.arrays);
    }
    islands.find(contacts, jointed);
    this.packing.pack(contacts, islands.order, bodies, dt, this.arrays);
  }

  /**
   * Pairs that touch within the substep, approach faster than twice what acceleration adds in it and are elastic bounce, in turn until none approaches, so that an impulse passes through a row of balls. `changes`: of velocities by
   * acceleration, six numbers per body.
   */
  bounce(changes: Float64Array): void {
    const { islands, arrays, sweeps, falls } = this;
    const { starts, count } = islands;
    this.findFalls(changes);
    arrays.velocities.set(this.bodies.velocities);
    for (let island = 0; island < count; island++) {
      arrays.limits[SLOW] = BOUNCE_SPEED * falls[island];
      for (let sweep = 0; sweep < BOUNCE_SWEEPS; sweep++) {
        if (sweeps.bounce(starts[island], starts[island + 1]) === 0) break;
      }
    }
    this.bodies.velocities.set(arrays.velocities);
  }

  /** Applies the impulses that were carried over, then changes them in sweeps upwards and back until none of an island changes much. Joints are solved before the first sweep of the island that they are in and after each. */
  solve(contacts: ContactList, joints?: VelocityConstraint): void {
    const { islands, arrays, sweeps, bodies, falls } = this;
    const { starts, count } = islands;
    arrays.velocities.set(bodies.velocities);
    arrays.changes.fill(0);
    arrays.members.set(islands.members);
    sweeps.begin();
    this.most = 0;
    for (let island = 0; island < count; island++) {
      const from = starts[island];
      const to = starts[island + 1];
      arrays.limits[UNCHANGED] = Math.max(CONVERGED_LEAST, CONVERGED * falls[island]);
      sweeps.start(from, to);
      const taken = island === islands.jointed ? this.sweepJointed(from, to, joints) : this.sweepIsland(island);
      this.most = Math.max(this.most, taken);
    }
    bodies.velocities.set(arrays.velocities);
    if (islands.jointed < 0) joints?.solveVelocities();
    for (let island = 0; island < count; island++) this.unpack(contacts, island);
  }

  /** Sweeps until a sweep over all rows changes little; between such sweeps, those over rows whose bodies have changed, as long as these are few. Returns the number of sweeps. */
  private sweepIsland(island: number): number {
    const { sweeps } = this;
    const from = this.islands.starts[island];
    const to = this.islands.starts[island + 1];
    const whole = 2 * (to - from);
    let all = 1;
    for (let sweep = 1; ; sweep++) {
      const before = sweeps.visited();
      const changed = this.sweepBoth(from, to, all);
      if (sweep === SWEEPS || (changed < MUCH && all === 1)) return sweep;
      const isBusy = sweeps.visited() - before > whole * (sweep > PATIENCE ? BUSY_LATE : BUSY);
      if (all === 0 && isBusy) return sweep + this.sweepAccelerated(island);
      all = changed === MUCH ? 0 : 1;
    }
  }

  /** Accelerates sweeps over all rows, upwards and back by turns, until two of them have changed little. */
  private sweepAccelerated(island: number): number {
    const { sweeps, islands } = this;
    const from = islands.starts[island];
    const to = islands.starts[island + 1];
    const first = islands.memberStarts[island];
    const last = islands.memberStarts[island + 1];
    sweeps.beginDirections(from, to, first, last);
    let calm = 0;
    for (let pass = 1; ; pass++) {
      const changed = sweeps.sweep(from, to, 1 - (pass & 1), 1);
      calm = changed < MUCH ? calm + 1 : 0;
      if (pass === ACCELERATED || calm === 2) return Math.ceil(pass / 2);
      sweeps.accelerate(from, to, first, last);
    }
  }

  private sweepJointed(from: number, to: number, joints: VelocityConstraint | undefined): number {
    this.solveJoints(joints);
    for (let sweep = 1; ; sweep++) {
      const changed = this.sweepBoth(from, to, 1);
      if (changed > NOTHING) this.solveJoints(joints);
      if (sweep === SWEEPS || changed < MUCH) return sweep;
    }
  }

  /** A sweep upwards and one back; returns what they changed. */
  private sweepBoth(from: number, to: number, all: number): number {
    const up = this.sweeps.sweep(from, to, 0, all);
    return Math.max(up, this.sweeps.sweep(from, to, 1, all));
  }

  private solveJoints(joints: VelocityConstraint | undefined): void {
    const { bodies, arrays } = this;
    bodies.velocities.set(arrays.velocities);
    joints?.solveVelocities();
    arrays.velocities.set(bodies.velocities);
  }

  /** Gives back what the next substep starts from, at most twice what this one started from, or what stops a fall: an impact does not go on, and sweeps would not take all of it back. */
  private unpack({ impulses, tangents }: ContactList, island: number): void {
    const { order, starts } = this.islands;
    const { rows } = this.arrays;
    const fall = this.falls[island];
    for (let k = starts[island]; k < starts[island + 1]; k++) {
      const row = order[k];
      const r = ROW * k;
      impulses[row] = Math.min(rows[r + IMPULSE], GROWTH * rows[r + CARRIED] + rows[r + MASS] * fall);
      for (let axis = 0; axis < 3; axis++) tangents[3 * row + axis] = rows[r + TANGENT + axis];
    }
  }

  /** Finds the largest change of a velocity of an island by acceleration, m/s. */
  private findFalls(changes: Float64Array): void {
    const { falls } = this;
    const { count, members, memberStarts } = this.islands;
    for (let island = 0; island < count; island++) {
      falls[island] = 0;
      for (let k = memberStarts[island]; k < memberStarts[island + 1]; k++) {
        const at = 6 * members[k];
        const change = Math.abs(changes[at]) + Math.abs(changes[at + 1]) + Math.abs(changes[at + 2]);
        falls[island] = Math.max(falls[island], change);
      }
    }
  }

  /** Finds the shifts that reduce overlaps larger than `slop` (m) at the end of the substep, one sweep upwards and one back, and the deepest overlap of each body, m. Returns whether there are any. */
  pushOut(slop: number): boolean {
    const { bodies, arrays, sweeps, islands } = this;
    const { starts, count } = islands;
    arrays.limits[SLOP] = slop;
    arrays.limits[PUSH_SHARE] = SHARE;
    arrays.limits[PUSH_MOST] = MOST;
    arrays.overlaps.fill(0);
    arrays.shifts.fill(0);
    let overlap = false;
    for (let island = 0; island < count; island++) {
      const from = starts[island];
      const to = starts[island + 1];
      if (sweeps.findOverlaps(from, to) === 0) continue;
      overlap = true;
      sweeps.pushApart(from, to);
    }
    bodies.shifts.set(arrays.shifts);
    return overlap;
  }

  private sweepsOf(arrays: RowArrays): RowSweeps {
    return (this.kernels ? arrays.kernels : undefined) ?? new ReferenceSweeps(arrays);
  }
}
