import { DISTANCE } from '../../collision/distances.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';
import type { BoundaryContacts } from '../../coupling/boundaries/BoundaryContacts.ts';
import type { MetBody } from '../../coupling/boundaries/MetBody.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { BoundaryMemory } from './BoundaryMemory.ts';
import { BoundaryProbe } from './BoundaryProbe.ts';
import { ACCELERATION, largestSpeed, type Meeting, REACH } from './Meeting.ts';
import type { RigidBoundary } from './RigidBoundary.ts';

/** Share of its depth that a vertex which begins inside a boundary leaves it by in a substep. */
const WAY_OUT = 0.3;
/** Least cosine between the normal of a boundary and a direction in which other constraints let a vertex move, for it to be pressed. */
const LEAST_SHARE = 0.3;

/** Lists the contacts of a substep: which vertices touch which boundary, or may, and with what of the last substep they begin. */
export class BoundarySearch {
  private readonly contacts: BoundaryContacts;
  private readonly meetings: readonly Meeting[];
  private readonly rigid: readonly RigidBoundary[];
  private readonly surface = new Float64Array(4);
  private readonly velocity = new Float64Array(3);

  constructor(contacts: BoundaryContacts, meetings: readonly Meeting[], rigid: readonly RigidBoundary[]) {
    this.contacts = contacts;
    this.meetings = meetings;
    this.rigid = rigid;
  }

  /** Lists the vertices of a body that touch a boundary, or may in the substep. */
  find(meeting: Meeting, body: number): void {
    const { target, boundaries, apart, memory, met } = meeting;
    const { stepped, edge } = target;
    const { positions, constrained } = stepped;
    const probe = (meeting.probe ??= new BoundaryProbe(stepped.masses.length, target.points()));
    const { contacts, rigid, surface } = this;
    const first = contacts.count;
    meeting.taken.fill(0);
    meeting.embedded.append(body, contacts, rigid, meeting.taken);
    const dt = contacts.step[0];
    const reach = dt * (largestSpeed(met.start) + ACCELERATION * dt) + REACH * edge;
    probe.sort(positions);
    for (let b = 0; b < boundaries.length; b++) {
      if (apart[b] !== 0) continue;
      const boundary = boundaries[b];
      boundary.placed.place(0, 0);
      const { six } = rigid[b];
      const turn = hypot3(six.start[3], six.start[4], six.start[5]) * target.size;
      const margin = reach + dt * (hypot3(six.start[0], six.start[1], six.start[2]) + turn);
      probe.find(boundary.placed, margin, positions, constrained);
      for (let k = 0; k < probe.count; k++) {
        const v = probe.vertices[k];
        probe.measure(boundary.placed, v, positions, surface);
        this.addContact(meeting, body, v, b);
      }
    }
    this.recall(memory, first);
  }

  /** Adds a contact of a vertex with a boundary, whose normal and distance are in `surface`, unless the vertex is nearer to another one or cannot be pressed. */
  private addContact({ target, met, boundaries, memory, taken }: Meeting, body: number, v: number, b: number): void {
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
    const dt = contacts.step[0];
    contacts.least[row] = gap > 0 ? -gap / dt : Math.min((-WAY_OUT * gap) / dt, target.size);
    const mayReach = remembered || this.mayReach(met, row, target.edge);
    if (!mayReach || !this.findSlide(met, row)) contacts.count--;
    else taken[v] = 1;
  }

  /** Whether a vertex comes near a boundary in the substep as both are predicted. */
  private mayReach({ start }: MetBody, row: number, edge: number): boolean {
    const { contacts, rigid, velocity, surface } = this;
    const { six } = rigid[contacts.boundaries[row]];
    const v = 3 * contacts.vertices[row];
    six.velocityAt(six.start, contacts.arms, 3 * row, velocity);
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += contacts.normals[3 * row + axis] * (start[v + axis] - velocity[axis]);
    return surface[DISTANCE] + contacts.step[0] * along < REACH * edge;
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
  private recall(memory: BoundaryMemory, first: number): void {
    const { contacts, meetings } = this;
    const dt = contacts.step[0];
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
}
