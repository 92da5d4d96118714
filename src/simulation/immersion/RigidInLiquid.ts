import type { CoupledSurface } from '../../coupling/CoupledSolid.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import { rotationFromQuaternion } from '../../math/quaternions.ts';
import { rotateVector } from '../../math/rotations.ts';
import type { BoundaryMember } from '../boundaries/RigidBoundary.ts';
import type { ImmersedBody } from './ImmersedBody.ts';

/**
 * A rigid body as the liquid sees it that it moves with: its nodes are the vertices of its surface, and forces on them move all of them as a rigid body, six unknowns in the Schur complement of the
 * solids. What the liquid presses with is an impulse on the body's next momenta.
 */
export class RigidInLiquid implements ImmersedBody {
  readonly id: string;
  readonly hasFilms = true;
  readonly surface: CoupledSurface;
  readonly velocity: Float64Array;
  private readonly member: BoundaryMember;
  /** Vertices in the frame of the shape, and where they stand and from the centre of mass, m. */
  private readonly own: Float64Array;
  private readonly places: Float64Array;
  private readonly arms: Float64Array;
  /** Velocity without the liquid, m/s. */
  private readonly free: Float64Array;
  /** What the liquid presses with in the running round and in those that are kept: N, and N m about the centre. */
  private readonly pressed = new Float64Array(6);
  private readonly kept = new Float64Array(6);
  private readonly six = new Float64Array(6);
  private readonly spin = new Float64Array(3);
  private readonly rotation = new Float64Array(4);
  private readonly translation = new Float64Array(3);
  private readonly matrix = new Float64Array(9);
  /** Length of the running substep, s. */
  private dt = 0;

  /** `surface`: closed and outward, in the frame of the shape. */
  constructor(member: BoundaryMember, { positions, triangles }: TriMesh) {
    this.id = member.id;
    this.member = member;
    this.own = Float64Array.from(positions);
    this.surface = { triangles, nodes: Uint32Array.from({ length: positions.length / 3 }, (_, node) => node) };
    const vectors = () => new Float64Array(positions.length);
    this.velocity = vectors();
    this.places = vectors();
    this.arms = vectors();
    this.free = vectors();
  }

  is(): boolean {
    return false;
  }

  /** Largest speed along an axis, of a ball around the body. */
  get speed(): number {
    const { body } = this.member;
    const { mass } = body.properties;
    const { arms, spin } = this;
    this.place();
    body.angularVelocity(spin);
    let reach = 0;
    for (let k = 0; k < arms.length; k += 3) reach = Math.max(reach, Math.hypot(arms[k], arms[k + 1], arms[k + 2]));
    return Math.max(...body.momentum.map(Math.abs)) / mass + reach * Math.hypot(spin[0], spin[1], spin[2]);
  }

  writeSurface(positions: Float64Array): void {
    this.place();
    positions.set(this.places);
  }

  predict(dt: number): void {
    const { body } = this.member;
    const { six } = this;
    this.dt = dt;
    this.kept.fill(0);
    this.pressed.fill(0);
    this.place();
    for (let axis = 0; axis < 3; axis++) six[axis] = body.nextMomentum[axis] / body.properties.mass;
    body.spinOf(body.nextAngularMomentum, six, 3);
    this.writeMotion(this.velocity);
  }

  isCompliant(): boolean {
    return this.member.moving !== undefined;
  }

  applyInverse(force: Float64Array, drags = false): void {
    const { member, six, spin, dt } = this;
    if (member.moving === undefined) {
      force.fill(0);
      return;
    }
    const { body } = member;
    this.sumForces(force, six, drags);
    for (let axis = 0; axis < 3; axis++) {
      six[axis] *= dt / body.properties.mass;
      spin[axis] = dt * six[3 + axis];
    }
    body.spinOf(spin, six, 3);
    this.writeMotion(force);
  }

  applyPressure(force: Float64Array, change: Float64Array, _wet: boolean, drags = false): void {
    const { velocity } = this;
    this.sumForces(force, this.pressed, drags);
    this.free.set(velocity);
    for (let k = 0; k < velocity.length; k++) velocity[k] += change[k];
  }

  settleContact(): boolean {
    return false;
  }

  commitPressure(): void {
    for (let k = 0; k < 6; k++) this.kept[k] += this.pressed[k];
    this.pressed.fill(0);
  }

  restoreFreeVelocity(): void {
    this.velocity.set(this.free);
  }

  finish(): void {
    this.commitPressure();
    this.member.moving?.addImpulse(this.kept, this.dt);
  }

  /** Finds where the vertices stand. */
  private place(): void {
    const { own, places, arms, rotation, translation, matrix } = this;
    const { body } = this.member;
    body.shapePose(rotation, translation);
    rotationFromQuaternion(rotation, matrix);
    for (let k = 0; k < own.length; k += 3) {
      rotateVector(matrix, own, k, places, k);
      for (let axis = 0; axis < 3; axis++) {
        places[k + axis] += translation[axis];
        arms[k + axis] = places[k + axis] - body.position[axis];
      }
    }
  }

  /** Writes the velocities that `six` gives the vertices, m/s. */
  private writeMotion(out: Float64Array): void {
    const { arms, six: v } = this;
    for (let k = 0; k < arms.length; k += 3) {
      out[k] = v[0] + v[4] * arms[k + 2] - v[5] * arms[k + 1];
      out[k + 1] = v[1] + v[5] * arms[k] - v[3] * arms[k + 2];
      out[k + 2] = v[2] + v[3] * arms[k + 1] - v[4] * arms[k];
    }
  }

  /** Writes the sum of forces on the vertices, N, and of their torques about the centre, N m; unless the liquid `drags`, without those about an axis that the body is round about: its triangles are not quite. */
  private sumForces(force: Float64Array, out: Float64Array, drags: boolean): void {
    const { arms } = this;
    out.fill(0);
    for (let k = 0; k < arms.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const next = (axis + 1) % 3;
        const last = (axis + 2) % 3;
        out[axis] += force[k + axis];
        out[3 + axis] += arms[k + next] * force[k + last] - arms[k + last] * force[k + next];
      }
    }
    if (!drags) this.leaveRound(out);
  }

  private leaveRound(six: Float64Array): void {
    const { matrix, member } = this;
    const { core } = member.distance;
    if (core === undefined) return;
    if (core.halfLength === 0) {
      six.fill(0, 3);
      return;
    }
    // Its axis is the second of the shape's frame.
    const along = matrix[1] * six[3] + matrix[4] * six[4] + matrix[7] * six[5];
    for (let axis = 0; axis < 3; axis++) six[3 + axis] -= along * matrix[3 * axis + 1];
  }
}
