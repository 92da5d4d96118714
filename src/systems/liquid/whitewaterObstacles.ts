import type { ColliderPose, ColliderShape } from '../../collision/CollisionBody.ts';
import { PlacedCollider } from '../../collision/contactCollider.ts';
import type { Frame } from '../../frames/Frame.ts';
import { POSE } from '../../frames/makeStreams.ts';
import { ROTATION, TRANSLATION, valuesOf, type Stream } from '../../frames/Stream.ts';
import { WhitewaterObstacles } from '../../liquids/whitewater/WhitewaterObstacles.ts';
import { multiplyQuaternions, vectorFromQuaternion } from '../../math/quaternions.ts';
import type { Scene } from '../../scene/Scene.ts';
import { shapeOf } from '../assets.ts';
import type { ShotAssets } from '../SystemKind.ts';

/** Returns the entities that have a pose in a frame. */
export function posedEntities({ streams }: Frame): ReadonlySet<string> {
  return new Set(streams.filter(({ name }) => name === POSE).map(({ entity }) => entity));
}

/** Returns the shapes that whitewater may meet by entity: those of what is `posed`, as colliders and rigid bodies are; `assets`: what was made of meshes. */
export function obstacleShapes(
  { entities }: Scene,
  posed: ReadonlySet<string>,
  assets: Pick<ShotAssets, 'meshShapes'>,
): ReadonlyMap<string, ColliderShape> {
  const shapes = new Map<string, ColliderShape>();
  for (const entity of entities) {
    if ('shape' in entity && posed.has(entity.id)) shapes.set(entity.id, shapeOf(entity, assets));
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
  const vector = new Float64Array(3);
  vectorFromQuaternion(turn, vector);
  return {
    rotation: valuesOf(at, ROTATION, Float64Array),
    translation: valuesOf(at, TRANSLATION, Float64Array),
    linearVelocity: end.map((value, axis) => (value - start[axis]) / duration),
    angularVelocity: vector.map((angle) => angle / duration),
  };
}
