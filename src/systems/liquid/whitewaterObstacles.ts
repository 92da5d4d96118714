import { colliderShapes, type ColliderPose, type ColliderShape } from '../../collision/CollisionBody.ts';
import { PlacedCollider } from '../../collision/contactCollider.ts';
import type { Frame } from '../../frames/Frame.ts';
import { POSE } from '../../frames/makeStreams.ts';
import { ROTATION, TRANSLATION, valuesOf, type Stream } from '../../frames/Stream.ts';
import { WhitewaterObstacles } from '../../liquids/whitewater/WhitewaterObstacles.ts';
import { multiplyQuaternions } from '../../math/quaternions.ts';
import type { MeshShape } from '../../scene/properties/closedShape.ts';
import type { Scene } from '../../scene/Scene.ts';

/** Returns the shapes that whitewater may meet by entity: those of colliders and rigid bodies. `sampled` makes that of a mesh. */
export async function obstacleShapes(
  { entities }: Scene,
  sampled: (entity: string, shape: MeshShape) => Promise<ColliderShape | undefined>,
): Promise<ReadonlyMap<string, ColliderShape>> {
  const shapes = new Map<string, ColliderShape>();
  for (const entity of entities) {
    if (!entity.enabled || !('shape' in entity)) continue;
    const { id, shape } = entity;
    const made = shape.kind === 'file' ? await sampled(id, shape) : colliderShapes.get(shape.type).create(shape.params);
    if (made !== undefined) shapes.set(id, made);
  }
  return shapes;
}

/** Returns what has one of the `shapes` and a pose in two frames, where it is at the second; `duration`: between them, s. */
export function obstaclesBetween(
  before: Frame,
  now: Frame,
  shapes: ReadonlyMap<string, ColliderShape>,
  duration: number,
): WhitewaterObstacles {
  const placed: PlacedCollider[] = [];
  for (const stream of now.streams) {
    const shape = shapes.get(stream.entity);
    if (shape === undefined || stream.name !== POSE) continue;
    const first = before.streams.find(({ entity, name }) => entity === stream.entity && name === POSE) ?? stream;
    const poses = [poseBetween(first, stream, first, duration), poseBetween(first, stream, stream, duration)];
    const collider = new PlacedCollider({ shape, friction: 0, poseAt: (time) => poses[time] });
    collider.place(0, 1);
    placed.push(collider);
  }
  return new WhitewaterObstacles(placed);
}

/** Returns the pose of a stream, with the velocities that take the first of two poses to the last in `duration`, s. */
function poseBetween(first: Stream, last: Stream, at: Stream, duration: number): ColliderPose {
  const [from, to] = [first, last].map((stream) => valuesOf(stream, ROTATION, Float64Array));
  const [start, end] = [first, last].map((stream) => valuesOf(stream, TRANSLATION, Float64Array));
  const turn = new Float64Array(4);
  multiplyQuaternions(to, Float64Array.of(-from[0], -from[1], -from[2], from[3]), turn);
  const sine = Math.hypot(turn[0], turn[1], turn[2]);
  // The shorter way round.
  const sign = turn[3] < 0 ? -1 : 1;
  const scale = sine === 0 ? 0 : (sign * 2 * Math.atan2(sine, Math.abs(turn[3]))) / (sine * duration);
  return {
    rotation: valuesOf(at, ROTATION, Float64Array),
    translation: valuesOf(at, TRANSLATION, Float64Array),
    linearVelocity: end.map((value, axis) => (value - start[axis]) / duration),
    angularVelocity: Float64Array.of(scale * turn[0], scale * turn[1], scale * turn[2]),
  };
}
