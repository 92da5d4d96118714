import type { StepSpan } from '../../collision/StepSpan.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import { findBox } from '../../collision/findBox.ts';
import { BoundaryContacts } from '../../coupling/boundaries/BoundaryContacts.ts';
import { BoundaryJoints } from '../../coupling/boundaries/BoundaryJoints.ts';
import { BoundaryRounds } from '../../coupling/boundaries/BoundaryRounds.ts';
import { BoundarySolve } from '../../coupling/boundaries/BoundarySolve.ts';
import type { PairExceptions } from '../contact/PairExceptions.ts';
import type { Interaction } from '../Interaction.ts';
import { BoundaryBalance } from './BoundaryBalance.ts';
import { BoundarySearch } from './BoundarySearch.ts';
import { ACCELERATION, type BoundaryTarget, largestSpeed, type Meeting, meetingOf, REACH } from './Meeting.ts';
import { type BoundaryMember, RigidBoundary } from './RigidBoundary.ts';

/** Rigid bodies and deformable ones in contact: rigid bodies are six unknowns each of one velocity solve with all bodies that they touch. An interaction of their systems. */
export class BoundaryContact implements Interaction {
  readonly state: SystemState;
  private readonly meetings: readonly Meeting[];
  private readonly rigid: readonly RigidBoundary[];
  private readonly contacts = new BoundaryContacts();
  private readonly joints: BoundaryJoints | undefined;
  private readonly solve: BoundarySolve;
  private readonly rounds: BoundaryRounds;
  private readonly search: BoundarySearch;
  private readonly balance = new BoundaryBalance();
  /** Length of the last substep, s. */
  private readonly lastStep = new Float64Array(1);
  /** What the limits of a substep write to. */
  private readonly span: StepSpan = { start: 0, end: 0, longest: 0, speed: 0 };
  private readonly boxOfBoundary = new Float64Array(6);
  private readonly origin = new Float64Array(3);
  private readonly impulse = new Float64Array(3);

  constructor(members: readonly BoundaryMember[], targets: readonly BoundaryTarget[], exceptions?: PairExceptions) {
    this.rigid = members.map((member) => new RigidBoundary(member));
    this.meetings = targets.map((target) => meetingOf(target, members, exceptions));
    this.joints = this.jointsOf(members);
    this.search = new BoundarySearch(this.contacts, this.meetings, this.rigid);
    this.solve = new BoundarySolve(
      this.meetings.map(({ met }) => met),
      this.rigid.map(({ six }) => six),
      this.contacts,
      this.joints,
    );
    this.rounds = new BoundaryRounds(this.solve);
    this.state = new SystemState().array('last step', this.lastStep);
    for (const { target, memory, embedded } of this.meetings) {
      this.state.include(target.id, memory.state);
      if (target.stepped.embedded.length > 0) this.state.include(`${target.id} embedded`, embedded.state);
    }
  }

  /** Joints between the members. */
  private jointsOf(members: readonly BoundaryMember[]): BoundaryJoints | undefined {
    const joints = members.find((member) => member.joints !== undefined)?.joints;
    if (joints === undefined) return undefined;
    const boundaryOf = new Int32Array(joints.velocities.length / 6).fill(-1);
    members.forEach(({ body }, number) => (boundaryOf[joints.memberOf(body)] = number));
    return new BoundaryJoints(
      joints,
      this.rigid.map(({ six }) => six),
      boundaryOf,
    );
  }

  /** A substep in which nothing passes through a rigid body, or is pressed by it through a quarter of an element before it feels that. */
  maxStep(start: number, end: number): number {
    const { span } = this;
    span.start = start;
    span.end = end;
    span.longest = end - start;
    for (let body = 0; body < this.meetings.length; body++) {
      const { target, impact, tunnelling, embedded } = this.meetings[body];
      const { stepped } = target;
      embedded.find(start, end);
      span.speed = largestSpeed(stepped.velocities);
      tunnelling.limitStep(span, stepped.positions);
      impact.limitStep(span, stepped);
    }
    return span.longest;
  }

  /** Says which bodies may be met in a substep of `dt`, s, and what goes on being pressed. */
  begin(dt: number): void {
    for (let b = 0; b < this.rigid.length; b++) this.rigid[b].member.pressed.fill(0);
    for (let body = 0; body < this.meetings.length; body++) {
      const meeting = this.meetings[body];
      const { target, memory, embedded } = meeting;
      const { pressing, positions } = target.stepped;
      findBox(positions, meeting.box);
      embedded.release(memory);
      target.stepped.met = memory.any || embedded.any || this.isNear(meeting, dt);
      pressing.any = false;
      if (memory.any) this.carry(meeting, dt);
    }
  }

  /** Whether the boxes of a body and of any boundary may meet. */
  private isNear({ target, boundaries, box }: Meeting, dt: number): boolean {
    const { stepped, edge } = target;
    const reach = dt * (largestSpeed(stepped.velocities) + ACCELERATION * dt) + 2 * REACH * edge;
    for (const boundary of boundaries) {
      boundary.placed.place(0, 0);
      this.boxOf(boundary);
      const { boxOfBoundary: other } = this;
      const way = reach + dt * boundary.placed.originSpeed;
      let near = true;
      for (let axis = 0; axis < 3; axis++) {
        near &&= other[axis] - way < box[3 + axis] && other[3 + axis] + way > box[axis];
      }
      if (near) return true;
    }
    return false;
  }

  /** Writes a box that a boundary stays in however it turns in the substep. */
  private boxOf({ shape, member }: RigidBoundary): void {
    const { boxOfBoundary: box } = this;
    const { bounds } = shape;
    const { position, properties } = member.body;
    let radius = 0;
    for (let axis = 0; axis < 3; axis++) {
      const { centre } = properties;
      radius += Math.max(Math.abs(bounds[axis] - centre[axis]), Math.abs(bounds[3 + axis] - centre[axis])) ** 2;
    }
    radius = Math.sqrt(radius);
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = position[axis] - radius;
      box[3 + axis] = position[axis] + radius;
    }
  }

  /** What pressed in the last substeps is a part of what both sides are predicted with. */
  private carry({ target, memory, boundaries }: Meeting, dt: number): void {
    const { pressing, positions } = target.stepped;
    const { impulse, origin } = this;
    const scale = 1 / this.lastStep[0];
    pressing.force.fill(0);
    for (let v = 0; v < memory.phases.length; v++) {
      if (!memory.lasts(v)) continue;
      const { member } = boundaries[memory.boundaries[v]];
      const { position } = member.body;
      for (let axis = 0; axis < 3; axis++) {
        const k = 3 * v + axis;
        pressing.force[k] = scale * memory.impulses[k];
        impulse[axis] = dt * pressing.force[k];
        origin[axis] = positions[k] - position[axis];
      }
      this.rigid[memory.boundaries[v]].six.addImpulse(member.pressed, origin, 0, impulse, -1);
      pressing.any = true;
    }
  }

  /** Finds the velocities of bodies and boundaries together, which have been predicted. */
  before(dt: number): void {
    const { contacts, rigid } = this;
    contacts.clear(dt);
    for (let b = 0; b < rigid.length; b++) rigid[b].begin(dt);
    for (let body = 0; body < this.meetings.length; body++) {
      const meeting = this.meetings[body];
      if (!meeting.target.stepped.met) continue;
      meeting.met.begin();
      this.search.find(meeting, body);
    }
    if (contacts.count > 0 && this.rounds.run()) this.exchange();
    for (let body = 0; body < this.meetings.length; body++) {
      const { stepped } = this.meetings[body].target;
      if (stepped.met) stepped.endPrediction();
    }
  }

  /** What was found becomes the motion of both sides. */
  private exchange(): void {
    const { contacts, rigid, impulse, meetings } = this;
    for (let row = 0; row < contacts.count; row++) {
      const at = 3 * row;
      for (let axis = 0; axis < 3; axis++) impulse[axis] = contacts.impulses[at + axis] - contacts.carried[at + axis];
      const { six } = rigid[contacts.boundaries[row]];
      six.addImpulse(six.received, contacts.arms, at, impulse, -1);
    }
    this.joints?.end();
    for (let b = 0; b < rigid.length; b++) rigid[b].end();
    for (let body = 0; body < meetings.length; body++) {
      const { met, target } = meetings[body];
      if (!met.acts) continue;
      met.end();
      this.balance.keep(met, target.stepped, contacts, body);
    }
  }

  /** What is embedded ends the substep where the boundaries do. */
  between(): void {
    for (let body = 0; body < this.meetings.length; body++) this.meetings[body].embedded.settle(this.rigid);
  }

  /** The substep stands. */
  after(dt: number): void {
    this.lastStep[0] = dt;
    for (let body = 0; body < this.meetings.length; body++) {
      const { memory, target, embedded } = this.meetings[body];
      embedded.commit();
      if (target.stepped.met) memory.note(body, this.contacts);
      else if (memory.any) memory.forget();
    }
  }
}
