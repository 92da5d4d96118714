import type { TriMesh } from '../geometry/TriMesh.ts';

/** Faces of a polyhedron up to which its contact is found by separating axes; others touch by points of their surface. */
const MOST_FACES = 32;
/** Distance from a plane, and angle between normals (rad) or directions, that are rounding: over the size of the polyhedron, and absolute. */
const FLAT = 1e-6;

/** A convex polyhedron in its own frame. */
export interface ConvexHull {
  /** xyz per vertex, m. */
  readonly vertices: Float64Array;
  /** Outward unit normal xyz per face. */
  readonly normals: Float64Array;
  /** Distance of the plane of each face from the origin along its normal, m. */
  readonly offsets: Float64Array;
  /** Corners of each face, counter-clockwise seen from outside: vertex numbers faceVertices[faceStarts[f] .. faceStarts[f + 1]). */
  readonly faceStarts: Uint32Array;
  readonly faceVertices: Uint32Array;
  /** Unit directions of edges xyz, each of several parallel ones once. */
  readonly directions: Float64Array;
  /** Two vertices per edge, and the number of its direction. */
  readonly edges: Uint32Array;
  readonly edgeDirections: Uint32Array;
}

/** Returns closed, outward triangles as a convex polyhedron; undefined where they are not convex, or have more than 32 flat faces. */
export function convexHullOf({ positions, triangles }: TriMesh): ConvexHull | undefined {
  const size = sizeOf(positions);
  const planes = facePlanes(positions, triangles, FLAT * size);
  if (planes === undefined) return undefined;
  const vertices: number[] = [];
  const faces = planes.map((plane) => polygonOf(plane, positions, vertices, FLAT * size));
  if (faces.some((face) => face.length < 3)) return undefined;
  const at = Float64Array.from(vertices);
  return {
    vertices: at,
    normals: Float64Array.from(planes.flatMap(([x, y, z]) => [x, y, z])),
    offsets: Float64Array.from(planes, (plane) => plane[3]),
    faceStarts: Uint32Array.from(faces.reduce((starts, face) => [...starts, starts.at(-1)! + face.length], [0])),
    faceVertices: Uint32Array.from(faces.flat()),
    ...edgesOf(faces, at),
  };
}

/** Returns the planes (unit normal, offset) of the triangles, each once; undefined where a vertex lies above one of them, or there are too many. */
function facePlanes(positions: Float64Array, triangles: Uint32Array, near: number): number[][] | undefined {
  const planes: number[][] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const plane = planeOf(positions, triangles, at, near);
    if (plane === undefined) continue;
    const known = planes.some(
      (other) =>
        other[0] * plane[0] + other[1] * plane[1] + other[2] * plane[2] > 1 - FLAT &&
        Math.abs(other[3] - plane[3]) < near,
    );
    if (known) continue;
    for (const vertex of triangles) if (height(plane, positions, 3 * vertex) > near) return undefined;
    planes.push(plane);
    if (planes.length > MOST_FACES) return undefined;
  }
  return planes;
}

/** Returns the plane of a triangle; undefined where it is a line. */
function planeOf(x: Float64Array, triangles: Uint32Array, at: number, near: number): number[] | undefined {
  const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const area = Math.hypot(...normal);
  if (!(area > near * near)) return undefined;
  const unit = normal.map((component) => component / area);
  return [...unit, unit[0] * x[a] + unit[1] * x[a + 1] + unit[2] * x[a + 2]];
}

/** Returns the corners of the face in a plane as numbers of `vertices`, which grows by new ones. */
function polygonOf(plane: readonly number[], positions: Float64Array, vertices: number[], near: number): number[] {
  const corners: number[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    if (Math.abs(height(plane, positions, at)) > near) continue;
    const vertex = numberOf(positions, at, vertices, near);
    if (!corners.includes(vertex)) corners.push(vertex);
  }
  return withoutStraight(inOrder(plane, corners, vertices), vertices);
}

/** Sorts the corners of a convex polygon counter-clockwise about its normal, from the first. */
function inOrder(normal: readonly number[], corners: readonly number[], v: readonly number[]): number[] {
  const mean = [0, 1, 2].map((axis) => corners.reduce((sum, c) => sum + v[3 * c + axis], 0) / corners.length);
  const away = (corner: number) => [0, 1, 2].map((axis) => v[3 * corner + axis] - mean[axis]);
  const first = away(corners[0]);
  const side = cross(normal, first);
  const angle = (corner: number) => {
    const from = away(corner);
    const found = Math.atan2(dot(side, from), dot(first, from));
    // The first corner itself is at rounding of zero, on either side.
    return corner === corners[0] ? 0 : found < 0 ? found + 2 * Math.PI : found;
  };
  return [...corners].sort((a, b) => angle(a) - angle(b));
}

/** Leaves out corners between two edges that go on in the same direction. */
function withoutStraight(polygon: readonly number[], v: readonly number[]): number[] {
  return polygon.filter((corner, k) => {
    const before = polygon.at(k - 1)!;
    const after = polygon[(k + 1) % polygon.length];
    const [u, w] = [direction(v, before, corner), direction(v, corner, after)];
    return Math.hypot(...cross(u, w)) > FLAT || dot(u, w) < 0;
  });
}

function edgesOf(faces: readonly (readonly number[])[], v: Float64Array) {
  const directions: number[][] = [];
  const edges: number[] = [];
  const edgeDirections: number[] = [];
  for (const face of faces) {
    face.forEach((from, k) => {
      const to = face[(k + 1) % face.length];
      // The face on the other side has it from `to` to `from`.
      if (from > to) return;
      const along = direction(v, from, to);
      let found = directions.findIndex((other) => Math.hypot(...cross(other, along)) < FLAT);
      if (found < 0) found = directions.push(along) - 1;
      edges.push(from, to);
      edgeDirections.push(found);
    });
  }
  return {
    directions: Float64Array.from(directions.flat()),
    edges: Uint32Array.from(edges),
    edgeDirections: Uint32Array.from(edgeDirections),
  };
}

function numberOf(positions: Float64Array, at: number, vertices: number[], near: number): number {
  for (let k = 0; k < vertices.length; k += 3) {
    const apart = Math.max(...[0, 1, 2].map((axis) => Math.abs(vertices[k + axis] - positions[at + axis])));
    if (apart <= near) return k / 3;
  }
  vertices.push(positions[at], positions[at + 1], positions[at + 2]);
  return vertices.length / 3 - 1;
}

function height(plane: readonly number[], x: Float64Array, at: number): number {
  return plane[0] * x[at] + plane[1] * x[at + 1] + plane[2] * x[at + 2] - plane[3];
}

function sizeOf(positions: Float64Array): number {
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]);
      high = Math.max(high, positions[at]);
    }
    size = Math.max(size, high - low);
  }
  return size;
}

function direction(v: ArrayLike<number>, from: number, to: number): number[] {
  const along = [0, 1, 2].map((axis) => v[3 * to + axis] - v[3 * from + axis]);
  const length = Math.hypot(...along);
  return along.map((component) => component / length);
}

function cross([ax, ay, az]: readonly number[], [bx, by, bz]: readonly number[]): number[] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
