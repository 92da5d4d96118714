import { eulerQuaternion } from '../../../src/scene/poses.ts';
import { rotationFromQuaternion } from '../../../src/math/quaternions.ts';
import type { Keyable } from '../../../src/scene/keyable.ts';
import type { KeyedMotion } from './keyedMotion.ts';
import type { PlacedGeometry } from './placeGeometries.ts';
import { boundsOf } from './placement.ts';
import type { PeerMaterial, SceneFile } from './SceneFile.ts';

/** Rounding of coordinates in mesh files, in shares of a size. */
const ROUNDING = 1e-6;

/** An elastic body without damping, in backward Euler as in the suite. */
export function solidOf(body: PlacedGeometry, id: string, { E, nu, rho }: PeerMaterial, contact: SceneFile['contact']) {
  const thickness = (100 * contact.dhat) / meanEdge(body);
  return {
    kind: 'solid',
    id,
    source: fileOf(body),
    material: { model: 'neo-hookean', density: rho, youngsModulus: E, poissonRatio: nu, dampingTime: 0 },
    integration: 'implicit',
    contact: {
      others: true,
      self: true,
      friction: contact.friction_coefficient,
      thickness: Math.min(50, Math.max(0.1, thickness)),
    },
    transform: { position: body.position, rotation: body.rotation, scale: body.scale },
  };
}

export function rigidBodyOf(body: PlacedGeometry, id: string, { rho }: PeerMaterial, friction: number) {
  const { shape, position } = boxOf(body);
  return {
    kind: 'rigidBody',
    id,
    shape,
    transform: { position, rotation: body.rotation },
    density: rho,
    friction,
    restitution: 0,
  };
}

/** A surface that touches others as cloth does. */
export function clothOf(one: PlacedGeometry, id: string, friction: number, thickness: number) {
  return {
    kind: 'cloth',
    id,
    source: fileOf(one),
    fabric: { thickness },
    contact: { self: false, others: true, friction },
    substeps: 1,
    transform: { position: one.position, rotation: one.rotation, scale: one.scale },
  };
}

interface Around {
  readonly motion?: KeyedMotion | undefined;
  /** Middle of what it meets, m: that side of a half-space is free. */
  readonly middle: readonly number[];
}

/** A half-space or a box. Throws where what moves it turns it. */
export function colliderOf(one: PlacedGeometry, id: string, friction: number, { motion, middle }: Around) {
  const still = isFlat(one) ? planeOf(one, middle) : { ...boxOf(one), rotation: one.rotation };
  if (motion?.rotation.some((angle) => angle !== 0) === true) throw new Error(`collider '${id}' turns`);
  const position = still.position.map((x, axis) => shifted(motion?.position[axis] ?? 0, x));
  return { kind: 'collider', id, shape: still.shape, friction, transform: { position, rotation: still.rotation } };
}

function shifted(curve: Keyable, by: number): Keyable {
  if (typeof curve === 'number') return curve + by;
  return { keys: curve.keys.map((key) => ({ ...key, value: key.value + by })) };
}

/** Whether its mesh is a rectangle in the plane y = 0 of its own frame. */
export function isFlat({ file }: PlacedGeometry): boolean {
  const { positions } = file.mesh.surface;
  const box = boundsOf(positions);
  return positions.length === 12 && box[1] === 0 && box[4] === 0;
}

/** Whether its elements fill their box in its own frame. */
export function isBox({ file }: PlacedGeometry): boolean {
  const { tets } = file.mesh;
  if (tets === undefined) return false;
  const box = boundsOf(tets.positions);
  const whole = [0, 1, 2].reduce((product, axis) => product * (box[3 + axis] - box[axis]), 1);
  let sum = 0;
  for (let t = 0; t < tets.tets.length; t += 4) sum += volumeOf(tets.positions, tets.tets.subarray(t, t + 4));
  return Math.abs(sum / whole - 1) < ROUNDING;
}

function volumeOf(x: Float64Array, [a, b, c, d]: Uint32Array): number {
  const edge = (v: number, axis: number) => x[3 * v + axis] - x[3 * a + axis];
  const [u, v, w] = [b, c, d].map((corner) => [0, 1, 2].map((axis) => edge(corner, axis)));
  const cross = [v[1] * w[2] - v[2] * w[1], v[2] * w[0] - v[0] * w[2], v[0] * w[1] - v[1] * w[0]];
  return (u[0] * cross[0] + u[1] * cross[1] + u[2] * cross[2]) / 6;
}

function boxOf({ file, scale, points }: PlacedGeometry) {
  const box = boundsOf(file.mesh.tets!.positions);
  const [sizeX, sizeY, sizeZ] = [0, 1, 2].map((axis) => scale[axis] * (box[3 + axis] - box[axis]));
  return { shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY, sizeZ } }, position: meanOf(points) };
}

/** A half-space whose free side is that of `middle`. */
function planeOf({ points, rotation }: PlacedGeometry, middle: readonly number[]) {
  const position = meanOf(points);
  const turn = new Float64Array(4);
  const matrix = new Float64Array(9);
  eulerQuaternion(rotation[0], rotation[1], rotation[2], turn);
  rotationFromQuaternion(turn, matrix);
  const side = [0, 1, 2].reduce((sum, axis) => sum + matrix[3 * axis + 1] * (middle[axis] - position[axis]), 0);
  const turned = side < 0 ? [rotation[0] + Math.PI, rotation[1], rotation[2]] : rotation;
  return { shape: { kind: 'registered', type: 'plane' }, position, rotation: turned };
}

/** Mean of the corners of a box or of a rectangle, m. */
function meanOf(points: Float64Array): number[] {
  const box = [0, 1, 2].map((axis) => points.filter((_, k) => k % 3 === axis));
  return box.map((values) => values.reduce((sum, x) => sum + x, 0) / values.length);
}

function fileOf({ path, file }: PlacedGeometry) {
  return { kind: 'file', path, sha256: file.sha256 };
}

/** Mean length of the edges of its surface, m. */
function meanEdge({ points, triangles }: PlacedGeometry): number {
  let sum = 0;
  triangles.forEach((v, k) => {
    const w = triangles[k % 3 === 2 ? k - 2 : k + 1];
    sum += Math.hypot(...[0, 1, 2].map((axis) => points[3 * w + axis] - points[3 * v + axis]));
  });
  return sum / triangles.length;
}
