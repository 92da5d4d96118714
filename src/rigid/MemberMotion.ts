import type { MovingSurface } from '../collision/deforming/DeformingCollider.ts';
import { type BodyVelocities, multiplySymmetric } from './BodyVelocities.ts';
import type { CandidatePairs } from './CandidatePairs.ts';
import type { ContactMember } from './ContactMember.ts';
import type { RigidJoints } from './joints/RigidJoints.ts';
import { PlacedShape } from './PlacedShape.ts';
import type { RigidBody } from './RigidBody.ts';
import type { Sleep } from './Sleep.ts';
import { MetSurface } from './surface/MetSurface.ts';

/** Gap at which a point is a contact before it touches, over the thickness of the body: what rests keeps its points. */
const REST_MARGIN = 0.02;

/** The poses and motions of members of contact in a substep, in packed arrays. */
export class MemberMotion {
  readonly placed: readonly PlacedShape[];
  /** Surfaces that deform, which are numbered after the members. */
  readonly surfaces: readonly MetSurface[];
  /** Flags of what follows keys. */
  readonly fixed: Uint8Array;
  /** Flags of what contact cannot move: what stands, keyed or asleep. Of two such, none need to be asked whether they touch. */
  readonly still: Uint8Array;
  /** Gap up to which points of each body are contacts, m: with that of the other. */
  readonly margins: Float64Array;
  /** What acceleration adds to velocities in the substep, and the velocities that bodies would have without contact. */
  readonly free: Float64Array;
  private readonly unhindered: Float64Array;
  private readonly start = new Float64Array(1);
  private readonly rotation = new Float64Array(4);
  private readonly translation = new Float64Array(3);
  private readonly change = new Float64Array(3);
  private readonly turn = new Float64Array(3);

  constructor(
    private readonly members: readonly ContactMember[],
    private readonly bodies: BodyVelocities,
    private readonly pairs: CandidatePairs,
    private readonly sleep: Sleep | undefined,
    surfaces: readonly MovingSurface[],
  ) {
    const length = members.length + surfaces.length;
    this.surfaces = surfaces.map((surface) => new MetSurface(surface));
    this.placed = members.map(({ shape }) => new PlacedShape(shape));
    this.fixed = new Uint8Array(length);
    this.still = new Uint8Array(length);
    this.margins = pairs.margins;
    this.free = new Float64Array(6 * length);
    this.unhindered = new Float64Array(6 * length);
  }

  /** Reads where what is keyed stands in a substep of `dt` that begins at `start`, s, in an interval that ends at `end`, s, and has what it disturbs wake. */
  gather(start: number, dt: number, end: number): void {
    const { members, fixed, surfaces } = this;
    this.start[0] = start;
    for (let body = 0; body < members.length; body++) {
      fixed[body] = members[body].moving === undefined ? 1 : 0;
      if (fixed[body] !== 0) this.gatherKeyed(body, dt);
    }
    for (let k = 0; k < surfaces.length; k++) {
      surfaces[k].place(start, Math.min(start + dt, end));
      this.gatherSurface(members.length + k, surfaces[k]);
    }
    this.sleep?.wakeChanged(dt);
  }

  /** Bounds a surface: it moves by no velocity of its own, but by that of each of its points. */
  private gatherSurface(body: number, surface: MetSurface): void {
    const { pairs } = this;
    this.fixed[body] = 1;
    this.still[body] = 1;
    this.margins[body] = surface.reach[0];
    for (let k = 0; k < 6; k++) pairs.boxes[6 * body + k] = surface.box[k];
  }

  /** Reads where bodies are that do not follow keys, once it is known what sleeps. */
  gatherMoving(dt: number): void {
    const { members, placed, rotation, translation, sleep, still } = this;
    for (let body = 0; body < members.length; body++) {
      const { moving } = members[body];
      if (moving === undefined) continue;
      if (sleep !== undefined && sleep.asleep[body] !== 0) still[body] = 1;
      else still[body] = 0;
      if (still[body] === 0 || !placed[body].isPlaced) {
        moving.shapePose(rotation, translation);
        placed[body].place(rotation, translation);
        this.pairs.paths[body] += placed[body].moved[0];
      }
      if (still[body] === 0) this.gatherAwake(body, moving);
      else this.gatherAsleep(body, moving);
      this.boundMotion(body, dt);
    }
  }

  /** Finds the box that a body stays in, and the gap up to which its points are contacts. */
  private boundMotion(body: number, dt: number): void {
    const { unhindered: v, free, margins, pairs } = this;
    const { thickness } = this.members[body].shape;
    const { box } = this.placed[body];
    const at = 6 * body;
    const x = box[3] - box[0];
    const y = box[4] - box[1];
    const z = box[5] - box[2];
    const reach = thickness === Infinity ? 0 : Math.sqrt(x * x + y * y + z * z) / 2;
    const speed =
      Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]) +
      Math.sqrt(free[at] * free[at] + free[at + 1] * free[at + 1] + free[at + 2] * free[at + 2]) +
      reach * Math.sqrt(v[at + 3] * v[at + 3] + v[at + 4] * v[at + 4] + v[at + 5] * v[at + 5]);
    const margin = dt * speed + (this.fixed[body] === 0 ? REST_MARGIN * thickness : 0);
    margins[body] = margin;
    for (let axis = 0; axis < 3; axis++) {
      pairs.boxes[at + axis] = box[axis] - margin;
      pairs.boxes[at + 3 + axis] = box[3 + axis] + margin;
    }
  }

  private gatherKeyed(body: number, dt: number): void {
    const { bodies, unhindered, free, sleep, still } = this;
    const pose = this.members[body].poseAt(this.start[0]);
    const at = 6 * body;
    this.placed[body].place(pose.rotation, pose.translation);
    this.pairs.paths[body] += this.placed[body].moved[0];
    sleep?.noteKeyed(body, pose.rotation, pose.translation);
    bodies.inverseMasses[body] = 0;
    free.fill(0, at, at + 6);
    for (let axis = 0; axis < 3; axis++) {
      bodies.centres[3 * body + axis] = pose.translation[axis];
      unhindered[at + axis] = pose.linearVelocity[axis];
      unhindered[at + 3 + axis] = pose.angularVelocity[axis];
      bodies.velocities[at + axis] = pose.linearVelocity[axis];
      bodies.velocities[at + 3 + axis] = pose.angularVelocity[axis];
    }
    still[body] = sleep !== undefined && sleep.count > 0 && sleep.moved[body] !== 0 ? 0 : 1;
    this.boundMotion(body, dt);
  }

  /** What sleeps is an obstacle that stands. */
  private gatherAsleep(body: number, moving: RigidBody): void {
    const { bodies, unhindered, free } = this;
    const at = 6 * body;
    bodies.inverseMasses[body] = 0;
    for (let axis = 0; axis < 3; axis++) bodies.centres[3 * body + axis] = moving.position[axis];
    for (let k = at; k < at + 6; k++) {
      free[k] = 0;
      unhindered[k] = 0;
      bodies.velocities[k] = 0;
    }
  }

  private gatherAwake(body: number, moving: RigidBody): void {
    const { bodies, free, unhindered, change } = this;
    const { mass } = moving.properties;
    const { inverseInertias, velocities } = bodies;
    const { momentum, nextMomentum, angularMomentum, nextAngularMomentum } = moving;
    const at = 6 * body;
    bodies.inverseMasses[body] = 1 / mass;
    moving.inverseInertia(inverseInertias, at);
    for (let axis = 0; axis < 3; axis++) {
      bodies.centres[3 * body + axis] = moving.position[axis];
      velocities[at + axis] = momentum[axis] / mass;
      free[at + axis] = (nextMomentum[axis] - momentum[axis]) / mass;
      change[axis] = nextAngularMomentum[axis] - angularMomentum[axis];
    }
    multiplySymmetric(inverseInertias, at, angularMomentum, velocities, at + 3);
    multiplySymmetric(inverseInertias, at, change, free, at + 3);
    for (let k = at; k < at + 6; k++) unhindered[k] = velocities[k] + free[k];
  }

  /** Gives bodies the change of velocity that contact leaves them; the momenta of those that it does not change stay as they are. */
  scatter(joints: RigidJoints | undefined): void {
    const { members, unhindered, change, turn } = this;
    const { velocities } = this.bodies;
    for (let body = 0; body < members.length; body++) {
      const at = 6 * body;
      for (let axis = 0; axis < 3; axis++) {
        change[axis] = velocities[at + axis] - unhindered[at + axis];
        turn[axis] = velocities[at + 3 + axis] - unhindered[at + 3 + axis];
      }
      const { moving } = members[body];
      if (joints?.holds(body) === true) moving?.holdBack();
      moving?.addNextVelocity(change, turn);
    }
  }
}
