import { SystemState } from '../base/state/SystemState.ts';
import type { MovingSurface } from '../collision/deforming/DeformingCollider.ts';
import { BodyVelocities } from './BodyVelocities.ts';
import { CandidatePairs } from './CandidatePairs.ts';
import { ContactFinder } from './ContactFinder.ts';
import { carryImpulses, ContactList } from './ContactList.ts';
import { contactPairs, type ContactPair } from './contactPairs.ts';
import type { ContactMember } from './ContactMember.ts';
import type { Joint } from './joints/Joint.ts';
import { RigidJoints } from './joints/RigidJoints.ts';
import { MemberMotion } from './MemberMotion.ts';
import type { MemberPairs } from './MemberPairs.ts';
import { Sleep } from './Sleep.ts';
import { ContactSolver } from './sweeps/ContactSolver.ts';

/** Longest substep, s: the card house of 1.5 mm thick cards stands with one symmetric sweep in each, and falls with half as many. */
export const CONTACT_STEP = 1 / 960;
/** Overlap that stays, m, and over the thickness of the smallest body: resting contact needs some. */
const SLOP = 1e-4;
const SLOP_SHARE = 1e-3;

/** What else rigid contact is told. */
export interface RigidContactOptions {
  /** Longest substep, s: longer than usual where others take long for each and stacks need not stand. */
  readonly longest?: number;
  /** What deforms as prescribed. */
  readonly surfaces?: readonly MovingSurface[];
  /** How pairs of members and surfaces, which are numbered after these, meet, where that does not follow from both. */
  readonly said?: MemberPairs;
  /** Whether islands that have come to rest sleep. */
  readonly sleeps?: boolean;
  /** Whether kernels sweep, where there are any: with the bytes of the reference. */
  readonly kernels?: boolean;
}

/** Contact, friction and joints of rigid bodies with each other, with what is keyed and with surfaces that deform: an interaction of their systems. */
export class RigidContact {
  readonly state: SystemState;
  private readonly joints: RigidJoints | undefined;
  /** What of them sleeps; left out where nothing does. */
  private readonly sleep: Sleep | undefined;
  private readonly members: readonly ContactMember[];
  private readonly bodies: BodyVelocities;
  private readonly motion: MemberMotion;
  private readonly finder: ContactFinder;
  private readonly solver: ContactSolver;
  /** Contacts of the last substep and of the running one: they take turns. */
  private last = new ContactList();
  private current = new ContactList();
  private taken = new Uint8Array(0);
  /** Flags of what followed keys in the substep before. */
  private readonly fixedBefore: Uint8Array;
  private readonly slop: number;
  private start = 0;
  /** The interval that is moved through, s. */
  private intervalStart = 0;
  private intervalEnd = Infinity;
  /** Length of the last substep, s; 0 before the first. */
  private lastStep = 0;

  private readonly longest: number;

  /** Members that are at their poses of `time` (s), and joints between them, which have no motion but through this. */
  constructor(
    members: readonly ContactMember[],
    joints: readonly Joint[] = [],
    time = 0,
    { longest = CONTACT_STEP, surfaces = [], said, sleeps = false, kernels = true }: RigidContactOptions = {},
  ) {
    const length = members.length + surfaces.length;
    this.members = members;
    this.longest = longest;
    this.bodies = new BodyVelocities(length);
    if (sleeps) this.sleep = new Sleep(members);
    // Of surfaces, margins are all the room that there is.
    const thicknesses = new Float64Array(length);
    members.forEach(({ shape }, body) => (thicknesses[body] = shape.thickness));
    const pairs = new CandidatePairs(thicknesses);
    this.motion = new MemberMotion(members, this.bodies, pairs, this.sleep, surfaces);
    this.finder = new ContactFinder(members, this.bodies, this.motion, pairs, this.sleep, said);
    this.solver = new ContactSolver(this.bodies, kernels);
    this.fixedBefore = new Uint8Array(length);
    this.slop = members.reduce((least, { shape }) => Math.min(least, SLOP_SHARE * shape.thickness), SLOP);
    this.joints = joints.length === 0 ? undefined : new RigidJoints(joints, members, this.bodies, time);
    for (const member of members) member.joints = this.joints;
    this.state = new SystemState()
      .array('keyed', this.fixedBefore)
      .include('impulses', () => this.last.state())
      .include('joints', this.joints?.state)
      .include('sleep', this.sleep?.state);
  }

  /** Sweeps of the island that took most in the last substep. */
  get sweeps(): number {
    return this.solver.most;
  }

  /** What pairs passed on in the last substep; those of sleeping bodies, which are not solved, are left out. */
  get pairs(): ContactPair[] {
    return this.lastStep > 0 ? contactPairs(this.last, this.lastStep) : [];
  }

  maxStep(start: number, end = Infinity): number {
    this.start = start;
    if (end !== this.intervalEnd) this.intervalStart = start;
    this.intervalEnd = end;
    return Math.min(this.longest, this.joints?.maxStep() ?? Infinity);
  }

  /** Finds the contacts where the substep of `dt` (s) begins, and changes what bodies will move with: bounces of the velocities that they had, then resting contact of those that they will have. */
  before(dt: number): void {
    const { solver, current, bodies, joints, motion, sleep } = this;
    const { free } = motion;
    motion.gather(this.start, dt, this.intervalEnd);
    joints?.place(this.start);
    this.findContacts(dt);
    sleep?.stopAll();
    if (current.count === 0 && joints === undefined) return;
    solver.prepare(current, dt, joints?.joined);
    solver.bounce(free);
    for (let k = 0; k < free.length; k++) bodies.velocities[k] += free[k];
    joints?.begin(dt);
    solver.solve(current, joints);
    motion.scatter(joints);
  }

  /** Displaces bodies that overlap. */
  between(dt: number): void {
    const { members, bodies, current, joints } = this;
    const touched = current.count > 0;
    joints?.close(dt);
    const pushed = touched && this.solver.pushOut(this.slop);
    if (!touched) bodies.shifts.fill(0);
    joints?.settle(dt, pushed);
    for (let body = 0; body < members.length; body++) {
      if ((pushed && isDisplaced(bodies.shifts, 6 * body)) || joints?.displaces(body) === true) {
        members[body].moving?.displace(bodies.shifts, 6 * body);
      }
    }
  }

  after(dt: number): void {
    this.joints?.finish(dt);
    const { last, current, members } = this;
    const { touching } = this.finder;
    const { overlaps } = this.solver;
    for (let body = 0; body < members.length; body++) {
      if (this.sleep !== undefined && this.sleep.asleep[body] !== 0) continue;
      members[body].contacts = touching[body];
      members[body].overlap = current.count > 0 ? overlaps[body] : 0;
    }
    this.last = this.current;
    this.current = last;
    this.lastStep = dt;
    this.fixedBefore.set(this.motion.fixed);
    // What is less than a millionth of a substep is rounding of time.
    if (this.start + dt >= this.intervalEnd - 1e-6 * dt) this.endFrame(dt);
  }

  private endFrame(dt: number): void {
    const { sleep, bodies, motion, solver, last, joints } = this;
    const duration = this.intervalEnd - this.intervalStart;
    if (last.count > 0) {
      sleep?.endFrame(duration, dt, bodies.velocities, motion.free, solver.islands, last, joints?.joined);
    }
  }

  /** Finds contacts, again where something is woken by them. */
  private findContacts(dt: number): void {
    const { current, sleep, motion, finder, joints } = this;
    do {
      this.last = sleep?.wake(this.last) ?? this.last;
      motion.gatherMoving(dt);
      finder.find(current, joints);
    } while (sleep?.anyWoken === true);
    const { last } = this;
    if (this.taken.length < last.count) this.taken = new Uint8Array(2 * last.count);
    carryImpulses(last, current, this.taken);
    this.forgetReleased();
  }

  /** Drops the impulses of bodies that have just been released or caught by keys: what follows keys presses as hard as it has to. */
  private forgetReleased(): void {
    const { current, fixedBefore } = this;
    const { fixed } = this.motion;
    for (let row = 0; row < current.count; row++) {
      const a = current.first[row];
      const b = current.second[row];
      if (fixed[a] === fixedBefore[a] && fixed[b] === fixedBefore[b]) continue;
      current.impulses[row] = 0;
      current.tangents.fill(0, 3 * row, 3 * row + 3);
    }
  }
}

function isDisplaced(shifts: Float64Array, at: number): boolean {
  for (let k = at; k < at + 6; k++) if (shifts[k] !== 0) return true;
  return false;
}
