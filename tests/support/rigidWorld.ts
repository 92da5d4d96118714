import { colliderShapes, type ColliderShape } from '../../src/collision/CollisionBody.ts';
import { ContactShape } from '../../src/rigid/ContactShape.ts';
import { shapeMoments } from '../../src/rigid/shapeMoments.ts';
import { massProperties } from '../../src/rigid/massProperties.ts';
import { RigidBody } from '../../src/rigid/RigidBody.ts';
import { newJointReport, type Joint, type JointReport, type JointType } from '../../src/rigid/joints/Joint.ts';
import type { ContactMember } from '../../src/rigid/ContactMember.ts';
import { CONTACT_STEP, RigidContact } from '../../src/rigid/RigidContact.ts';
import type { MovingSurface } from '../../src/collision/deforming/DeformingCollider.ts';
import { eulerQuaternion } from '../../src/scene/poses.ts';

/** How a body of a test is made; what is left out is at rest, at the origin, upright. */
export interface TestBody {
  readonly shape: ColliderShape;
  readonly position?: readonly number[];
  /** Euler angles about x, y, z, rad. */
  readonly rotation?: readonly number[];
  readonly velocity?: readonly number[];
  readonly angularVelocity?: readonly number[];
  readonly mass?: number;
  readonly friction?: number;
  readonly restitution?: number;
}

/** A registered shape with parameters. */
export function shapeOf(type: string, params: object = {}): ColliderShape {
  const definition = colliderShapes.get(type);
  return definition.create(definition.params.parse(params));
}

/** A cube or a box of these edges, m. */
export function boxOf(x: number, y = x, z = x): ColliderShape {
  return shapeOf('box', { sizeX: x, sizeY: y, sizeZ: z });
}

/** Rigid bodies and keyed shapes at rest, without the rest of a shot. */
export class RigidWorld {
  readonly bodies: RigidBody[] = [];
  readonly gravity: Float64Array;
  readonly joints: Joint[] = [];
  private readonly members: ContactMember[] = [];
  private readonly surfaces: MovingSurface[] = [];
  private contact: RigidContact | undefined;
  /** s. */
  private time = 0;

  /** `sleeps`: whether islands that have come to rest sleep; each call of `advance` is then a frame. */
  constructor(
    gravity: readonly number[] = [0, -9.81, 0],
    private readonly sleeps = false,
    private readonly kernels = true,
  ) {
    this.gravity = Float64Array.from(gravity);
  }

  add(given: TestBody): RigidBody {
    const { shape, mass = 1, friction = 0.5, restitution = 0 } = given;
    const touching = new ContactShape(shape);
    const body = new RigidBody(massProperties(shapeMoments(touching), mass));
    body.setNextPose(poseOf(given));
    body.commit();
    this.bodies.push(body);
    this.members.push({
      shape: touching,
      friction,
      restitution,
      isCollider: false,
      moving: body,
      body,
      contacts: 0,
      overlap: 0,
      poseAt: () => poseOf(given),
    });
    return body;
  }

  /** A shape that stands, or moves steadily. Returns its pose, which may be changed. */
  addCollider(given: TestBody) {
    const pose = poseOf(given);
    const { friction = 0.5 } = given;
    this.members.push({
      shape: new ContactShape(given.shape),
      friction,
      restitution: 0,
      isCollider: true,
      moving: undefined,
      contacts: 0,
      overlap: 0,
      poseAt: () => pose,
    });
    return pose;
  }

  /** A surface that deforms as prescribed. */
  addSurface(surface: MovingSurface): void {
    this.surfaces.push(surface);
  }

  /** Joins two bodies, or a body and the world, at a point; further parts of the joint may be given. */
  join(
    type: JointType,
    first: RigidBody | undefined,
    second: RigidBody | undefined,
    position: readonly number[],
    given: Partial<Joint> = {},
  ): JointReport {
    const member = (body: RigidBody | undefined) =>
      body === undefined ? undefined : this.members.findIndex(({ moving }) => moving === body);
    const [a, b] = [member(first), member(second)];
    const report = newJointReport();
    const own = {
      id: `joint-${this.joints.length}`,
      report,
      type,
      first: a,
      second: b,
      position,
      axis: [0, 0, 1],
      touching: false,
    };
    this.joints.push({ ...own, ...given });
    return report;
  }

  /** Everything that the future depends on, beside the bodies. */
  get state() {
    return this.whole.state;
  }

  /** Moves everything by so many seconds, in substeps of at most `step`, s. */
  advance(seconds: number, step = CONTACT_STEP): void {
    const contact = this.whole;
    const count = Math.ceil(seconds / step - 1e-9);
    const dt = seconds / count;
    for (let k = 0; k < count; k++) {
      contact.maxStep(this.surfaces.length > 0 ? this.time : k * dt, this.sleeps ? seconds : Infinity);
      for (const body of this.bodies) body.accelerate(this.gravity, 0, dt);
      contact.before(dt);
      for (const body of this.bodies) body.move(dt);
      contact.between(dt);
      contact.after(dt);
      for (const body of this.bodies) body.commit();
      this.time += dt;
    }
  }

  private get whole(): RigidContact {
    const { surfaces, sleeps, kernels } = this;
    this.contact ??= new RigidContact(this.members, this.joints, 0, { surfaces, sleeps, kernels });
    return this.contact;
  }

  /** Kinetic and potential energy, J. */
  get energy(): number {
    return this.bodies.reduce((sum, body) => {
      const height = this.gravity.reduce((along, g, axis) => along - g * body.position[axis], 0);
      return sum + body.kineticEnergy + body.properties.mass * height;
    }, 0);
  }
}

export function poseOf({
  position = [0, 0, 0],
  rotation = [0, 0, 0],
  velocity = [0, 0, 0],
  angularVelocity = [0, 0, 0],
}: TestBody) {
  const turn = new Float64Array(4);
  eulerQuaternion(rotation[0], rotation[1], rotation[2], turn);
  return {
    rotation: turn,
    translation: Float64Array.from(position),
    linearVelocity: Float64Array.from(velocity),
    angularVelocity: Float64Array.from(angularVelocity),
  };
}
