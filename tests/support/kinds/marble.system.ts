import { SystemState } from '../../../src/base/state/SystemState.ts';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import { poseStream, staticTransform } from '../../../src/frames/makeStreams.ts';
import type { StaticStream } from '../../../src/frames/StaticStream.ts';
import type { Stream } from '../../../src/frames/Stream.ts';
import { accelerationFields } from '../../../src/simulation/accelerationFields.ts';
import type { System } from '../../../src/simulation/System.ts';
import type { SteppedSystem } from '../../../src/solids/SteppedSystem.ts';
import type { SystemContext, SystemKind } from '../../../src/systems/SystemKind.ts';
import type { Marble } from './marble.scene.ts';

/** Share of the period of the spring, over 2 pi, that a substep may last. */
const SHARE = 0.05;

/** A ball on a spring, moved by the symplectic Euler method: v <- v + dt (g - k / m (x - a)), x <- x + dt v. */
class MarbleSystem implements System, SteppedSystem {
  readonly id: string;
  readonly state: SystemState;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  private readonly position = new Float64Array(3);
  private readonly velocity = new Float64Array(3);
  private readonly next = new Float64Array(3);
  private readonly gravity = new Float64Array(3);
  private readonly fields;
  private dt = 0;

  constructor(
    private readonly marble: Marble,
    private readonly context: SystemContext,
  ) {
    const { scene, quality, inputs } = context;
    this.id = marble.id;
    this.minSubsteps = scene.quality[quality].minSubsteps;
    this.maxSubsteps = scene.quality[quality].maxSubsteps;
    this.fields = accelerationFields(scene, marble.id, inputs);
    marble.anchor.forEach((anchor, axis) => (this.position[axis] = anchor + marble.start[axis]));
    this.state = new SystemState().array('position', this.position).array('velocity', this.velocity);
  }

  streams(): Stream[] {
    return [poseStream(this.id, { rotation: Float64Array.of(0, 0, 0, 1), translation: this.position })];
  }

  statics(): StaticStream[] {
    const { create, params } = colliderShapes.get('sphere');
    const { radius } = this.marble;
    return [staticTransform(this.id, create(params.parse({ radius })).display(), 'result')];
  }

  stepped(): SteppedSystem {
    return this;
  }

  beginInterval(): void {
    // Nothing is kept from one interval to the next.
  }

  maxStep(start: number): number {
    const stiffness = this.stiffnessAt(start);
    return stiffness > 0 ? SHARE * Math.sqrt(this.marble.mass / stiffness) : Infinity;
  }

  predict(start: number, _end: number, dt: number): void {
    const { anchor, mass } = this.marble;
    const pull = this.stiffnessAt(start) / mass;
    this.dt = dt;
    this.fields.accelerationAt(start, this.gravity);
    for (let axis = 0; axis < 3; axis++) {
      this.velocity[axis] += dt * (this.gravity[axis] - pull * (this.position[axis] - anchor[axis]));
    }
  }

  integratePositions(): void {
    for (let axis = 0; axis < 3; axis++) this.next[axis] = this.position[axis] + this.dt * this.velocity[axis];
  }

  integrateVelocities(): void {
    // They are those that moved it.
  }

  commit(): void {
    this.position.set(this.next);
  }

  rollback(): void {
    // Nothing that it does can fail, and nothing else is in its island.
  }

  private stiffnessAt(time: number): number {
    const { inputs } = this.context;
    return inputs.value(inputs.of(this.marble).stiffness, time);
  }
}

const kind: SystemKind<'marble'> = {
  type: 'marble',
  after: [],
  create: (marble, context) => new MarbleSystem(marble, context),
};

export default kind;
