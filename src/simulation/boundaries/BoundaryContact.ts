import { SystemState } from '../../base/state/SystemState.ts';
import type { ContactPoints } from '../../collision/ContactPoints.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { findBox } from '../../collision/findBox.ts';
import { ImpactLimit } from '../../collision/ImpactLimit.ts';
import { OffsetShape } from '../../collision/OffsetShape.ts';
import { TunnellingLimit } from '../../collision/TunnellingLimit.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';
import { BoundaryContacts } from '../../coupling/boundaries/BoundaryContacts.ts';
import { BoundaryJoints } from '../../coupling/boundaries/BoundaryJoints.ts';
import { BoundaryRounds } from '../../coupling/boundaries/BoundaryRounds.ts';
import { BoundarySolve } from '../../coupling/boundaries/BoundarySolve.ts';
import { MetBody } from '../../coupling/boundaries/MetBody.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { Interaction } from '../Interaction.ts';
import { BoundaryBalance } from './BoundaryBalance.ts';
import { BoundaryMemory } from './BoundaryMemory.ts';
import { BoundaryProbe } from './BoundaryProbe.ts';
import { EmbeddedParts } from './EmbeddedParts.ts';
import { type BoundaryMember, RigidBoundary } from './RigidBoundary.ts';

/** Share of its depth that a vertex which begins inside a boundary leaves it by in a substep. */
const WAY_OUT = 0.3;
/** Reach in which vertices are tested for contact, in mean edges, beyond what they and the boundary move. */
const REACH = 0.25;
/** Least cosine between the normal of a boundary and a direction in which other constraints let a vertex move, for it to be pressed. */
const LEAST_SHARE = 0.3;
/** Mean change of velocity in a substep that the search allows for beside known motion, m/s2. */
const ACCELERATION = 100;

/** A deformable body that moving boundaries meet. */
export interface BoundaryTarget {
  readonly id: string;
  readonly stepped: DeformableBody;
  /** Mean edge of its elements, m. */
  readonly edge: number;
  /** Distance between boundary and vertices that touch it, m: half the thickness of a layer of cloth. */
  readonly offset: number;
  /** Size of its box, m: what begins inside a boundary leaves it by that much per second. */
  readonly size: number;
  /** Points of the drawn surface that touch in place of vertices; undefined where vertices do. */
  points(): ContactPoints | undefined;
}

/** What the interaction keeps of one body. */
interface Meeting {
  readonly target: BoundaryTarget;
  readonly met: MetBody;
  readonly memory: BoundaryMemory;
  readonly embedded: EmbeddedParts;
  readonly boundaries: readonly RigidBoundary[];
  readonly impact: ImpactLimit;
  readonly tunnelling: TunnellingLimit;
  readonly box: Float64Array;
  /** 1 for vertices that have a contact in the running substep. */
  readonly taken: Uint8Array;
  probe: BoundaryProbe | undefined;
}

/** Rigid bodies and deformable ones in contact: rigid bodies are six unknowns each of one velocity solve with all bodies that they touch. An interaction of their systems. */
export class BoundaryContact implements Interaction {
  readonly state: SystemState;
  private readonly meetings: readonly Meeting[];
  private readonly rigid: readonly RigidBoundary[];
  private readonly contacts = new BoundaryContacts();
  private readonly joints: BoundaryJoints | undefined;
  private readonly solve: BoundarySolve;
  private readonly rounds: BoundaryRounds;
  private readonly balance = new BoundaryBalance();
  /** Length of the last substep, s. */
  private readonly lastStep = new Float64Array(1);
  private readonly surface = new Float64Array(4);
  private readonly velocity = new Float64Array(3);
  private readonly boxOfBoundary = new Float64Array(6);
  private readonly origin = new Float64Array(3);
  private readonly impulse = new Float64Array(3);

  constructor(members: readonly BoundaryMember[], targets: readonly BoundaryTarget[]) {
    this.rigid = members.map((member) => new RigidBoundary(member));
    this.meetings = targets.map((target) => this.meetingOf(target, members));
    this.joints = this.jointsOf(members);
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

  private meetingOf(target: BoundaryTarget, members: readonly BoundaryMember[]): Meeting {
    const { stepped, offset, edge } = target;
    const shape = (member: BoundaryMember) =>
      offset === 0 ? member.distance : new OffsetShape(member.distance, offset);
    const boundaries = members.map((member) => new RigidBoundary(member, shape(member)));
    return {
      target,
      met: new MetBody(stepped),
      memory: new BoundaryMemory(stepped.masses.length),
      embedded: new EmbeddedParts(stepped, boundaries),
      boundaries,
      impact: new ImpactLimit(boundaries, edge),
      tunnelling: new TunnellingLimit(boundaries.map(({ placed }) => placed)),
      box: new Float64Array(6),
      taken: new Uint8Array(stepped.masses.length),
      probe: undefined,
    };
  }

  /** A substep in which nothing passes through a rigid body, or is pressed by it through a quarter of an element before it feels that. */
  maxStep(start: number, end: number): number {
    let longest = end - start;
    for (const { target, impact, tunnelling, embedded } of this.meetings) {
      const { stepped } = target;
      embedded.find(start, end);
      const speed = fastest(stepped.velocities);
      longest = Math.min(longest, tunnelling.longestStep(start, end, stepped.positions, speed));
      longest = impact.longestStep(start, end, longest, stepped, speed);
    }
    return longest;
  }

  /** Says which bodies may be met in a substep of `dt`, s, and what goes on being pressed. */
  begin(dt: number): void {
    for (const { member } of this.rigid) member.pressed.fill(0);
    for (const meeting of this.meetings) {
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
    const reach = dt * (fastest(stepped.velocities) + ACCELERATION * dt) + 2 * REACH * edge;
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
    contacts.clear();
    for (const boundary of rigid) boundary.begin(dt);
    this.meetings.forEach((meeting, body) => {
      if (!meeting.target.stepped.met) return;
      meeting.met.begin();
      this.findContacts(meeting, body, dt);
    });
    if (contacts.count > 0 && this.rounds.run()) this.exchange();
    for (const { target } of this.meetings) if (target.stepped.met) target.stepped.endPrediction();
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
    for (const boundary of rigid) boundary.end();
    meetings.forEach(({ met, target }, body) => {
      if (!met.acts) return;
      met.end();
      this.balance.keep(met, target.stepped, contacts, body);
    });
  }

  /** Lists the vertices of a body that touch a boundary, or may in the substep. */
  private findContacts(meeting: Meeting, body: number, dt: number): void {
    const { target, boundaries, memory, met } = meeting;
    const { stepped, edge } = target;
    const { positions, constrained } = stepped;
    const probe = (meeting.probe ??= new BoundaryProbe(stepped.masses.length, target.points()));
    const { contacts, rigid, surface } = this;
    const first = contacts.count;
    meeting.taken.fill(0);
    meeting.embedded.append(body, contacts, rigid, meeting.taken, dt);
    const reach = dt * (fastest(met.start) + ACCELERATION * dt) + REACH * edge;
    probe.sort(positions);
    for (let b = 0; b < boundaries.length; b++) {
      const boundary = boundaries[b];
      boundary.placed.place(0, 0);
      const { six } = rigid[b];
      const turn = hypot3(six.start[3], six.start[4], six.start[5]) * target.size;
      const margin = reach + dt * (hypot3(six.start[0], six.start[1], six.start[2]) + turn);
      probe.find(boundary.placed, margin, positions, constrained);
      for (let k = 0; k < probe.count; k++) {
        const v = probe.vertices[k];
        probe.measure(boundary.placed, v, positions, surface);
        this.addContact(meeting, body, v, b, dt);
      }
    }
    this.recall(memory, first, dt);
  }

  /** Adds a contact of a vertex with a boundary, whose normal and distance are in `surface`, unless the vertex is nearer to another one or cannot be pressed. */
  private addContact(
    { target, met, boundaries, memory, taken }: Meeting,
    body: number,
    v: number,
    b: number,
    dt: number,
  ): void {
    const { contacts, surface, rigid } = this;
    const remembered = memory.phases[v] !== 0;
    // Whoever pressed goes on; else whoever comes first in the order of boundaries.
    if (remembered && memory.boundaries[v] !== b) return;
    if (taken[v] !== 0) return;
    const row = contacts.append(body, v, b);
    const at = 3 * row;
    const { positions } = target.stepped;
    const { six } = rigid[b];
    for (let axis = 0; axis < 3; axis++) {
      contacts.normals[at + axis] = surface[axis];
      contacts.arms[at + axis] = positions[3 * v + axis] - six.centre[axis];
    }
    contacts.friction[row] = boundaries[b].friction;
    const gap = surface[DISTANCE];
    contacts.least[row] = gap > 0 ? -gap / dt : Math.min((-WAY_OUT * gap) / dt, target.size);
    const mayReach = remembered || this.mayReach(met, row, gap, dt, target.edge);
    if (!mayReach || !this.findSlide(met, row)) contacts.count--;
    else taken[v] = 1;
  }

  /** Whether a vertex comes near a boundary in the substep as both are predicted. */
  private mayReach({ start }: MetBody, row: number, gap: number, dt: number, edge: number): boolean {
    const { contacts, rigid, velocity } = this;
    const { six } = rigid[contacts.boundaries[row]];
    const v = 3 * contacts.vertices[row];
    six.velocityAt(six.start, contacts.arms, 3 * row, velocity);
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += contacts.normals[3 * row + axis] * (start[v + axis] - velocity[axis]);
    return gap + dt * along < REACH * edge;
  }

  /** Finds the direction in which other constraints let a vertex be led along the normal; false where there is none. */
  private findSlide({ constraints }: MetBody, row: number): boolean {
    const { slides, normals, shares, loose, vertices } = this.contacts;
    const at = 3 * row;
    const v = vertices[row];
    const kind = constraints.kinds[v];
    loose[row] = kind === Constraint.free ? 1 : 0;
    shares[row] = 1;
    for (let axis = 0; axis < 3; axis++) slides[at + axis] = normals[at + axis];
    if (kind === Constraint.free) return true;
    if (kind === Constraint.fixed) return false;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += normals[at + axis] * constraints.normals[3 * v + axis];
    for (let axis = 0; axis < 3; axis++) {
      const n = along * constraints.normals[3 * v + axis];
      slides[at + axis] = kind === Constraint.line ? n : slides[at + axis] - n;
    }
    const size = hypot3(slides[at], slides[at + 1], slides[at + 2]);
    if (size < LEAST_SHARE) return false;
    shares[row] = 0;
    for (let axis = 0; axis < 3; axis++) {
      slides[at + axis] /= size;
      shares[row] += slides[at + axis] * normals[at + axis];
    }
    return true;
  }

  /** Contacts begin in the phases of the last substep, and with what of it is carried. */
  private recall(memory: BoundaryMemory, first: number, dt: number): void {
    const { contacts, meetings } = this;
    for (let row = first; row < contacts.count; row++) {
      const v = contacts.vertices[row];
      if (memory.phases[v] === 0) continue;
      const { pressing } = meetings[contacts.bodies[row]].target.stepped;
      if (contacts.embedded[row] === 0) contacts.phases[row] = memory.phases[v];
      const lasts = memory.lasts(v);
      for (let axis = 0; axis < 3; axis++) {
        const at = 3 * row + axis;
        contacts.directions[at] = memory.directions[3 * v + axis];
        contacts.carried[at] = lasts ? dt * pressing.force[3 * v + axis] : 0;
        contacts.impulses[at] = contacts.carried[at];
      }
    }
  }

  /** What is embedded ends the substep where the boundaries do. */
  between(): void {
    for (const { embedded } of this.meetings) embedded.settle(this.rigid);
  }

  /** The substep stands. */
  after(dt: number): void {
    this.lastStep[0] = dt;
    this.meetings.forEach(({ memory, target, embedded }, body) => {
      embedded.commit();
      if (target.stepped.met) memory.note(body, this.contacts);
      else if (memory.any) memory.forget();
    });
  }
}

/** Largest speed of any vertex, m/s. */
function fastest(velocities: Float64Array): number {
  let square = 0;
  for (let k = 0; k < velocities.length; k += 3) {
    square = Math.max(square, velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2);
  }
  return Math.sqrt(square);
}
