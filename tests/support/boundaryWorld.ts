import { SystemState } from '../../src/base/state/SystemState.ts';
import { ContactShape } from '../../src/rigid/ContactShape.ts';
import { massProperties } from '../../src/rigid/massProperties.ts';
import { RigidBody } from '../../src/rigid/RigidBody.ts';
import type { Joint } from '../../src/rigid/joints/Joint.ts';
import type { RigidJoints } from '../../src/rigid/joints/RigidJoints.ts';
import type { ContactMember } from '../../src/rigid/ContactMember.ts';
import { RigidContact } from '../../src/rigid/RigidContact.ts';
import { shapeMoments } from '../../src/rigid/shapeMoments.ts';
import { pointsOf } from '../../src/simulation/attachment/pinTargets.ts';
import { RigidParent } from '../../src/simulation/attachment/RigidParent.ts';
import { distancesFromShape } from '../../src/simulation/attachment/rigidPoints.ts';
import { BoundaryContact } from '../../src/simulation/boundaries/BoundaryContact.ts';
import type { BoundaryTarget } from '../../src/simulation/boundaries/Meeting.ts';
import type { BoundaryMember } from '../../src/simulation/boundaries/RigidBoundary.ts';
import { Step } from '../../src/simulation/Step.ts';
import type { DeformableBody } from '../../src/solids/DeformableBody.ts';
import type { EmbeddedVertices } from '../../src/solids/EmbeddedVertices.ts';
import type { SteppedSystem } from '../../src/solids/SteppedSystem.ts';
import { poseOf, type TestBody } from './rigidWorld.ts';

/** A rigid body among deformable ones, moved as a `Step` moves it. */
export class SteppedRigid implements SteppedSystem, BoundaryMember, ContactMember {
  readonly minSubsteps = 1;
  readonly maxSubsteps = 1e9;
  readonly id: string;
  readonly shape: ContactShape;
  readonly friction: number;
  readonly restitution: number;
  readonly isCollider = false;
  readonly body: RigidBody;
  readonly pressed = new Float64Array(6);
  joints: RigidJoints | undefined;
  contacts = 0;
  overlap = 0;
  private readonly given: TestBody;
  private readonly gravity: Float64Array;
  private dt = 0;

  constructor(given: TestBody, gravity: Float64Array, id = 'rigid 0') {
    this.id = id;
    const { shape, mass = 1, friction = 0.5, restitution = 0 } = given;
    this.given = given;
    this.gravity = gravity;
    this.friction = friction;
    this.restitution = restitution;
    this.shape = new ContactShape(shape);
    this.body = new RigidBody(massProperties(shapeMoments(this.shape), mass));
    this.body.setNextPose(poseOf(given));
    this.body.commit();
  }

  get distance() {
    return this.given.shape;
  }

  get moving(): RigidBody {
    return this.body;
  }

  poseAt() {
    return poseOf(this.given);
  }

  beginInterval(): void {
    // Nothing is noted.
  }

  maxStep(): number {
    return Infinity;
  }

  predict(_start: number, _end: number, dt: number): void {
    this.dt = dt;
    this.body.accelerate(this.gravity, 0, dt);
    this.body.addImpulse(this.pressed, 1);
  }

  integratePositions(): void {
    this.body.move(this.dt);
  }

  integrateVelocities(): void {
    // Its momenta are those that moved it.
  }

  commit(): void {
    this.body.commit();
  }

  rollback(): void {
    this.body.rollback();
  }
}

/** The vertices of `positions` in a rigid body, or no farther than `distance` (m) from it, as parts of it; `index`: its number in the world. */
export function embeddedIn(
  given: TestBody,
  index: number,
  positions: Float64Array,
  distance = 1e-9,
  activeAt: EmbeddedVertices['activeAt'] = () => true,
): EmbeddedVertices {
  const { id, shape, body } = new SteppedRigid(given, new Float64Array(3), `rigid ${index}`);
  const parent = new RigidParent(id, shape.distance, body);
  const distances = distancesFromShape(parent, positions);
  const vertices = Uint32Array.from(distances.keys()).filter((v) => distances[v] <= distance);
  return { vertices, boundary: id, places: parent.places(pointsOf(vertices, positions)), activeAt };
}

/** Rigid bodies and deformable ones that meet, without the rest of a shot. */
export class BoundaryWorld {
  readonly rigid: SteppedRigid[];
  readonly deformable: readonly DeformableBody[];
  readonly contact: BoundaryContact;
  readonly state: SystemState;
  private readonly step: Step;
  private time = 0;

  /** `edge`: mean edge of the deformable bodies, m. `touching`: rigid bodies touch each other, too. */
  constructor(
    rigid: readonly TestBody[],
    deformable: readonly DeformableBody[],
    {
      gravity = [0, -9.81, 0],
      edge = 0.1,
      touching = false,
      offset = 0,
      joints = [],
    }: {
      readonly gravity?: readonly number[];
      readonly edge?: number;
      readonly touching?: boolean;
      readonly offset?: number;
      readonly joints?: readonly Joint[];
    } = {},
  ) {
    const g = Float64Array.from(gravity);
    this.rigid = rigid.map((given, k) => new SteppedRigid(given, g, `rigid ${k}`));
    this.deformable = deformable;
    const targets = deformable.map((stepped, k): BoundaryTarget => ({
      id: `body ${k}`,
      stepped,
      edge,
      offset,
      size: 1,
      points: () => undefined,
    }));
    const pairs = touching || joints.length > 0 ? [new RigidContact(this.rigid, joints)] : [];
    this.contact = new BoundaryContact(this.rigid, targets);
    this.step = new Step([...this.rigid, ...deformable], [...pairs, this.contact]);
    this.state = new SystemState().include('contact', this.contact.state);
    for (const pair of pairs) this.state.include('pairs', pair.state);
    this.rigid.forEach(({ body }, k) => this.state.include(`rigid ${k}`, body.state));
    deformable.forEach((body, k) => this.state.include(`body ${k}`, body.state));
  }

  /** Advances by `count` intervals of `dt`, s. */
  advance(dt: number, count = 1): void {
    for (let k = 0; k < count; k++) {
      this.step.advance(this.time, this.time + dt);
      this.time += dt;
    }
  }

  /** Momentum and angular momentum about the origin of everything: six numbers. */
  get momenta(): number[] {
    const sum = [0, 0, 0, 0, 0, 0];
    const add = (m: number, x: Float64Array, v: Float64Array, at: number) => {
      for (let axis = 0; axis < 3; axis++) {
        const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
        sum[axis] += m * v[at + axis];
        sum[3 + axis] += m * (x[at + i] * v[at + j] - x[at + j] * v[at + i]);
      }
    };
    for (const { body } of this.rigid) {
      add(1, body.position, body.momentum, 0);
      for (let axis = 0; axis < 3; axis++) sum[3 + axis] += body.angularMomentum[axis];
    }
    for (const { masses, positions, velocities } of this.deformable) {
      for (let v = 0; v < masses.length; v++) {
        add(masses[v], positions.subarray(3 * v), velocities.subarray(3 * v), 0);
      }
    }
    return sum;
  }

  /** Kinetic, elastic and gravitational energy, J. */
  get energy(): number {
    let sum = 0;
    for (const { body, ...rest } of this.rigid) {
      const { gravity } = rest as unknown as { gravity: Float64Array };
      sum += body.kineticEnergy;
      for (let axis = 0; axis < 3; axis++) sum -= body.properties.mass * gravity[axis] * body.position[axis];
    }
    for (const body of this.deformable) {
      const { kinetic, elastic, gravitational } = body.energies(this.time);
      sum += kinetic + elastic + gravitational;
    }
    return sum;
  }
}
