import type { Geometry, Selection, Transformation } from './SceneFile.ts';

/** Pose and size of a mesh in the shot: x = R diag(scale) x0 + position, with R = Rz Ry Rx of `rotation`, rad. */
export interface Placed {
  readonly position: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
  /** World positions of the vertices of the mesh, xyz, m. */
  readonly points: Float64Array;
}

/** Places the vertices (xyz) of a mesh as the scene asks. */
export function placed(positions: Float64Array, given: Transformation, offset: readonly number[] = [0, 0, 0]): Placed {
  const turned = rotationOf(given);
  const scale = scaleOf(positions, given);
  const position = [0, 1, 2].map((axis) => given.translation[axis] + offset[axis]);
  const points = new Float64Array(positions.length);
  for (let i = 0; i < points.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      let sum = position[row];
      for (let axis = 0; axis < 3; axis++) sum += turned[3 * row + axis] * scale[axis] * positions[i + axis];
      points[i + row] = sum;
    }
  }
  return { position, rotation: eulerAngles(turned), scale, points };
}

function scaleOf(positions: Float64Array, { scale, dimensions }: Transformation): number[] {
  if (dimensions === undefined) return typeof scale === 'number' ? [scale, scale, scale] : [...scale];
  const box = boundsOf(positions);
  return [0, 1, 2].map((axis) => {
    const size = box[3 + axis] - box[axis];
    return size === 0 ? 1 : dimensions[axis] / size;
  });
}

/** Row-major rotation: the turns about the axes of `rotation_mode`, the first of them first. */
function rotationOf({ rotation, rotation_mode: mode }: Transformation): number[] {
  let out = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (const name of mode) {
    const axis = 'xyz'.indexOf(name);
    if (axis < 0) throw new Error(`the rotation mode '${mode}' is not of axes`);
    out = times(turnAbout(axis, (rotation[axis] * Math.PI) / 180), out);
  }
  return out;
}

function turnAbout(axis: number, angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [j, k] = [(axis + 1) % 3, (axis + 2) % 3];
  const out = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  out[4 * j] = c;
  out[4 * k] = c;
  out[3 * j + k] = -s;
  out[3 * k + j] = s;
  return out;
}

function times(a: readonly number[], b: readonly number[]): number[] {
  return Array.from(a, (_, at) => {
    const [row, column] = [at - (at % 3), at % 3];
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}

/** Angles x, y, z with R = Rz Ry Rx, rad. */
export function eulerAngles(r: readonly number[]): number[] {
  const across = Math.hypot(r[7], r[8]);
  const y = Math.atan2(-r[6], across);
  if (across > 1e-9) return [Math.atan2(r[7], r[8]), y, Math.atan2(r[3], r[0])];
  return [0, y, Math.atan2(-r[1], r[4])];
}

/** Least and largest coordinates, min xyz, max xyz. */
export function boundsOf(points: Float64Array): number[] {
  const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  points.forEach((value, k) => {
    out[k % 3] = Math.min(out[k % 3], value);
    out[3 + (k % 3)] = Math.max(out[3 + (k % 3)], value);
  });
  return out;
}

/** Displacements of the copies of an array from its first one, m; one of zero for what is none. */
export function arrayOffsets({ array }: Geometry, points: Float64Array): number[][] {
  if (array === undefined) return [[0, 0, 0]];
  const box = boundsOf(points);
  const steps = [0, 1, 2].map((axis) => array.offset * (array.relative ? box[3 + axis] - box[axis] : 1));
  const [nx, ny, nz] = array.size;
  return Array.from({ length: nx * ny * nz }, (_, k) => {
    const cell = [k % nx, Math.floor(k / nx) % ny, Math.floor(k / (nx * ny))];
    return cell.map((count, axis) => count * steps[axis]);
  });
}

/** Numbers of the vertices that a selection takes. */
export function selectedVertices(chosen: Selection, points: Float64Array): number[] {
  const box = boundsOf(points);
  const limit = (axis: number, share: number): number =>
    chosen.relative ? box[axis] + share * (box[3 + axis] - box[axis]) : share;
  const inside = insideOf(chosen, limit);
  return Array.from({ length: points.length / 3 }, (_, v) => v).filter((v) =>
    inside(points.subarray(3 * v, 3 * v + 3)),
  );
}

function insideOf(
  { axis, position, box }: Selection,
  limit: (axis: number, share: number) => number,
): (point: Float64Array) => boolean {
  if (box !== undefined) {
    return (p) => [0, 1, 2].every((k) => p[k] >= limit(k, box[0][k]) && p[k] <= limit(k, box[1][k]));
  }
  if (axis === undefined || position === undefined) throw new Error('a selection has neither a box nor a plane');
  const signed =
    typeof axis === 'number' ? axis : (axis.startsWith('-') ? -1 : 1) * ('xyz'.indexOf(axis.slice(-1)) + 1);
  const along = Math.abs(signed) - 1;
  const bound = limit(along, position);
  return (p) => (signed > 0 ? p[along] >= bound : p[along] <= bound);
}
