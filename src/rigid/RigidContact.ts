import { SystemState } from '../base/state/SystemState.ts';
import type { MovingSurface } from '../collision/deforming/DeformingCollider.ts';
import { hypot3 } from '../math/hypot3.ts';
import { BodyVelocities, multiplySymmetric } from './BodyVelocities.ts';
import { carryImpulses, ContactList } from './ContactList.ts';
import { ContactSolver } from './ContactSolver.ts';
import type { ContactShape } from './ContactShape.ts';
import type { Joint } from './joints/Joint.ts';
import { RigidJoints } from './joints/RigidJoints.ts';
import { Manifold, MARGIN, SIZE } from './Manifold.ts';
import { PlacedShape } from './PlacedShape.ts';
import type { RigidBody, RigidPose } from './RigidBody.ts';
import { ShapeContact } from './ShapeContact.ts';
import { MetSurface } from './surface/MetSurface.ts';
import { SurfaceContact } from './surface/SurfaceContact.ts';
import { SweepAndPrune } from './SweepAndPrune.ts';

/** Longest substep, s: the card house of 1.5 mm thick cards stands with one symmetric sweep in each, and falls with half as many. */
export const CONTACT_STEP = 1 / 960;
/** Gap at which a point is a contact before it touches, over the thickness of the body: what rests keeps its points. */
const REST_MARGIN = 0.02;
/** Overlap that stays, m, and over the thickness of the smallest body: resting contact needs some. */
const SLOP = 1e-4;
const SLOP_SHARE = 1e-3;
/** Approach that is a bounce, over what gravity gives in a substep: slower bodies rest. */
const BOUNCE_SPEED = 2;

/** What takes part in the contact of rigid bodies. */
export interface ContactMember {
  readonly shape: ContactShape;
  /** Coulomb coefficient. */
  readonly friction: number;
  /** Coefficient of restitution; of a collider the other body's. */
  readonly restitution: number;
  /** A collider decides the friction on it. */
  readonly isCollider: boolean;
  /** What moves by itself in the running substep; undefined for what follows keys. */
  readonly moving: RigidBody | undefined;
  /** The body that it is, whether it moves by itself or follows keys; undefined for a collider. */
  readonly body?: RigidBody;
  /** Points in which it touches or nearly touches others after the last substep, and how deep it overlaps them there, m; written by the contact. */
  contacts: number;
  overlap: number;
  /** The joints of the contact that it takes part in; written by that. */
  joints?: RigidJoints | undefined;
  /** Pose and velocity of what follows keys at `time`, s. */
  poseAt(time: number): RigidPose;
}

/** Contact, friction and joints of rigid bodies with each other, with what is keyed and with surfaces that deform: an interaction of their systems. */
export class RigidContact {
  readonly state: SystemState;
  private readonly joints: RigidJoints | undefined;
  private readonly members: readonly ContactMember[];
  private readonly placed: readonly PlacedShape[];
  private readonly bodies: BodyVelocities;
  private readonly pairs: SweepAndPrune;
  private readonly solver: ContactSolver;
  private readonly shapes = new ShapeContact();
  private readonly onSurfaces = new SurfaceContact();
  /** Surfaces, which are numbered after the members. */
  private readonly surfaces: readonly MetSurface[];
  private readonly manifold = new Manifold();
  /** Contacts of the last substep and of the running one: they take turns. */
  private last = new ContactList();
  private current = new ContactList();
  private taken = new Uint8Array(0);
  /** Flags that are not 0 for what follows keys in the running substep, and in the one before. */
  private readonly fixed: Uint8Array;
  private readonly fixedBefore: Uint8Array;
  /** Points in which each body touches others. */
  private readonly touching: Int32Array;
  private readonly margins: Float64Array;
  /** What acceleration adds to velocities in the substep, and the velocities that bodies would have without contact. */
  private readonly free: Float64Array;
  private readonly unhindered: Float64Array;
  private readonly slop: number;
  private readonly rotation = new Float64Array(4);
  private readonly translation = new Float64Array(3);
  private readonly change = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  /** Begin of the running substep, and end of the interval that it is of, s. */
  private start = 0;
  private end = Infinity;
  /** Sweeps of the last substep. */
  sweeps = 0;

  /**
   * Members that are at their poses of `time` (s), and joints between them, which have no motion but through this. `longest`: longest substep, s, longer than usual where others take long for each and stacks
   * need not stand. `surfaces`: what deforms as prescribed.
   */
  constructor(
    members: readonly ContactMember[],
    joints: readonly Joint[] = [],
    time = 0,
    private readonly longest = CONTACT_STEP,
    surfaces: readonly MovingSurface[] = [],
  ) {
    const length = members.length + surfaces.length;
    this.members = members;
    this.surfaces = surfaces.map((surface) => new MetSurface(surface));
    this.placed = members.map(({ shape }) => new PlacedShape(shape));
    this.bodies = new BodyVelocities(length);
    this.solver = new ContactSolver(this.bodies);
    this.pairs = new SweepAndPrune(length);
    this.fixed = new Uint8Array(length);
    this.fixedBefore = new Uint8Array(length);
    this.touching = new Int32Array(length);
    this.margins = new Float64Array(length);
    this.free = new Float64Array(6 * length);
    this.unhindered = new Float64Array(6 * length);
    const thinnest = members.reduce((least, { shape }) => Math.min(least, shape.thickness), Infinity);
    this.slop = Math.min(SLOP, SLOP_SHARE * thinnest);
    this.joints = joints.length === 0 ? undefined : new RigidJoints(joints, members, this.bodies, time);
    for (const member of members) member.joints = this.joints;
    this.state = new SystemState()
      .array('keyed', this.fixedBefore)
      .include('impulses', () => this.last.state())
      .include('joints', this.joints?.state);
  }

  maxStep(start: number, end = Infinity): number {
    this.start = start;
    this.end = end;
    return Math.min(this.longest, this.joints?.maxStep() ?? Infinity);
  }

  /** Finds the contacts where the substep of `dt` (s) begins, and changes what bodies will move with: bounces of the velocities that they had, then resting contact of those that they will have. */
  before(dt: number): void {
    this.gather(dt);
    this.joints?.place(this.start);
    this.findContacts();
    const { solver, current, bodies, free, joints } = this;
    if (current.count === 0 && joints === undefined) return;
    if (current.count > 0) solver.prepare(current);
    let fastest = 0;
    for (let k = 0; k < free.length; k += 6) {
      fastest = Math.max(fastest, Math.abs(free[k]) + Math.abs(free[k + 1]) + Math.abs(free[k + 2]));
    }
    solver.bounce(current, dt, BOUNCE_SPEED * fastest);
    for (let k = 0; k < free.length; k++) bodies.velocities[k] += free[k];
    joints?.begin(dt);
    this.sweeps = solver.solve(current, dt, fastest, joints);
    this.scatter();
  }

  /** Displaces bodies that overlap. */
  between(dt: number): void {
    const { members, bodies, current, touching, joints } = this;
    const touched = current.count > 0;
    joints?.close(dt);
    const pushed = touched && this.solver.pushOut(current, dt, this.slop);
    if (!touched) bodies.shifts.fill(0);
    joints?.settle(dt, pushed);
    for (let body = 0; body < members.length; body++) {
      if ((touched && touching[body] > 0) || joints?.displaces(body) === true) {
        members[body].moving?.displace(bodies.shifts, 6 * body);
      }
    }
  }

  after(dt: number): void {
    this.joints?.finish(dt);
    const { last, current, members, touching } = this;
    const { overlaps } = this.solver;
    for (let body = 0; body < members.length; body++) {
      members[body].contacts = touching[body];
      members[body].overlap = current.count > 0 ? overlaps[body] : 0;
    }
    this.last = this.current;
    this.current = last;
    this.fixedBefore.set(this.fixed);
  }

  /** Reads where bodies are, how they move, and what acceleration adds to it: `free` is that change of velocity. */
  private gather(dt: number): void {
    const { members, placed, fixed, rotation, translation } = this;
    for (let body = 0; body < members.length; body++) {
      const { moving } = members[body];
      fixed[body] = moving === undefined ? 1 : 0;
      if (moving === undefined) this.gatherKeyed(body);
      else {
        moving.shapePose(rotation, translation);
        placed[body].place(rotation, translation);
        this.gatherMoving(body, moving);
      }
      this.boundMotion(body, dt);
    }
    for (let k = 0; k < this.surfaces.length; k++) this.gatherSurface(members.length + k, this.surfaces[k], dt);
  }

  /** Places a surface: it moves by no velocity of its own, but by that of each of its points. */
  private gatherSurface(body: number, surface: MetSurface, dt: number): void {
    const { pairs } = this;
    surface.place(this.start, Math.min(this.start + dt, this.end));
    this.fixed[body] = 1;
    this.margins[body] = surface.reach[0];
    for (let k = 0; k < 6; k++) pairs.boxes[6 * body + k] = surface.box[k];
  }

  /** Finds the box that a body stays in, and the gap up to which its points are contacts. */
  private boundMotion(body: number, dt: number): void {
    const { unhindered: v, free, margins, pairs } = this;
    const { thickness } = this.members[body].shape;
    const { box } = this.placed[body];
    const at = 6 * body;
    const reach = thickness === Infinity ? 0 : hypot3(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2;
    const speed =
      hypot3(v[at], v[at + 1], v[at + 2]) +
      hypot3(free[at], free[at + 1], free[at + 2]) +
      reach * hypot3(v[at + 3], v[at + 4], v[at + 5]);
    const margin = dt * speed + (this.fixed[body] === 0 ? REST_MARGIN * thickness : 0);
    margins[body] = margin;
    for (let axis = 0; axis < 3; axis++) {
      pairs.boxes[at + axis] = box[axis] - margin;
      pairs.boxes[at + 3 + axis] = box[3 + axis] + margin;
    }
  }

  private gatherKeyed(body: number): void {
    const { bodies, unhindered, free } = this;
    const pose = this.members[body].poseAt(this.start);
    const at = 6 * body;
    this.placed[body].place(pose.rotation, pose.translation);
    bodies.inverseMasses[body] = 0;
    free.fill(0, at, at + 6);
    for (let axis = 0; axis < 3; axis++) {
      bodies.centres[3 * body + axis] = pose.translation[axis];
      unhindered[at + axis] = pose.linearVelocity[axis];
      unhindered[at + 3 + axis] = pose.angularVelocity[axis];
      bodies.velocities[at + axis] = pose.linearVelocity[axis];
      bodies.velocities[at + 3 + axis] = pose.angularVelocity[axis];
    }
  }

  private gatherMoving(body: number, moving: RigidBody): void {
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

  private findContacts(): void {
    const { pairs, current, last, touching } = this;
    current.clear();
    touching.fill(0);
    pairs.find(this.fixed);
    for (let k = 0; k < pairs.count; k++) this.touch(pairs.first[k], pairs.second[k]);
    if (this.taken.length < last.count) this.taken = new Uint8Array(2 * last.count);
    carryImpulses(last, current, this.taken);
    this.forgetReleased();
  }

  /** Drops the impulses of bodies that have just been released or caught by keys: what follows keys presses as hard as it has to. */
  private forgetReleased(): void {
    const { current, fixed, fixedBefore } = this;
    for (let row = 0; row < current.count; row++) {
      const a = current.first[row];
      const b = current.second[row];
      if (fixed[a] === fixedBefore[a] && fixed[b] === fixedBefore[b]) continue;
      current.impulses[row] = 0;
      current.tangents.fill(0, 3 * row, 3 * row + 3);
    }
  }

  /** Adds the points in which two bodies, or a body and a surface, touch or may touch within the substep, unless joints keep them apart. */
  private touch(a: number, b: number): void {
    const { members, placed, manifold, margins } = this;
    manifold.clear();
    manifold.limits[MARGIN] = margins[a] + margins[b];
    if (b >= members.length) {
      this.touchSurface(a, b);
      return;
    }
    if (this.joints?.keepsApart(a, b) === true) return;
    const one = placed[a];
    const other = placed[b];
    manifold.limits[SIZE] = Math.min(one.shape.thickness, other.shape.thickness);
    this.shapes.find(one, other, manifold);
    manifold.reduce();
    if (manifold.count > 0) this.addPair(a, b, members[a], members[b]);
  }

  /** Adds the points in which a body touches a surface: the friction of the surface counts, and the restitution of the body. */
  private touchSurface(body: number, number: number): void {
    const { members, placed, manifold, current } = this;
    const surface = this.surfaces[number - members.length];
    manifold.limits[SIZE] = placed[body].shape.thickness;
    this.onSurfaces.find(placed[body], this.bodies.centres, 3 * body, surface.start, manifold);
    manifold.reduce();
    const first = current.count;
    this.addContacts(body, number, surface.surface.friction, members[body].restitution);
    for (let k = 0; k < manifold.count; k++) {
      surface.velocityNear(manifold.points, 3 * k, current.drifts, 3 * (first + k));
    }
  }

  private addPair(a: number, b: number, one: ContactMember, other: ContactMember): void {
    const friction = one.isCollider
      ? one.friction
      : other.isCollider
        ? other.friction
        : Math.sqrt(one.friction * other.friction);
    const restitution = one.isCollider
      ? other.restitution
      : other.isCollider
        ? one.restitution
        : Math.sqrt(one.restitution * other.restitution);
    this.addContacts(a, b, friction, restitution);
  }

  private addContacts(a: number, b: number, friction: number, restitution: number): void {
    const { manifold, current, touching } = this;
    const { centres } = this.bodies;
    touching[a] += manifold.count;
    touching[b] += manifold.count;
    for (let k = 0; k < manifold.count; k++) {
      const row = current.append(a, b);
      for (let axis = 0; axis < 3; axis++) {
        current.normals[3 * row + axis] = manifold.normals[3 * k + axis];
        current.armsA[3 * row + axis] = manifold.points[3 * k + axis] - centres[3 * a + axis];
        current.armsB[3 * row + axis] = manifold.points[3 * k + axis] - centres[3 * b + axis];
      }
      current.gaps[row] = manifold.gaps[k];
      current.friction[row] = friction;
      current.restitution[row] = restitution;
    }
  }

  /** Gives bodies the change of velocity that contact leaves them; the momenta of those that it does not change stay as they are. */
  private scatter(): void {
    const { members, unhindered, change, turn } = this;
    const { velocities } = this.bodies;
    for (let body = 0; body < members.length; body++) {
      const at = 6 * body;
      for (let axis = 0; axis < 3; axis++) {
        change[axis] = velocities[at + axis] - unhindered[at + axis];
        turn[axis] = velocities[at + 3 + axis] - unhindered[at + 3 + axis];
      }
      const { moving } = members[body];
      if (this.joints?.holds(body) === true) moving?.holdBack();
      moving?.addNextVelocity(change, turn);
    }
  }
}
