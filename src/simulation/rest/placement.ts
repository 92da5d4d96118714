import { movedMoments, type SolidMoments } from '../../geometry/solidMoments.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { eulerQuaternion } from '../../scene/poses.ts';

/** Row-major rotation matrix of R = Rz(c) Ry(b) Rx(a), radians. */
function rotationMatrix([a, b, c]: readonly number[]): Float64Array {
  const q = new Float64Array(4);
  eulerQuaternion(a, b, c, q);
  const [x, y, z, w] = q;
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  );
}

/** x_own = diag(1 / scale) x for packed points that have the scale: the frame that solids are painted in. */
export function unscaledPoints(points: Float64Array, { scale }: { readonly scale: readonly number[] }): Float64Array {
  return points.map((coordinate, i) => coordinate / scale[i % 3]);
}

/** x_world = R x + position for packed points, m. Scale is not applied: the points already have it. */
export function placePoints(
  points: Float64Array,
  { position, rotation }: { readonly position: readonly number[]; readonly rotation: readonly number[] },
): Float64Array {
  const r = rotationMatrix(rotation);
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const row = 3 * axis;
      out[i + axis] = r[row] * points[i] + r[row + 1] * points[i + 1] + r[row + 2] * points[i + 2] + position[axis];
    }
  }
  return out;
}

/** Moments of a solid that is placed as `placePoints` places its points. */
export function placeMoments(
  moments: SolidMoments,
  { position, rotation }: { readonly position: readonly number[]; readonly rotation: readonly number[] },
): SolidMoments {
  return movedMoments(moments, rotationMatrix(rotation), position);
}

/** Places points of a solid at the first frame, in world axes, m: as `placePoints`, of a body of its start size. */
export function startPoints(points: Float64Array, { startScale = 1, transform }: Solid): Float64Array {
  const sized = startScale === 1 ? points : points.map((coordinate) => startScale * coordinate);
  return placePoints(sized, transform);
}

/** Velocity of every vertex of a body that moves with `linear` (m/s) and spins with `angular` (rad/s) about its centre of mass. */
export function spinVelocities(
  positions: Float64Array,
  masses: Float64Array,
  linear: readonly number[],
  angular: readonly number[],
): Float64Array {
  const centre = [0, 0, 0];
  let mass = 0;
  for (let v = 0; v < masses.length; v++) {
    mass += masses[v];
    for (let axis = 0; axis < 3; axis++) centre[axis] += masses[v] * positions[3 * v + axis];
  }
  const [cx, cy, cz] = centre.map((sum) => sum / mass);
  const [wx, wy, wz] = angular;
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i] - cx, positions[i + 1] - cy, positions[i + 2] - cz];
    out[i] = linear[0] + wy * z - wz * y;
    out[i + 1] = linear[1] + wz * x - wx * z;
    out[i + 2] = linear[2] + wx * y - wy * x;
  }
  return out;
}
