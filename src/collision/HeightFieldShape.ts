import { curtainedSheetFaces, rimOf, splitFaces } from '../geometry/terrain/curtainedSheet.ts';
import { SurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import type { ColliderShape } from './CollisionBody.ts';
import { DISTANCE } from './distances.ts';

/** Heights over a rectangle in x and z about the origin, at the corners of its cells, x fastest; the ground below reaches down to `floor`. Lengths in m. */
export interface HeightField {
  readonly size: readonly [number, number];
  /** Cells along x and z. */
  readonly counts: readonly [number, number];
  readonly heights: Float64Array;
  readonly floor: number;
}

/** Ground with a surface of triangles: exact distances to the triangles that are shown. */
export class HeightFieldShape implements ColliderShape {
  readonly bounds: Float64Array;
  private readonly field: HeightField;
  private readonly mesh: TriMesh;
  private readonly query: SurfaceQuery;
  private readonly closest = new Float64Array(4);

  constructor(field: HeightField) {
    this.field = field;
    this.mesh = groundMesh(field);
    this.query = new SurfaceQuery(this.mesh);
    this.bounds = this.query.bounds();
  }

  signedDistance(point: Float64Array, out: Float64Array): void {
    this.query.closestPoint(point[0], point[1], point[2], this.closest);
    out[DISTANCE] = this.isInside(point) ? -this.closest[3] : this.closest[3];
  }

  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    const { closest, mesh } = this;
    const triangle = this.query.closestPoint(point[0], point[1], point[2], closest);
    const sign = this.isInside(point) ? -1 : 1;
    const size = 1 + Math.abs(point[0]) + Math.abs(point[1]) + Math.abs(point[2]);
    if (closest[3] > ON_SURFACE * size) {
      for (let axis = 0; axis < 3; axis++) out[axis] = sign * (point[axis] - closest[axis]);
    } else triangleNormal(mesh, triangle, out);
    const length = Math.hypot(out[0], out[1], out[2]);
    for (let axis = 0; axis < 3; axis++) out[axis] /= length;
    out[DISTANCE] = sign * closest[3];
  }

  display(): TriMesh {
    return this.mesh;
  }

  private isInside([x, y, z]: Float64Array): boolean {
    const { size, floor } = this.field;
    return Math.abs(x) < size[0] / 2 && Math.abs(z) < size[1] / 2 && y > floor && y < this.heightAt(x, z);
  }

  /** Returns the height of the triangles at a place within the rectangle, m. */
  private heightAt(x: number, z: number): number {
    const { size, counts, heights } = this.field;
    const along = (place: number, axis: 0 | 1): [number, number] => {
      const cells = (place / size[axis] + 0.5) * counts[axis];
      const cell = Math.min(Math.max(Math.floor(cells), 0), counts[axis] - 1);
      return [cell, cells - cell];
    };
    const [i, a] = along(x, 0);
    const [k, b] = along(z, 1);
    const row = counts[0] + 1;
    const v = i + row * k;
    const [near, far] = [heights[v], heights[v + row + 1]];
    // The diagonal runs from the low corner to the high one.
    if (b > a) return near + b * (heights[v + row] - near) + a * (far - heights[v + row]);
    return near + a * (heights[v + 1] - near) + b * (far - heights[v + 1]);
  }
}

/** Distance over the size of coordinates below which the direction to the closest point is rounding. */
const ON_SURFACE = 1e-9;

/** Writes the outward normal of a triangle, of any length. */
function triangleNormal({ positions, triangles }: TriMesh, triangle: number, out: Float64Array): void {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[3 * triangle + corner]);
  const edge = (to: number, axis: number): number => positions[to + axis] - positions[a + axis];
  for (let axis = 0; axis < 3; axis++) {
    const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
    out[axis] = edge(b, p) * edge(c, q) - edge(b, q) * edge(c, p);
  }
}

/** The surface, closed by sides and an even floor, counter-clockwise from outside. */
function groundMesh({ size, counts, heights, floor }: HeightField): TriMesh {
  const vertices = { columns: counts[0] + 1, rows: counts[1] + 1 };
  const { columns, rows } = vertices;
  const place = (n: number, axis: 0 | 1): number => (n / counts[axis] - 0.5) * size[axis];
  const positions: number[] = [];
  for (let k = 0; k < rows; k++)
    for (let i = 0; i < columns; i++) positions.push(place(i, 0), heights[i + columns * k], place(k, 1));
  const rim = rimOf(vertices);
  for (const v of rim) positions.push(positions[3 * v], floor, positions[3 * v + 2]);
  const triangles = [...splitFaces(curtainedSheetFaces(vertices))];
  const below = columns * rows;
  const middle = positions.length / 3;
  positions.push(0, floor, 0);
  for (let n = 0; n < rim.length; n++) triangles.push(below + ((n + 1) % rim.length), below + n, middle);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
