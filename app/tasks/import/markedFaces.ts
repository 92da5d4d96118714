import type { TransformStatics } from '../../state/DisplayStatics.ts';

/** Share of the whole shape's size that the box of marked triangles has at least: a single triangle is shown with what is around it. */
const LEAST_SHARE = 0.12;

/** Box of some triangles in the shape's own frame, min xyz, max xyz, with room around small ones; undefined where there is none. */
export function boxOfTriangles(
  { positions, triangles }: Pick<TransformStatics, 'positions' | 'triangles'>,
  faces: readonly number[],
): number[] | undefined {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const whole = [...box];
  for (const face of faces) {
    for (let corner = 0; corner < 3; corner++) extend(box, positions, triangles[3 * face + corner]);
  }
  if (!(box[0] <= box[3])) return undefined;
  for (const vertex of triangles) extend(whole, positions, vertex);
  const room = (LEAST_SHARE / 2) * Math.hypot(whole[3] - whole[0], whole[4] - whole[1], whole[5] - whole[2]);
  return box.map((value, k) => {
    const centre = (box[k % 3] + box[(k % 3) + 3]) / 2;
    return k < 3 ? Math.min(value, centre - room) : Math.max(value, centre + room);
  });
}

/** The box in the world that holds a transformed box (column-major matrix). */
export function boxInWorld(box: readonly number[], matrix: readonly number[]): number[] {
  const out = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let corner = 0; corner < 8; corner++) {
    const point = [box[corner & 1 ? 3 : 0], box[corner & 2 ? 4 : 1], box[corner & 4 ? 5 : 2]];
    for (let row = 0; row < 3; row++) {
      let value = matrix[12 + row];
      for (let column = 0; column < 3; column++) value += matrix[4 * column + row] * point[column];
      out[row] = Math.min(out[row], value);
      out[row + 3] = Math.max(out[row + 3], value);
    }
  }
  return out;
}

function extend(box: number[], positions: Float32Array, vertex: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const value = positions[3 * vertex + axis];
    box[axis] = Math.min(box[axis], value);
    box[axis + 3] = Math.max(box[axis + 3], value);
  }
}
