import type { EntityStats } from '../../frames/EntityStats.ts';
import type { Judgement } from '../../frames/judgements.ts';
import { pinsOf } from '../../scene/capabilities.ts';
import { isQuasistatic } from '../../scene/kinds/solid.ts';
import { frameDuration, type Scene } from '../../scene/Scene.ts';
import { type AccelerationFields, accelerationFields } from '../keyed/accelerationFields.ts';
import type { KeyedCollider } from '../keyed/KeyedCollider.ts';
import type { KeyedInputs } from '../keyed/KeyedInputs.ts';
import type { SimulatedBody } from '../SimulatedBody.ts';
import { judgeStretch } from './DrawnStretch.ts';
import { JudgedMotion } from './JudgedMotion.ts';
import { type BodyCrossing, judgeCrossings } from './judgeCrossings.ts';
import { isDoubtful, judgedShape, type JudgedShape, judgeShape } from './judgeShape.ts';
import type { BeginningOverlaps } from './BeginningOverlaps.ts';
import { judgeOverlaps } from './startOverlaps.ts';

export interface JudgedShot {
  readonly scene: Scene;
  readonly bodies: readonly SimulatedBody[];
  readonly colliders: readonly KeyedCollider[];
  /** Velocities, m/s, of the vertices of surfaces that move as prescribed and push the bodies. */
  readonly prescribed: readonly Float64Array[];
  readonly inputs: KeyedInputs;
  readonly overlaps: BeginningOverlaps;
}

interface JudgedBody {
  readonly body: SimulatedBody;
  readonly motion: JudgedMotion;
  readonly shape: JudgedShape | undefined;
  readonly fields: AccelerationFields;
  /** Whether it flies where it is pushed: nothing pins it, and it has inertia. */
  readonly free: boolean;
  /** Strongest pull at a distance in the running frame, m/s2. */
  readonly pull: Float64Array;
}

/** Judges every frame of a shot: whether its physics can be right, though the simulation went on. Reads the bodies, and changes nothing. */
export class FrameJudge {
  private readonly shot: JudgedShot;
  private readonly bodies: readonly JudgedBody[];
  private readonly kinds: ReadonlyMap<string, SimulatedBody['kind']>;
  private readonly duration: number;
  private readonly acceleration = new Float64Array(3);

  constructor(shot: JudgedShot) {
    this.shot = shot;
    const { scene, bodies, inputs } = shot;
    const pinned = new Set(pinsOf(scene.entities).map(({ target }) => target));
    this.bodies = bodies.map((body) => {
      const { entity: solid } = body;
      const still = solid !== undefined && isQuasistatic(solid);
      // Cut vertices are new ones, and a liquid takes along what it carries.
      const led = pinned.has(body.id) || solid?.fracture?.enabled === true || solid?.liquids === 'coupled';
      return {
        body,
        motion: new JudgedMotion(body),
        shape: judgedShape(body, solid),
        fields: accelerationFields(scene, body.id, inputs),
        free: !still && !led,
        pull: new Float64Array(1),
      };
    });
    this.kinds = new Map(bodies.map(({ id, kind }) => [id, kind]));
    this.duration = frameDuration(scene);
  }

  /** Notes what may move the bodies from `start` to `end`, s. To be called where the inputs stand at that interval, before the bodies move. */
  beginFrame(start: number, end: number): void {
    let speed = 0;
    for (const { body } of this.bodies) speed = Math.max(speed, topSpeed(body.motion.velocities));
    let pushed = 0;
    for (const velocities of this.shot.prescribed) pushed = Math.max(pushed, topSpeed(velocities));
    const drive = { duration: this.duration, speed: Math.max(speed, pushed) };
    for (const { fields, free, motion, pull } of this.bodies) {
      pull[0] = Math.max(this.pullAt(fields, start), this.pullAt(fields, end));
      const box = motion.begin();
      if (free) motion.explain(drive, this.travelOf(box, start, end) + pushed * this.duration, pull[0]);
    }
  }

  /** Forgets what was before: the bodies have been put elsewhere. */
  forget(): void {
    for (const { motion, pull } of this.bodies) {
      motion.forget();
      pull[0] = 0;
    }
  }

  /** What is broken in the present frame, by its numbers, which must be all there, and by what crosses in it. */
  judge(
    stats: Readonly<Record<string, EntityStats>>,
    crossings: readonly BodyCrossing[],
    isFirstFrame: boolean,
  ): Judgement[] {
    const found: Judgement[] = [];
    if (isFirstFrame) found.push(...judgeOverlaps(this.shot.overlaps.found));
    for (const { body, motion, shape, pull } of this.bodies) {
      const own = stats[body.id];
      if (own.sections?.surfaceStretch !== undefined) found.push(...judgeStretch(body.id, own));
      if (shape !== undefined && isDoubtful(shape, own)) {
        found.push(...judgeShape(shape, own, { pull: pull[0], overlapRemedy: this.overlapRemedy(body.id) }));
      }
      if (crossings.length > 0) found.push(...this.judgeCrossing(crossings, body.id));
      motion.judge(found);
    }
    return found;
  }

  private judgeCrossing(crossings: readonly BodyCrossing[], id: string): Judgement[] {
    const own = crossings.filter(({ entity }) => entity === id);
    return own.length === 0 ? [] : [judgeCrossings(own, this.kinds, this.overlapRemedy(id))];
  }

  private overlapRemedy(entity: string): string | undefined {
    return this.shot.overlaps.remedyOf(entity);
  }

  /** m/s2. */
  private pullAt(fields: AccelerationFields, time: number): number {
    fields.accelerationAt(time, this.acceleration);
    return lengthOf(this.acceleration);
  }

  /** How far colliders would take what is in the box from `start` to `end` (s) if it were attached to them, m. */
  private travelOf(box: Float64Array, start: number, end: number): number {
    let most = 0;
    for (const collider of this.shot.colliders) {
      const before = collider.poseAt(start);
      const after = collider.poseAt(end);
      let reach = 0;
      let way = 0;
      for (let axis = 0; axis < 3; axis++) {
        const from = before.translation[axis];
        way += (after.translation[axis] - from) ** 2;
        reach += Math.max(Math.abs(box[axis] - from), Math.abs(box[3 + axis] - from)) ** 2;
      }
      const turn = Math.max(lengthOf(before.angularVelocity), lengthOf(after.angularVelocity));
      most = Math.max(most, Math.sqrt(way) + turn * this.duration * Math.sqrt(reach));
    }
    return most;
  }
}

function topSpeed(velocities: Float64Array): number {
  let square = 0;
  for (let k = 0; k < velocities.length; k += 3) {
    square = Math.max(square, velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2);
  }
  return Math.sqrt(square);
}

function lengthOf(vector: Float64Array): number {
  return Math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2);
}
