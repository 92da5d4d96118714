import { SystemState } from '../../base/state/SystemState.ts';
import { BoundaryPhase, type BoundaryContacts } from '../../coupling/boundaries/BoundaryContacts.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { rotationFromQuaternion } from '../../math/quaternions.ts';
import { rotateVector } from '../../math/rotations.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { EmbeddedVertices } from '../../solids/EmbeddedVertices.ts';
import type { BoundaryMemory } from './BoundaryMemory.ts';
import type { RigidBoundary } from './RigidBoundary.ts';

/** Turns in a substep, rad, below which the series of the turn are cut off. */
const SMALL_TURN = 1e-4;

/**
 * The vertices of one deformable body that are parts of rigid ones: rows of the joint velocity solve that stick for ever. Each moves by u = V + W x r + c, where c leads it along the chord of the circle on which the body
 * turns: it is then where the pose says at the end of a substep but for what the solve changes of the turn, which is put right there.
 */
export class EmbeddedParts {
  readonly state: SystemState;
  private readonly stepped: DeformableBody;
  private readonly all: readonly EmbeddedVertices[];
  /** Number of the boundary of each. */
  private readonly boundaries: Int32Array;
  /** Flags of those that hold in the running substep, and of those that held in the last one. */
  private readonly active: Uint8Array;
  private readonly held: Uint8Array;
  /** One above the number of what each vertex is embedded by in the running substep; 0 where it is not. */
  private readonly owners: Uint16Array;
  /** Length of the running substep, s. */
  private readonly step = new Float64Array(1);
  private readonly matrix = new Float64Array(9);
  private readonly place = new Float64Array(3);
  private readonly arm = new Float64Array(3);
  private readonly lead = new Float64Array(3);
  /** cos and sin parts of a turn: (sin a / a - 1), (1 - cos a) / a^2. */
  private readonly series = new Float64Array(2);
  /** Angular momentum that putting vertices where they belong has taken, after three zeros: N s and N m s. */
  private readonly taken = new Float64Array(6);

  constructor(stepped: DeformableBody, boundaries: readonly RigidBoundary[]) {
    this.stepped = stepped;
    const numbers = new Map(boundaries.map(({ member }, number) => [member.id, number]));
    this.all = stepped.embedded.filter(({ boundary }) => numbers.has(boundary));
    this.boundaries = Int32Array.from(this.all, ({ boundary }) => numbers.get(boundary)!);
    this.active = new Uint8Array(this.all.length);
    this.held = new Uint8Array(this.all.length);
    this.owners = new Uint16Array(this.all.length === 0 ? 0 : stepped.masses.length);
    this.state = new SystemState().array('held', this.held);
  }

  /** Finds what holds in a substep of the interval from `start` to `end`, s; returns whether anything does. */
  find(start: number, end: number): boolean {
    for (let e = 0; e < this.all.length; e++) this.active[e] = this.all[e].activeAt((start + end) / 2) ? 1 : 0;
    return this.any;
  }

  /** Whether anything holds. */
  get any(): boolean {
    for (let e = 0; e < this.active.length; e++) if (this.active[e] !== 0) return true;
    return false;
  }

  /** What has let go presses no longer. */
  release(memory: BoundaryMemory): void {
    const { all, active, held } = this;
    for (let e = 0; e < all.length; e++) {
      if (held[e] === 0 || active[e] !== 0) continue;
      const { vertices } = all[e];
      for (let i = 0; i < vertices.length; i++) memory.forgetVertex(vertices[i]);
    }
  }

  /** Appends a row for each vertex that is not `taken` or constrained; `body` is the number of the deformable body. */
  append(body: number, contacts: BoundaryContacts, boundaries: readonly RigidBoundary[], taken: Uint8Array): void {
    const { all, active, owners } = this;
    this.step[0] = contacts.step[0];
    const { kinds } = this.stepped.step.constraints;
    owners.fill(0);
    for (let e = 0; e < all.length; e++) {
      if (active[e] === 0) continue;
      const b = this.boundaries[e];
      const boundary = boundaries[b];
      this.prepareTurn(boundary);
      const { vertices } = all[e];
      for (let i = 0; i < vertices.length; i++) {
        const v = vertices[i];
        if (taken[v] !== 0 || kinds[v] !== Constraint.free) continue;
        taken[v] = 1;
        owners[v] = e + 1;
        this.appendVertex(contacts.append(body, v, b), contacts, boundary, v, e, i);
      }
    }
  }

  private appendVertex(
    row: number,
    contacts: BoundaryContacts,
    boundary: RigidBoundary,
    v: number,
    e: number,
    i: number,
  ): void {
    const { arm, lead } = this;
    const { positions } = this.stepped;
    const { centre } = boundary.six;
    for (let axis = 0; axis < 3; axis++) arm[axis] = positions[3 * v + axis] - centre[axis];
    if (boundary.member.moving === undefined) this.leadKeyed(boundary, v, e, i);
    else this.leadTurning(boundary);
    const size = hypot3(lead[0], lead[1], lead[2]);
    const scale = size > 0 ? 1 / size : 0;
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * row + axis;
      contacts.arms[at] = arm[axis];
      contacts.normals[at] = scale * lead[axis];
      contacts.slides[at] = 0;
    }
    contacts.least[row] = size;
    contacts.phases[row] = BoundaryPhase.stick;
    contacts.embedded[row] = 1;
    contacts.loose[row] = 1;
    contacts.shares[row] = 1;
    contacts.friction[row] = 0;
  }

  /** Prepares what the predicted turn of a free boundary, or the pose of a keyed one at the end of the substep, does to arms. */
  private prepareTurn({ six, member }: RigidBoundary): void {
    const { series, matrix } = this;
    if (member.moving === undefined) {
      rotationFromQuaternion(member.body.nextRotation, matrix);
      return;
    }
    const angle = this.step[0] * hypot3(six.start[3], six.start[4], six.start[5]);
    const square = angle * angle;
    series[0] = angle < SMALL_TURN ? -square / 6 : Math.sin(angle) / angle - 1;
    series[1] = angle < SMALL_TURN ? 0.5 - square / 24 : (1 - Math.cos(angle)) / square;
  }

  /** lead = (exp(dt W) r - r) / dt - W x r. */
  private leadTurning({ six }: RigidBoundary): void {
    const { series, arm, lead } = this;
    const wx = six.start[3];
    const wy = six.start[4];
    const wz = six.start[5];
    const x = wy * arm[2] - wz * arm[1];
    const y = wz * arm[0] - wx * arm[2];
    const z = wx * arm[1] - wy * arm[0];
    const outer = this.step[0] * series[1];
    lead[0] = series[0] * x + outer * (wy * z - wz * y);
    lead[1] = series[0] * y + outer * (wz * x - wx * z);
    lead[2] = series[0] * z + outer * (wx * y - wy * x);
  }

  /** lead = (x' - x) / dt - V - W x r, x' where the keys take the vertex. */
  private leadKeyed({ six, member }: RigidBoundary, v: number, e: number, i: number): void {
    const { lead, arm, place, matrix } = this;
    const dt = this.step[0];
    const { positions } = this.stepped;
    rotateVector(matrix, this.all[e].places, 3 * i, place, 0);
    six.velocityAt(six.start, arm, 0, lead);
    for (let axis = 0; axis < 3; axis++) {
      lead[axis] = (member.body.nextPosition[axis] + place[axis] - positions[3 * v + axis]) / dt - lead[axis];
    }
  }

  /** Puts the vertices where the poses say at which the boundaries end the substep; what angular momentum that takes, the boundaries get. */
  settle(boundaries: readonly RigidBoundary[]): void {
    const { all, active, owners, matrix } = this;
    for (let e = 0; e < all.length; e++) {
      if (active[e] === 0) continue;
      const { member } = boundaries[this.boundaries[e]];
      const { vertices } = all[e];
      rotationFromQuaternion(member.body.nextRotation, matrix);
      this.taken.fill(0);
      for (let i = 0; i < vertices.length; i++) {
        if (owners[vertices[i]] === e + 1) this.settleVertex(member.body.nextPosition, e, i, vertices[i]);
      }
      member.moving?.addImpulse(this.taken, -1);
    }
  }

  private settleVertex(centre: Float64Array, e: number, i: number, v: number): void {
    const { place, lead, taken } = this;
    const { nextPositions, startVelocity, masses } = this.stepped;
    rotateVector(this.matrix, this.all[e].places, 3 * i, place, 0);
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      const there = centre[axis] + place[axis];
      lead[axis] = there - nextPositions[k];
      nextPositions[k] = there;
    }
    const m = masses[v];
    const x = startVelocity[3 * v];
    const y = startVelocity[3 * v + 1];
    const z = startVelocity[3 * v + 2];
    taken[3] += m * (lead[1] * z - lead[2] * y);
    taken[4] += m * (lead[2] * x - lead[0] * z);
    taken[5] += m * (lead[0] * y - lead[1] * x);
  }

  /** The substep stands. */
  commit(): void {
    this.held.set(this.active);
  }
}
