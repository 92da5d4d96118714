import { constraintCurveOf, type Pin } from '../../scene/kinds/pin.ts';
import { paintedValues } from '../../scene/painting/PaintedPoints.ts';
import { createPose, evaluatePose } from '../../scene/poses.ts';
import type { NodeTargets } from '../../solids/NodeTargets.ts';
import { assert, CoreError } from '../../base/errors.ts';
import { type AttachmentParent, AttachedPoints, distancesFrom } from './AttachedPoints.ts';
import { KeyedCollider } from '../keyed/KeyedCollider.ts';
import type { KeyedInputs } from '../keyed/KeyedInputs.ts';
import type { PrescribedSurface } from './PrescribedSurface.ts';
import { RigidParent } from './RigidParent.ts';
import { carriedPoints, distancesFromShape, movePoints } from './rigidPoints.ts';

/** Least painted value of a vertex that a pin constrains: hard pins constrain it or not, soft ones as strongly as it is painted. */
const PAINTED_HARD = 0.5;
const PAINTED_SOFT = 0.02;

/** Volume vertices that a region constrains at the first frame; `positions` in world axes, m. */
export function selectVertices(
  selection: Exclude<Pin['selection'], { kind: 'painted' | 'near' }>,
  positions: Float64Array,
): Uint32Array {
  const count = positions.length / 3;
  const chosen: number[] = [];
  if (selection.kind === 'vertices') return Uint32Array.from(selection.indices);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    const inside =
      selection.kind === 'sphere'
        ? Math.hypot(x - selection.centre[0], y - selection.centre[1], z - selection.centre[2]) <= selection.radius
        : [x, y, z].every((value, axis) => value >= selection.min[axis] && value <= selection.max[axis]);
    if (inside) chosen.push(v);
  }
  return Uint32Array.from(chosen);
}

/** The vertices of the body that a pin acts on, where they stand and what they weigh. */
export interface PinnedBody {
  /** Positions at the first frame in world axes, m. */
  readonly positions: Float64Array;
  /** Positions of the same vertices in the solid's own frame, where pins are painted, m. */
  readonly ownPositions: Float64Array;
  /** kg. */
  readonly masses: Float64Array;
}

/** Vertices that a pin constrains; `shares` says how strongly where the pin is soft and painted. */
interface ConstrainedVertices {
  readonly vertices: Uint32Array;
  readonly shares?: Float64Array;
}

/** What a pin may follow: a collider, a rigid body, a surface that moves as prescribed, or a body that moves in the same substeps. */
export type FollowedEntity = KeyedCollider | RigidParent | PrescribedSurface | AttachmentParent;

/** Vertices that a pin constrains at the first frame. Throws as `pinTargets` does. */
export function pinnedVertices(
  pin: Pin,
  body: Omit<PinnedBody, 'masses'>,
  parents: readonly FollowedEntity[],
): ConstrainedVertices {
  const held = constrainedVertices(pin, body, followed(pin, parents));
  checkSelection(pin, held.vertices, body.positions.length / 3);
  return held;
}

function constrainedVertices(
  pin: Pin,
  body: Omit<PinnedBody, 'masses'>,
  parent: FollowedEntity | undefined,
): ConstrainedVertices {
  const chosen = chosenVertices(pin, body, parent);
  const { within } = pin;
  if (within === undefined || parent === undefined) return chosen;
  const distances = distancesFromParent(parent, body.positions);
  const kept = chosen.vertices.map((_, i) => i).filter((i) => !(distances[chosen.vertices[i]] > within));
  const { shares } = chosen;
  return {
    vertices: kept.map((i) => chosen.vertices[i]),
    ...(shares && { shares: Float64Array.from(kept, (i) => shares[i]) }),
  };
}

/** What the region of a pin holds, whatever its distance from the attachment parent. */
function chosenVertices(
  { selection, hold }: Pin,
  { positions, ownPositions }: Omit<PinnedBody, 'masses'>,
  parent: FollowedEntity | undefined,
): ConstrainedVertices {
  if (selection.kind === 'near') {
    if (parent === undefined) return { vertices: new Uint32Array() };
    const distances = distancesFromParent(parent, positions);
    return { vertices: Uint32Array.from(distances.keys()).filter((v) => distances[v] <= selection.distance) };
  }
  if (selection.kind !== 'painted') return { vertices: selectVertices(selection, positions) };
  const values = paintedValues(selection.field, ownPositions, new Float64Array(ownPositions.length / 3));
  const numbers = Uint32Array.from(values.keys());
  if (hold.kind === 'hard') return { vertices: numbers.filter((v) => values[v] >= PAINTED_HARD) };
  const vertices = numbers.filter((v) => values[v] > PAINTED_SOFT);
  return { vertices, shares: Float64Array.from(vertices, (v) => values[v]) };
}

/** Distances of points from what a pin follows where the shot begins, m: negative inside of what is closed. */
function distancesFromParent(parent: FollowedEntity, points: Float64Array): Float64Array {
  if (parent instanceof KeyedCollider || parent instanceof RigidParent) return distancesFromShape(parent, points);
  return distancesFrom(parent, 'stepped' in parent || parent.isClosed, points);
}

/** What a pin follows. Throws `document-invalid` where that takes no part. */
function followed({ id, follow }: Pin, parents: readonly FollowedEntity[]): FollowedEntity | undefined {
  if (follow === undefined) return undefined;
  const found = parents.find((parent) => parent.id === follow);
  if (found !== undefined) return found;
  throw new CoreError('document-invalid', `the pin is attached to '${follow}', which is disabled`, {
    place: `pin '${id}'`,
    remedy: `Enable '${follow}', or attach the pin to another object.`,
  });
}

/** Positions of vertices, xyz each. */
export function pointsOf(vertices: Uint32Array, positions: Float64Array): Float64Array {
  const points = new Float64Array(3 * vertices.length);
  vertices.forEach((v, i) => points.set(positions.subarray(3 * v, 3 * v + 3), 3 * i));
  return points;
}

/**
 * A pin as targets of the integrator. Soft pins are springs of the wanted frequency per unit mass: the stiffness uses the mean
 * mass of the constrained vertices. `parents`: what pins may follow. Throws `document-invalid` when nothing is constrained, or a vertex number is too large.
 */
export function pinTargets(
  pin: Pin,
  body: PinnedBody,
  inputs: KeyedInputs,
  parents: readonly FollowedEntity[] = [],
): NodeTargets {
  const { positions, masses } = body;
  const { vertices, shares } = pinnedVertices(pin, body, parents);
  const parent = followed(pin, parents);
  const rest = pointsOf(vertices, positions);
  const move = ownMotion(pin, rest, inputs);
  const common = {
    vertices,
    spring: pin.hold.kind === 'soft' ? { ...spring(pin.hold, vertices, masses), shares } : undefined,
    activeAt: (time: number) => inputs.value(constraintCurveOf(inputs.of(pin)), time) > 0,
  };
  if (parent !== undefined && 'stepped' in parent) {
    return { ...common, ...attachedTargets(rest, move, parent) };
  }
  assert(!(parent instanceof RigidParent), 'vertices that rigid bodies carry have no targets');
  const carry = parent && carriedBy(parent, rest);
  return {
    ...common,
    positionsAt(time, out) {
      move(time, out);
      carry?.(time, out);
    },
  };
}

/** Moves points, which a pin's own keys have moved from `rest`, along with what follows from the time alone. */
function carriedBy(
  parent: KeyedCollider | PrescribedSurface,
  rest: Float64Array,
): (time: number, points: Float64Array) => void {
  if (parent instanceof KeyedCollider) return carriedPoints(parent);
  const attached = new AttachedPoints(parent, rest, 'triangle');
  const carried = new Float64Array(rest.length);
  return (time, points) => {
    attached.place(parent.positionsAt(time), undefined, 0, carried);
    for (let k = 0; k < rest.length; k++) points[k] = carried[k] + (points[k] - rest[k]);
  };
}

/** out = the points as the pin's own keys move them, at a time in s. */
type OwnMotion = (time: number, out: Float64Array) => void;

function ownMotion(pin: Pin, rest: Float64Array, inputs: KeyedInputs): OwnMotion {
  const pose = createPose();
  return (time, out) => {
    evaluatePose(inputs.of(pin).motion, inputs.at(time), pose);
    movePoints(rest, pin.pivot, pose, out);
  };
}

/** Points that are attached to a body, and on top of that what the pin's own keys move them by. */
function attachedTargets(
  rest: Float64Array,
  move: OwnMotion,
  parent: AttachmentParent,
): Pick<NodeTargets, 'beginStep' | 'positionsAt' | 'movedPositions'> {
  const attached = new AttachedPoints(parent, rest, 'patch');
  const own = new Float64Array(rest.length);
  let start = 0;
  let end = 0;
  const addOwn = (time: number, out: Float64Array): void => {
    move(time, own);
    for (let k = 0; k < rest.length; k++) out[k] += own[k] - rest[k];
  };
  return {
    beginStep(from, to) {
      start = from;
      end = to;
    },
    positionsAt(time, out) {
      const { positions, moveVelocity } = parent.stepped;
      attached.place(positions, moveVelocity, time - start, out);
      addOwn(time, out);
    },
    movedPositions(out) {
      attached.place(parent.stepped.nextPositions, undefined, 0, out);
      addOwn(end, out);
    },
  };
}

function spring(hold: Extract<Pin['hold'], { kind: 'soft' }>, vertices: Uint32Array, masses: Float64Array) {
  const mass = vertices.reduce((sum, v) => sum + masses[v], 0) / vertices.length;
  return { stiffness: mass * (2 * Math.PI * hold.frequency) ** 2, dampingRatio: hold.dampingRatio };
}

const REMEDIES: Record<Pin['selection']['kind'], string> = {
  sphere: 'Move or enlarge its sphere.',
  box: 'Move or enlarge its box.',
  vertices: 'Correct the vertex numbers.',
  near: 'Increase its distance, or move both together where the shot begins.',
  painted: 'Paint more of the body, or use a brush that is larger than its elements.',
};

function checkSelection(pin: Pin, vertices: Uint32Array, vertexCount: number): void {
  const tooLarge = vertices.find((v) => v >= vertexCount);
  if (vertices.length > 0 && tooLarge === undefined) return;
  const message =
    tooLarge === undefined
      ? `the pin selects no vertex of '${pin.target}'`
      : `the pin selects vertex ${tooLarge}, but '${pin.target}' has ${vertexCount} vertices`;
  throw new CoreError('document-invalid', message, {
    place: `pin '${pin.id}'`,
    remedy: pin.within === undefined || tooLarge !== undefined ? REMEDIES[pin.selection.kind] : REMEDIES.near,
  });
}
