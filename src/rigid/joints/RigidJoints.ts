import { SystemState } from '../../base/state/SystemState.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { BodyVelocities } from '../BodyVelocities.ts';
import type { RigidBody, RigidPose } from '../RigidBody.ts';
import type { Joint } from './Joint.ts';
import { JointDemands, RESTORING_SPEED, declareRows } from './JointDemands.ts';
import { JointForest } from './JointForest.ts';
import { JointFrames } from './JointFrames.ts';
import { JointReports } from './JointReports.ts';
import { JointPoses } from './JointPoses.ts';
import { DRIVE, EQUAL, LIMIT, ROWS, UNUSED, WIDTH, JointRows } from './JointRows.ts';
import { RestRotations } from './RestRotations.ts';
import { JointSolver } from './JointSolver.ts';
import { JointMeasure, LIMIT_ROW } from './measureJoint.ts';

/** Rounds in which a substep closes what is open at its end, at most: each leaves of it the angle by which bodies turn in a substep. */
const ROUNDS = 8;
/** What may stay open, m and rad. */
const CLOSED = 1e-10;
/** What is open, m or rad, that a shorter substep may close, and the angle in a substep above which it may, rad: whips of light links. */
const OPEN = 1e-6;
const FAST_TURN = 0.05;

/** What joints have to do with a member of rigid contact. */
export interface JointMember {
  /** The body that it is, whether it moves by itself or follows keys; undefined for a collider. */
  readonly body?: RigidBody;
  readonly moving: RigidBody | undefined;
  poseAt(time: number): RigidPose;
}

/**
 * Joints of rigid bodies, solved directly (Baraff 1996) with the motion of a substep as Rattle has it (Andersen 1983): impulses along the rows where the substep begins, which joints with the rest of the velocities have in
 * common with contact; then as much of them as closes the joints where it ends; then velocities along the rows there. Impulses act on both bodies at one point: momentum and angular momentum are kept.
 */
export class RigidJoints {
  readonly state: SystemState;
  /** Flags of what joints join and that moves in the running substep, and whether `settle` has displaced it. */
  readonly joined: Uint8Array;
  private settled = false;
  private readonly joints: readonly Joint[];
  private readonly members: readonly JointMember[];
  private readonly bodies: BodyVelocities;
  private readonly forest: JointForest;
  private readonly frames: JointFrames;
  private readonly measure: JointMeasure;
  private readonly rests: RestRotations;
  private readonly poses: JointPoses;
  /** Rows where the substep begins and where it ends. */
  private readonly atStart: JointRows;
  private readonly atEnd: JointRows;
  private readonly starting: JointSolver;
  private readonly ending: JointSolver;
  private readonly demands: JointDemands;
  private readonly reports: JointReports;
  private readonly broken: Uint8Array;
  /** Angles of hinges, rad, which count whole turns. */
  private readonly angles: Float64Array;
  /** Flags of what follows keys, and of what did when joints were arranged; those of the world come last. */
  private readonly fixed: Uint8Array;
  private readonly arranged: Uint8Array;
  private stale = true;
  /** Flags of joints that act, and pairs of members that do not touch each other because of them: the smaller number times how many there are, and the larger one. */
  private readonly linked: Uint8Array;
  private readonly apart = new Set<number>();
  /** What rows should measure at the end of the substep, and by which velocity that is to change. */
  private readonly aims: Float64Array;
  private readonly steps: Float64Array;
  private readonly impulses: Float64Array;
  private time = 0;

  /** Joints of members that are at their poses of `time`, s. */
  constructor(joints: readonly Joint[], members: readonly JointMember[], bodies: BodyVelocities, time: number) {
    const { length: world } = members;
    this.joints = joints;
    this.members = members;
    this.bodies = bodies;
    this.forest = new JointForest(joints.length, world);
    this.poses = new JointPoses(world);
    this.atStart = new JointRows(joints.length);
    this.atEnd = new JointRows(joints.length);
    this.fixed = new Uint8Array(world + 1).fill(1, world);
    this.arranged = new Uint8Array(world + 1);
    this.joined = new Uint8Array(world);
    this.broken = new Uint8Array(joints.length);
    this.linked = new Uint8Array(joints.length);
    this.angles = new Float64Array(joints.length);
    this.aims = new Float64Array(ROWS * joints.length);
    this.steps = new Float64Array(ROWS * joints.length);
    this.impulses = new Float64Array(WIDTH * world);
    members.forEach((one, member) => {
      const { body } = one;
      if (body !== undefined) this.poses.place(member, body.position, body.rotation);
      else {
        const { translation, rotation } = one.poseAt(time);
        this.poses.place(member, translation, rotation);
      }
    });
    joints.forEach((joint, j) => {
      for (const rows of [this.atStart, this.atEnd]) declareRows(joint, j, rows, world);
    });
    const ends = new Int32Array(2 * joints.length);
    joints.forEach(({ first, second }, j) => ends.set([first ?? world, second ?? world], 2 * j));
    this.frames = new JointFrames(joints, ends, this.poses);
    this.rests = new RestRotations(joints);
    this.measure = new JointMeasure(this.frames, this.rests);
    this.starting = new JointSolver(this.atStart, this.forest, bodies);
    this.ending = new JointSolver(this.atEnd, this.forest, bodies);
    this.demands = new JointDemands(this.atStart, this.rests);
    this.reports = new JointReports(joints, bodies);
    this.state = new SystemState()
      .array('broken', this.broken)
      .array('angles', this.angles)
      .array('limits', this.atStart.states)
      .include('reports', this.reports.state)
      .afterLoad(() => this.resume());
  }

  /** The rows where the running substep begins, with the impulses that the velocities of members have by them. */
  get rows(): JointRows {
    return this.atStart;
  }

  /** Velocities of the members, six numbers each. */
  get velocities(): Float64Array {
    return this.bodies.velocities;
  }

  /** Returns the number of a body among the members; -1 where it is none. */
  memberOf(body: RigidBody): number {
    return this.members.findIndex((member) => member.body === body);
  }

  /** Whether a joint acts in the running substep. */
  links(joint: number): boolean {
    return this.linked[joint] !== 0;
  }

  /** The states of rows have changed: their factors are others. */
  noteStates(): void {
    this.starting.begin();
  }

  /** Whether contact between two members is left out. */
  keepsApart(a: number, b: number): boolean {
    return this.apart.has(Math.min(a, b) * this.members.length + Math.max(a, b));
  }

  /** Longest substep, s. */
  maxStep(): number {
    return this.reports.maxStep();
  }

  /** Places members where a substep begins at `time`, s, and finds which joints act there: before contact asks which pairs they keep apart. */
  place(time: number): void {
    const { members, fixed } = this;
    this.time = time;
    for (let member = 0; member < members.length; member++) {
      const { moving, body } = members[member];
      fixed[member] = moving === undefined ? 1 : 0;
      if (body !== undefined) this.poses.place(member, body.position, body.rotation);
      else this.placeKeyed(member, time);
    }
    this.arrange();
  }

  /** Begins a substep of `dt`, s, for which members have been placed: `bodies` have the velocities that they would have without contact and joints. */
  begin(dt: number): void {
    const { joints, atStart, time } = this;
    for (let j = 0; j < joints.length; j++) {
      joints[j].report.overturned = false;
      if (this.broken[j] !== 0) continue;
      this.frames.place(j, this.poses);
      this.rests.find(j, time, dt, this.frames.axesOfFirst);
      this.measure.measure(j, joints[j].type, this.bodies.centres, this.angles, atStart);
      if (joints[j].type === 'hinge') this.angles[j] = atStart.values[ROWS * j + LIMIT_ROW];
      this.demands.ask(joints[j], j, time, dt);
    }
    atStart.impulses.fill(0);
    this.starting.begin();
  }

  /** Changes the velocities of `bodies` so that joints have what they ask for. */
  solveVelocities(): void {
    this.starting.solve(this.bodies.velocities);
  }

  /** Changes the momenta of bodies, which have been moved by `dt` (s) with them, and moves them again, until joints are closed where the substep ends. */
  close(dt: number): void {
    const { atStart, steps, aims, impulses, forest } = this;
    const nearest = dt * RESTORING_SPEED;
    for (let j = 0; j < atStart.joints; j++) {
      for (let row = ROWS * j; row < ROWS * j + atStart.counts[j]; row++) {
        const bound = atStart.states[row] < 0 ? atStart.low[row] : atStart.high[row];
        const value = atStart.values[row];
        aims[row] =
          atStart.roles[row] === LIMIT ? value + dt * bound : value - Math.min(nearest, Math.max(-nearest, value));
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      if (this.measureEnd(dt) <= CLOSED) return;
      for (let row = 0; row < steps.length; row++) steps[row] /= -dt;
      impulses.fill(0);
      this.starting.shiftImpulses(steps, impulses);
      for (let k = 0; k < forest.bodyStarts[forest.count]; k++) this.moveAgain(forest.bodies[k], dt);
    }
  }

  /**
   * Finds the rows where the substep ends, and changes the shifts of `bodies`, by which contact displaces them there, so that joints stay closed or are closed by what `close` left open.
   */
  settle(dt: number, displaced: boolean): void {
    const { bodies, members, joints, steps, atStart, atEnd } = this;
    for (let member = 0; member < members.length; member++) this.loadMotion(member, dt);
    const open = this.measureEnd(dt);
    for (let j = 0; j < joints.length; j++) {
      for (let row = ROWS * j; row < ROWS * j + atEnd.counts[j]; row++) {
        const limited = atStart.roles[row] === LIMIT && atStart.states[row] !== 0;
        atEnd.roles[row] = atStart.roles[row] === EQUAL ? EQUAL : limited ? LIMIT : UNUSED;
        atEnd.states[row] = limited ? atStart.states[row] : 0;
        atEnd.low[row] = atStart.states[row] < 0 ? 0 : -Infinity;
        atEnd.high[row] = atStart.states[row] > 0 ? 0 : Infinity;
      }
    }
    this.ending.begin();
    if (open > OPEN) this.noteOpen(dt);
    this.settled = open > CLOSED || displaced;
    if (!this.settled) return;
    for (let j = 0; j < joints.length; j++) atEnd.along(j, bodies.shifts, atEnd.targets);
    for (let row = 0; row < steps.length; row++) steps[row] = -steps[row] - atEnd.targets[row];
    this.ending.shift(steps, bodies.shifts);
  }

  /** Whether a joint holds a member. */
  holds(member: number): boolean {
    return this.joined[member] !== 0;
  }

  /** Notes the joints that stay open because what they join turns too far in a substep. */
  private noteOpen(dt: number): void {
    const { joints, steps, linked, atEnd } = this;
    for (let j = 0; j < joints.length; j++) {
      if (linked[j] === 0) continue;
      let open = 0;
      for (let row = ROWS * j; row < ROWS * (j + 1); row++) open = Math.max(open, Math.abs(steps[row]));
      const turn = dt * Math.max(this.spinOf(atEnd.first[j]), this.spinOf(atEnd.second[j]));
      joints[j].report.overturned = open > OPEN && turn > FAST_TURN;
    }
  }

  /** The angular speed of a member where the substep ends, rad/s. */
  private spinOf(member: number): number {
    if (member >= this.members.length) return 0;
    const { velocities: v } = this.bodies;
    const at = WIDTH * member + 3;
    return hypot3(v[at], v[at + 1], v[at + 2]);
  }

  /** Whether `settle` has found a shift for a member. */
  displaces(member: number): boolean {
    return this.settled && this.joined[member] !== 0;
  }

  /** Changes momenta so that no joint opens where the substep of `dt`, s, ends, and breaks those that carry too much. */
  finish(dt: number): void {
    const { bodies, atEnd, joints, impulses, forest } = this;
    atEnd.impulses.fill(0);
    atEnd.targets.fill(0);
    impulses.fill(0);
    this.ending.solve(bodies.velocities);
    this.ending.addAll(impulses);
    for (let k = 0; k < forest.bodyStarts[forest.count]; k++) this.addMomentum(forest.bodies[k]);
    for (let j = 0; j < joints.length; j++) {
      if (this.linked[j] === 0 || !this.reports.write(j, this.atStart, atEnd, dt)) continue;
      this.broken[j] = 1;
      this.stale = true;
    }
  }

  /** Goes on from a state that was loaded. */
  private resume(): void {
    this.stale = true;
    this.joints.forEach(({ report }, j) => (report.broken = this.broken[j] !== 0));
  }

  /** Arranges joints where something has broken, or begun or ceased to follow keys. */
  private arrange(): void {
    const { fixed, arranged, forest, joined, linked, atStart } = this;
    let same = !this.stale;
    for (let member = 0; same && member < fixed.length; member++) same = fixed[member] === arranged[member];
    if (same) return;
    forest.arrange(atStart.first, atStart.second, this.broken, fixed);
    this.starting.makeRoom();
    this.ending.makeRoom();
    arranged.set(fixed);
    joined.fill(0);
    for (let k = 0; k < forest.bodyStarts[forest.count]; k++) joined[forest.bodies[k]] = 1;
    linked.fill(0);
    for (let k = 0; k < forest.orderStarts[forest.count]; k++) linked[forest.order[k]] = 1;
    for (let k = 0; k < forest.closerStarts[forest.count]; k++) linked[forest.closers[k]] = 1;
    this.listApart();
    this.stale = false;
  }

  private listApart(): void {
    const { apart, joints, broken } = this;
    apart.clear();
    joints.forEach(({ first, second, touching }, j) => {
      if (touching || broken[j] !== 0 || first === undefined || second === undefined) return;
      apart.add(Math.min(first, second) * this.members.length + Math.max(first, second));
    });
  }

  private placeKeyed(member: number, time: number): void {
    const { translation, rotation } = this.members[member].poseAt(time);
    this.poses.place(member, translation, rotation);
  }

  /** Measures rows where the substep ends, and writes to `steps` what they are away from their aims; returns the most. */
  private measureEnd(dt: number): number {
    const { joints, members, poses, atStart, atEnd, aims, steps } = this;
    for (let member = 0; member < members.length; member++) {
      const { body } = members[member];
      if (body !== undefined) poses.place(member, body.nextPosition, body.nextRotation);
      else this.placeKeyed(member, this.time + dt);
    }
    steps.fill(0);
    let most = 0;
    for (let j = 0; j < joints.length; j++) {
      if (this.linked[j] === 0) continue;
      this.frames.place(j, poses);
      this.measure.measure(j, joints[j].type, this.bodies.centres, this.angles, atEnd);
      for (let row = ROWS * j; row < ROWS * j + atStart.counts[j]; row++) {
        if (!atStart.acts(row) || atStart.roles[row] === DRIVE) continue;
        steps[row] = atEnd.values[row] - aims[row];
        most = Math.max(most, Math.abs(steps[row]));
      }
    }
    return most;
  }

  private moveAgain(body: number, dt: number): void {
    this.addMomentum(body);
    this.members[body].moving!.move(dt);
  }

  private addMomentum(body: number): void {
    const { impulses } = this;
    const { nextMomentum, nextAngularMomentum } = this.members[body].moving!;
    for (let axis = 0; axis < 3; axis++) {
      nextMomentum[axis] += impulses[WIDTH * body + axis];
      nextAngularMomentum[axis] += impulses[WIDTH * body + 3 + axis];
    }
  }

  /** Loads where a member is at the end of the substep, how it moves there and how it answers impulses. */
  private loadMotion(member: number, dt: number): void {
    const { bodies, members } = this;
    const { moving } = members[member];
    const at = WIDTH * member;
    if (moving === undefined) {
      const { translation, linearVelocity, angularVelocity } = members[member].poseAt(this.time + dt);
      for (let axis = 0; axis < 3; axis++) {
        bodies.centres[3 * member + axis] = translation[axis];
        bodies.velocities[at + axis] = linearVelocity[axis];
        bodies.velocities[at + 3 + axis] = angularVelocity[axis];
      }
    } else if (this.joined[member] !== 0) {
      moving.inverseInertia(bodies.inverseInertias, at, moving.nextRotation);
      moving.nextVelocity(bodies.velocities, at);
      for (let axis = 0; axis < 3; axis++) bodies.centres[3 * member + axis] = moving.nextPosition[axis];
    }
  }
}
