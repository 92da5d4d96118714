import type { GltfNode } from './gltfSchema.ts';

/** A 4x4 matrix, column-major as glTF stores it. */
export type Matrix4 = readonly number[];

export const identity: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Returns the node's local transform: its matrix, or translation * rotation (quaternion xyzw) * scale. */
export function localMatrix(node: GltfNode): Matrix4 {
  if (node.matrix !== undefined) return node.matrix;
  const [tx, ty, tz] = node.translation ?? [0, 0, 0];
  const [x, y, z, w] = node.rotation ?? [0, 0, 0, 1];
  const [sx, sy, sz] = node.scale ?? [1, 1, 1];
  return [
    ...[(1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + w * z) * sx, 2 * (x * z - w * y) * sx, 0],
    ...[2 * (x * y - w * z) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + w * x) * sy, 0],
    ...[2 * (x * z + w * y) * sz, 2 * (y * z - w * x) * sz, (1 - 2 * (x * x + y * y)) * sz, 0],
    ...[tx, ty, tz, 1],
  ];
}

export function multiply(a: Matrix4, b: Matrix4): Matrix4 {
  const product = new Array<number>(16).fill(0);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      for (let k = 0; k < 4; k++) product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    }
  }
  return product;
}

/** Returns the determinant of the upper left 3x3: negative for a mirroring transform. */
export function determinant3(m: Matrix4): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}

/** Returns the cofactors of the upper left 3x3 (column-major): determinant times the inverse transpose, which transforms normals. */
export function cofactors(m: Matrix4): readonly number[] {
  const [a, b, c] = [m.slice(0, 3), m.slice(4, 7), m.slice(8, 11)];
  return [...cross(b, c), ...cross(c, a), ...cross(a, b)];
}

function cross(u: readonly number[], v: readonly number[]): number[] {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
