/** Faces that meet at a larger angle than this keep a hard edge, radians. */
export const CREASE_ANGLE = (38 * Math.PI) / 180;

/** Triangles whose corners are display vertices: surface vertices, once for each smooth part of the surface that meets there. */
export interface SplitSurface {
  /** The surface vertex that each display vertex stands for; the first ones are the surface vertices in their order. */
  readonly source: Uint32Array;
  /** Three display vertices per triangle, in the order of the triangles given. */
  readonly triangles: Uint32Array;
}

/**
 * Splits vertices along creases: two triangles at a vertex share a display vertex where they can be reached from each other over
 * edges at that vertex whose faces meet at no more than `creaseAngle`.
 */
export function splitAtCreases(
  positions: ArrayLike<number>,
  triangles: Uint32Array,
  creaseAngle = CREASE_ANGLE,
): SplitSurface {
  const vertexCount = positions.length / 3;
  const normals = unitFaceNormals(positions, triangles);
  const { offsets, corners } = cornersOfVertices(triangles, vertexCount);
  const leastCosine = Math.cos(creaseAngle);
  const split = new Uint32Array(triangles.length);
  const source: number[] = Array.from({ length: vertexCount }, (_, vertex) => vertex);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const around = corners.subarray(offsets[vertex], offsets[vertex + 1]);
    const groups = smoothGroups(around, triangles, normals, leastCosine);
    const ids: number[] = [];
    for (let k = 0; k < around.length; k++) {
      const group = groups[k];
      if (group === ids.length) {
        ids.push(group === 0 ? vertex : source.length);
        if (group > 0) source.push(vertex);
      }
      split[around[k]] = ids[group];
    }
  }
  return { source: Uint32Array.from(source), triangles: split };
}

/** Group number of each corner around one vertex, numbered in the order of their first corners. */
function smoothGroups(
  around: Uint32Array,
  triangles: Uint32Array,
  normals: Float32Array,
  leastCosine: number,
): number[] {
  const groups: number[] = new Array<number>(around.length).fill(-1);
  let count = 0;
  const stack: number[] = [];
  for (let start = 0; start < around.length; start++) {
    if (groups[start] >= 0) continue;
    groups[start] = count;
    stack.push(start);
    while (stack.length > 0) {
      const from = stack.pop()!;
      for (let to = 0; to < around.length; to++) {
        if (groups[to] >= 0 || !shareEdge(triangles, around[from], around[to])) continue;
        if (cosineBetween(normals, around[from], around[to]) < leastCosine) continue;
        groups[to] = count;
        stack.push(to);
      }
    }
    count++;
  }
  return groups;
}

/** True where the triangles of two corners at the same vertex have another vertex in common. */
function shareEdge(triangles: Uint32Array, a: number, b: number): boolean {
  const a0 = a - (a % 3);
  const b0 = b - (b % 3);
  const nextA = triangles[a0 + ((a + 1) % 3)];
  const lastA = triangles[a0 + ((a + 2) % 3)];
  const nextB = triangles[b0 + ((b + 1) % 3)];
  const lastB = triangles[b0 + ((b + 2) % 3)];
  return nextA === lastB || lastA === nextB || nextA === nextB || lastA === lastB;
}

function cosineBetween(normals: Float32Array, cornerA: number, cornerB: number): number {
  const a = 3 * Math.floor(cornerA / 3);
  const b = 3 * Math.floor(cornerB / 3);
  return normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2];
}

/** Corners (places in `triangles`) of vertex v: `corners[offsets[v] .. offsets[v + 1])`, ascending. */
function cornersOfVertices(
  triangles: Uint32Array,
  vertexCount: number,
): { offsets: Uint32Array; corners: Uint32Array } {
  const offsets = new Uint32Array(vertexCount + 1);
  for (const vertex of triangles) offsets[vertex + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) offsets[vertex + 1] += offsets[vertex];
  const corners = new Uint32Array(triangles.length);
  const next = offsets.slice();
  triangles.forEach((vertex, corner) => (corners[next[vertex]++] = corner));
  return { offsets, corners };
}

function unitFaceNormals(positions: ArrayLike<number>, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(triangles.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const [x, y, z] = areaNormal(positions, triangles[at], triangles[at + 1], triangles[at + 2]);
    const length = Math.hypot(x, y, z);
    if (length === 0) continue;
    normals[at] = x / length;
    normals[at + 1] = y / length;
    normals[at + 2] = z / length;
  }
  return normals;
}

function areaNormal(p: ArrayLike<number>, i: number, j: number, k: number): [number, number, number] {
  const ax = p[3 * j] - p[3 * i];
  const ay = p[3 * j + 1] - p[3 * i + 1];
  const az = p[3 * j + 2] - p[3 * i + 2];
  const bx = p[3 * k] - p[3 * i];
  const by = p[3 * k + 1] - p[3 * i + 1];
  const bz = p[3 * k + 2] - p[3 * i + 2];
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/**
 * Unit vertex normals weighted by the angle of each corner (Thurmer and Wuthrich 1998): they do not depend on how flat faces are cut
 * into triangles. For shapes that are prepared once.
 */
export function angleWeightedNormals(
  positions: ArrayLike<number>,
  triangles: Uint32Array,
  vertexCount: number,
): Float32Array {
  const out = new Float32Array(3 * vertexCount);
  for (let at = 0; at < triangles.length; at += 3) {
    const normal = areaNormal(positions, triangles[at], triangles[at + 1], triangles[at + 2]);
    const length = Math.hypot(...normal);
    if (length === 0) continue;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = triangles[at + corner];
      const weight =
        cornerAngle(positions, vertex, triangles[at + ((corner + 1) % 3)], triangles[at + ((corner + 2) % 3)]) / length;
      for (let axis = 0; axis < 3; axis++) out[3 * vertex + axis] += weight * normal[axis];
    }
  }
  normaliseVectors(out);
  return out;
}

function cornerAngle(p: ArrayLike<number>, at: number, to: number, other: number): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = p[3 * to + axis] - p[3 * at + axis];
    const b = p[3 * other + axis] - p[3 * at + axis];
    dot += a * b;
    lengthA += a * a;
    lengthB += b * b;
  }
  return Math.acos(Math.max(-1, Math.min(1, dot / Math.sqrt(lengthA * lengthB))));
}

/** Makes every xyz a unit vector; up where it has no length. */
export function normaliseVectors(vectors: Float32Array): void {
  for (let at = 0; at < vectors.length; at += 3) {
    const x = vectors[at];
    const y = vectors[at + 1];
    const z = vectors[at + 2];
    const square = x * x + y * y + z * z;
    if (square > 0) {
      const inverse = 1 / Math.sqrt(square);
      vectors[at] = x * inverse;
      vectors[at + 1] = y * inverse;
      vectors[at + 2] = z * inverse;
    } else {
      vectors[at] = 0;
      vectors[at + 1] = 1;
      vectors[at + 2] = 0;
    }
  }
}
