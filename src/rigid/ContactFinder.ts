import type { BodyVelocities } from './BodyVelocities.ts';
import type { CandidatePairs } from './CandidatePairs.ts';
import type { ContactList } from './ContactList.ts';
import type { ContactMember } from './ContactMember.ts';
import type { RigidJoints } from './joints/RigidJoints.ts';
import { APART, Manifold, MARGIN, SIZE } from './Manifold.ts';
import type { MemberPairs } from './MemberPairs.ts';
import type { MemberMotion } from './MemberMotion.ts';
import { ShapeContact } from './ShapeContact.ts';
import type { Sleep } from './Sleep.ts';
import { SurfaceContact } from './surface/SurfaceContact.ts';

/** Finds the points in which members of contact touch or may touch within a substep. */
export class ContactFinder {
  /** Points in which each body touches others. */
  readonly touching: Int32Array;
  private readonly shapes = new ShapeContact();
  private readonly onSurfaces = new SurfaceContact();
  private readonly manifold = new Manifold();

  constructor(
    private readonly members: readonly ContactMember[],
    private readonly bodies: BodyVelocities,
    private readonly motion: MemberMotion,
    private readonly pairs: CandidatePairs,
    private readonly sleep: Sleep | undefined,
    private readonly said: MemberPairs | undefined,
  ) {
    this.touching = new Int32Array(bodies.count);
  }

  /** Writes the contacts of the running substep to a list; pairs that joints or what is said of them keep apart have none. */
  find(into: ContactList, joints: RigidJoints | undefined): void {
    const { pairs, touching, manifold } = this;
    into.clear();
    touching.fill(0);
    pairs.find(this.motion.still);
    for (let k = 0; k < pairs.count; k++) {
      if (!pairs.mayTouch(k)) continue;
      const second = pairs.second[k];
      if (this.said?.keepsApart(pairs.first[k], second) === true) continue;
      // Joints know nothing of surfaces, which are numbered after the members.
      if (second < this.members.length && joints?.keepsApart(pairs.first[k], second) === true) continue;
      this.touch(pairs.first[k], pairs.second[k], k, into);
      if (manifold.count === 0) pairs.noteGap(k, manifold.limits, APART);
    }
  }

  /** Adds the points in which two bodies, or a body and a surface, touch or may touch within the substep. */
  private touch(a: number, b: number, pair: number, into: ContactList): void {
    const { members, manifold, pairs } = this;
    const { placed, margins } = this.motion;
    manifold.clear();
    if (b >= members.length) {
      this.touchSurface(a, b, into);
      return;
    }
    manifold.limits[MARGIN] = margins[a] + margins[b];
    const one = placed[a];
    const other = placed[b];
    manifold.limits[SIZE] = Math.min(one.shape.thickness, other.shape.thickness);
    this.shapes.find(one, other, manifold, pairs.axes, pair);
    manifold.reduce();
    if (manifold.count === 0 || this.wakes(a, b)) return;
    this.addPair(a, b, members[a], members[b], into);
  }

  /** Adds the points in which a body touches a surface: the friction of the surface counts, and the restitution of the body. */
  private touchSurface(body: number, number: number, into: ContactList): void {
    const { members, manifold, bodies, motion } = this;
    const surface = motion.surfaces[number - members.length];
    const placed = motion.placed[body];
    manifold.limits[SIZE] = placed.shape.thickness;
    manifold.limits[MARGIN] = motion.margins[body];
    this.onSurfaces.find(placed, bodies.centres, 3 * body, surface, manifold);
    manifold.reduce();
    const first = into.count;
    const friction = this.said?.frictionOf(body, number) ?? surface.surface.friction;
    this.addContacts(body, number, friction, members[body].restitution, into);
    for (let k = 0; k < manifold.count; k++) {
      surface.velocityNear(manifold.points, 3 * k, into.drifts, 3 * (first + k));
    }
  }

  /** Has what sleeps of a pair that touches wake; whether the pair passes on nothing, or is asked again. */
  private wakes(a: number, b: number): boolean {
    const { sleep } = this;
    const { fixed } = this.motion;
    if (sleep === undefined) return false;
    sleep.mark(a);
    sleep.mark(b);
    return sleep.asleep[a] !== 0 || sleep.asleep[b] !== 0 || (fixed[a] !== 0 && fixed[b] !== 0);
  }

  private addPair(a: number, b: number, one: ContactMember, other: ContactMember, into: ContactList): void {
    const usual = one.isCollider
      ? one.friction
      : other.isCollider
        ? other.friction
        : Math.sqrt(one.friction * other.friction);
    const restitution = one.isCollider
      ? other.restitution
      : other.isCollider
        ? one.restitution
        : Math.sqrt(one.restitution * other.restitution);
    this.addContacts(a, b, this.said?.frictionOf(a, b) ?? usual, restitution, into);
  }

  private addContacts(a: number, b: number, friction: number, restitution: number, into: ContactList): void {
    const { manifold, touching } = this;
    const { centres } = this.bodies;
    touching[a] += manifold.count;
    touching[b] += manifold.count;
    for (let k = 0; k < manifold.count; k++) {
      const row = into.append(a, b);
      for (let axis = 0; axis < 3; axis++) {
        into.normals[3 * row + axis] = manifold.normals[3 * k + axis];
        into.armsA[3 * row + axis] = manifold.points[3 * k + axis] - centres[3 * a + axis];
        into.armsB[3 * row + axis] = manifold.points[3 * k + axis] - centres[3 * b + axis];
      }
      into.gaps[row] = manifold.gaps[k];
      into.friction[row] = friction;
      into.restitution[row] = restitution;
    }
  }
}
