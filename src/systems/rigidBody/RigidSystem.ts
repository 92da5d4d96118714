import { CoreError } from '../../base/errors.ts';
import { poseStream, staticTransform } from '../../frames/makeStreams.ts';
import type { EntityStats } from '../../frames/EntityStats.ts';
import type { StaticStream } from '../../frames/StaticStream.ts';
import type { Judgement } from '../../frames/judgements.ts';
import type { Stream } from '../../frames/Stream.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { closedSurface } from '../../collision/closedSurface.ts';
import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { ContactShape } from '../../rigid/ContactShape.ts';
import { massProperties } from '../../rigid/massProperties.ts';
import type { RigidJoints } from '../../rigid/joints/RigidJoints.ts';
import { RigidBody, type RigidPose } from '../../rigid/RigidBody.ts';
import type { ContactMember } from '../../rigid/ContactMember.ts';
import { shapeMoments } from '../../rigid/shapeMoments.ts';
import { keyedCurveOf, type RigidBodyEntity } from '../../scene/kinds/rigidBody.ts';
import { frameToSeconds, startFrame } from '../../scene/Scene.ts';
import { accelerationFields, type AccelerationFields } from '../../simulation/keyed/accelerationFields.ts';
import { RigidParent } from '../../simulation/attachment/RigidParent.ts';
import type { BoundaryMember } from '../../simulation/boundaries/RigidBoundary.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';
import { RigidInLiquid } from '../../simulation/immersion/RigidInLiquid.ts';
import { KeyedPose } from '../../simulation/keyed/KeyedPose.ts';
import type { System } from '../../simulation/System.ts';
import type { SteppedSystem } from '../../solids/SteppedSystem.ts';
import { SubstepLog, type SubstepReport } from '../../solids/SubstepLog.ts';
import { shapeOf } from '../assets.ts';
import type { SystemContext } from '../SystemKind.ts';
import { judgeOverlap } from './judgeOverlap.ts';
import { rigidBodyWarnings } from './rigidBodyWarnings.ts';

/** Largest angle by which a substep turns a body, rad, and by which it turns one about an axis that itself wanders: the period of a tumbling handle is then right to .1 %. */
const MOST_TURN = 0.5;
const MOST_TUMBLE = 0.05;
/** Largest coordinate of a frame: exported ones are float32. */
const LARGEST_STORED = 3.4e38;

declare module '../../simulation/System.ts' {
  interface System {
    /** What rigid contact meets of it. */
    readonly rigid?: ContactMember;
    /** What deformable bodies meet of it, and are met by. */
    readonly boundary?: BoundaryMember;
    /** The rigid body as a liquid sees it. */
    readonly floating?: ImmersedBody;
    /** What pins follow of it. */
    readonly parent?: RigidParent;
  }
}

/** A rigid body of the scene: it follows its keys until it is released, then moves by itself. */
export class RigidSystem implements System, SteppedSystem, ContactMember, BoundaryMember {
  readonly id: string;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  readonly shape: ContactShape;
  readonly friction: number;
  readonly restitution: number;
  readonly isCollider = false;
  readonly body: RigidBody;
  readonly parent: RigidParent;
  moving: RigidBody | undefined;
  readonly pressed = new Float64Array(6);
  private immersed: RigidInLiquid | undefined;
  contacts = 0;
  overlap = 0;
  joints: RigidJoints | undefined;
  private readonly entity: RigidBodyEntity;
  private readonly context: SystemContext;
  private readonly pose: KeyedPose;
  private readonly fields: AccelerationFields;
  private readonly log = new SubstepLog();
  private readonly acceleration = new Float64Array(3);
  private readonly spin = new Float64Array(3);
  private readonly rotation = new Float64Array(4);
  private readonly translation = new Float64Array(3);
  /** Share by which the largest moment of inertia exceeds the smallest. */
  private readonly tumbling: number;
  /** The running substep, s. */
  private start = 0;
  private dt = 0;

  /** Throws `geometry-invalid` for a shape that has no end or no volume. */
  constructor(entity: RigidBodyEntity, context: SystemContext) {
    const { scene, quality, inputs, assets } = context;
    this.id = entity.id;
    this.entity = entity;
    this.context = context;
    this.minSubsteps = scene.quality[quality].minSubsteps;
    this.maxSubsteps = scene.quality[quality].maxSubsteps;
    this.friction = entity.friction;
    this.restitution = entity.restitution;
    this.shape = new ContactShape(shapeOf(entity, assets));
    this.body = bodyOf(entity, this.shape);
    const { moments } = this.body.properties;
    this.tumbling = 1 - Math.min(...moments) / Math.max(...moments);
    this.pose = new KeyedPose(inputs, entity);
    this.fields = accelerationFields(scene, entity.id, inputs);
    const time = frameToSeconds(scene, startFrame(scene));
    const pose = this.pose.at(time);
    if (this.isKeyedAt(time)) this.body.setNextPose(pose);
    else {
      this.body.setNextPose({ ...pose, linearVelocity: new Float64Array(3), angularVelocity: new Float64Array(3) });
      this.body.addNextVelocity(entity.velocity, entity.angularVelocity);
    }
    this.body.commit();
    this.parent = new RigidParent(this.id, this.shape.distance, this.body);
  }

  get distance(): ColliderShape {
    return this.shape.distance;
  }

  /** The body as the liquid sees it that it moves with. */
  get floating(): ImmersedBody {
    this.immersed ??= new RigidInLiquid(this, this.shape.surface ?? closedSurface(this.shape.distance.display()));
    return this.immersed;
  }

  /** What it is to deformable bodies. */
  get boundary(): BoundaryMember {
    return this;
  }

  get state() {
    return this.body.state;
  }

  get rigid(): ContactMember {
    return this;
  }

  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  stepped(): SteppedSystem {
    return this;
  }

  followInputs(): void {
    this.pose.beginInterval();
  }

  poseAt(time: number): RigidPose {
    return this.pose.at(time);
  }

  beginInterval(): void {
    this.log.clear();
  }

  maxStep(start: number): number {
    if (this.isKeyedAt(start)) return Infinity;
    this.body.angularVelocity(this.spin);
    const speed = hypot3(this.spin[0], this.spin[1], this.spin[2]);
    return Math.min(MOST_TURN, MOST_TUMBLE / this.tumbling) / speed;
  }

  predict(start: number, end: number, dt: number): void {
    this.start = start;
    this.dt = dt;
    const { body, entity, acceleration } = this;
    this.moving = this.isKeyedAt(start) ? undefined : body;
    if (this.moving === undefined) {
      body.setNextPose(this.pose.at(end));
      if (!this.isKeyedAt(end)) body.addNextVelocity(entity.velocity, entity.angularVelocity);
      return;
    }
    this.fields.accelerationAt(start, acceleration);
    body.accelerate(acceleration, this.fields.dragAt(start), dt);
    body.addImpulse(this.pressed, 1);
  }

  integratePositions(): void {
    this.moving?.move(this.dt);
  }

  integrateVelocities(): void {
    // Its momenta are those that moved it.
  }

  commit(): void {
    this.body.commit();
    const report = this.log.append();
    report.start = this.start;
    report.dt = this.dt;
    report.contacts = this.contacts;
  }

  rollback(): void {
    this.body.rollback();
  }

  checkStorable(time: number): void {
    const { position, momentum, angularMomentum } = this.body;
    const fits = (value: number) => Math.abs(value) <= LARGEST_STORED;
    if (position.every(fits) && momentum.every(fits) && angularMomentum.every(fits)) return;
    throw new CoreError(
      'simulation-failed',
      `the simulation failed at ${time.toPrecision(4)} s: rigid body '${this.id}' is farther away or faster than a frame can store`,
      {
        place: this.id,
        remedy: 'Check for a velocity or a force that is far too large.',
      },
    );
  }

  streams(): Stream[] {
    const { rotation, translation } = this;
    this.body.shapePose(rotation, translation);
    return [poseStream(this.id, { rotation, translation })];
  }

  statics(): StaticStream[] {
    return [staticTransform(this.id, this.shape.distance.display(), 'result')];
  }

  statistics(time: number): EntityStats {
    const { body, spin, acceleration } = this;
    const { mass, volume } = body.properties;
    const { position: x, momentum: p } = body;
    this.fields.accelerationAt(time, acceleration);
    body.angularVelocity(spin);
    const gravity = -mass * (acceleration[0] * x[0] + acceleration[1] * x[1] + acceleration[2] * x[2]);
    const speed = hypot3(p[0], p[1], p[2]) / mass;
    const section = { mass, speed, spin: hypot3(spin[0], spin[1], spin[2]), overlap: this.overlap };
    return {
      volume,
      energies: { kinetic: body.kineticEnergy, elastic: 0, gravity },
      sections: { rigidBody: section },
    };
  }

  judgements(): readonly Judgement[] {
    return this.moving === undefined ? [] : judgeOverlap(this);
  }

  setupWarnings(): readonly string[] {
    return rigidBodyWarnings(this.entity, this.context.scene);
  }

  private isKeyedAt(time: number): boolean {
    const { inputs } = this.context;
    return inputs.value(keyedCurveOf(inputs.of(this.entity)), time) !== 0;
  }
}

function bodyOf(entity: RigidBodyEntity, shape: ContactShape): RigidBody {
  if (shape.isUnbounded) {
    throw new CoreError('geometry-invalid', `the shape of rigid body '${entity.id}' has no end, and so no mass`, {
      place: entity.id,
      remedy: 'Choose another shape, or make it a collider.',
    });
  }
  const moments = shapeMoments(shape);
  return new RigidBody(massProperties(moments, entity.mass ?? entity.density * moments.volume));
}
