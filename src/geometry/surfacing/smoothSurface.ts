import { UnionFind } from '../UnionFind.ts';

/** Fraction of the displacement to the mean of its neighbours by which a vertex moves, and back (Taubin 1995): wavelengths above about six edges are preserved. */
const FORTH = 0.5;
const BACK = -0.53;
/** Rounds of volume correction: the first leaves errors of second order. */
const VOLUME_ROUNDS = 3;

/**
 * Smooths closed triangles in place (Taubin 1995), then offsets each connected piece along its normals until its volume is restored. `fixed`: bits of the
 * coordinates of each vertex that must not change.
 */
export function smoothSurface(
  positions: Float64Array,
  triangles: Uint32Array,
  passes: number,
  fixed: Uint8Array,
): void {
  if (passes === 0 || triangles.length === 0) return;
  const pieces = pieceNumbers(triangles, fixed.length);
  const volumes = pieceVolumes(positions, triangles, pieces);
  const means = new Float64Array(positions.length);
  const degrees = countNeighbours(triangles, fixed.length);
  for (let pass = 0; pass < passes; pass++) {
    moveToMeans(positions, triangles, degrees, means, fixed, FORTH);
    moveToMeans(positions, triangles, degrees, means, fixed, BACK);
  }
  for (let round = 0; round < VOLUME_ROUNDS; round++) restoreVolumes(positions, triangles, pieces, volumes, fixed);
}

/** Returns the signed volume between the origin and the triangle at `at`. */
function coneVolume(positions: Float64Array | Float32Array, triangles: Uint32Array, at: number): number {
  const a = 3 * triangles[at];
  const b = 3 * triangles[at + 1];
  const c = 3 * triangles[at + 2];
  const x = positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1];
  const y = positions[b + 2] * positions[c] - positions[b] * positions[c + 2];
  const z = positions[b] * positions[c + 1] - positions[b + 1] * positions[c];
  return (positions[a] * x + positions[a + 1] * y + positions[a + 2] * z) / 6;
}

/** Returns the number of the connected piece of each vertex, from 0 on. */
function pieceNumbers(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const sets = new UnionFind(vertexCount);
  for (let at = 0; at < triangles.length; at += 3) {
    sets.join(triangles[at], triangles[at + 1]);
    sets.join(triangles[at], triangles[at + 2]);
  }
  const numbers = new Uint32Array(vertexCount);
  let count = 0;
  // The root of a set is its lowest vertex.
  for (let v = 0; v < vertexCount; v++) numbers[v] = sets.root(v) === v ? count++ : numbers[sets.root(v)];
  return numbers;
}

function pieceVolumes(positions: Float64Array, triangles: Uint32Array, pieces: Uint32Array): Float64Array {
  const volumes = new Float64Array(pieces.length);
  for (let at = 0; at < triangles.length; at += 3) {
    volumes[pieces[triangles[at]]] += coneVolume(positions, triangles, at);
  }
  return volumes;
}

/** Counts the neighbours of each vertex: in closed triangles each is the next corner of exactly one triangle. */
function countNeighbours(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const degrees = new Uint32Array(vertexCount);
  for (const v of triangles) degrees[v]++;
  return degrees;
}

function moveToMeans(
  positions: Float64Array,
  triangles: Uint32Array,
  degrees: Uint32Array,
  means: Float64Array,
  fixed: Uint8Array,
  share: number,
): void {
  means.fill(0);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * triangles[at + corner];
      const to = 3 * triangles[at + ((corner + 1) % 3)];
      means[from] += positions[to];
      means[from + 1] += positions[to + 1];
      means[from + 2] += positions[to + 2];
    }
  }
  for (let v = 0; v < fixed.length; v++) {
    for (let axis = 0; axis < 3; axis++) {
      if (degrees[v] === 0 || ((fixed[v] >> axis) & 1) === 1) continue;
      positions[3 * v + axis] += share * (means[3 * v + axis] / degrees[v] - positions[3 * v + axis]);
    }
  }
}

/** Applies one Newton step for the offset distance of each piece. */
function restoreVolumes(
  positions: Float64Array,
  triangles: Uint32Array,
  pieces: Uint32Array,
  volumes: Float64Array,
  fixed: Uint8Array,
): void {
  const now = pieceVolumes(positions, triangles, pieces);
  const normals = freeNormals(positions, triangles, fixed);
  const growth = new Float64Array(volumes.length);
  for (let v = 0; v < fixed.length; v++) {
    growth[pieces[v]] += Math.hypot(normals[3 * v], normals[3 * v + 1], normals[3 * v + 2]);
  }
  for (let v = 0; v < fixed.length; v++) {
    const piece = pieces[v];
    const size = Math.hypot(normals[3 * v], normals[3 * v + 1], normals[3 * v + 2]);
    if (size === 0) continue;
    const way = (volumes[piece] - now[piece]) / growth[piece];
    for (let axis = 0; axis < 3; axis++) positions[3 * v + axis] += (way * normals[3 * v + axis]) / size;
  }
}

/** Returns the derivative of the volume with respect to each free coordinate, m2. */
function freeNormals(positions: Float64Array, triangles: Uint32Array, fixed: Uint8Array): Float64Array {
  const normals = new Float64Array(positions.length);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const a = 3 * triangles[at + corner];
      const b = 3 * triangles[at + ((corner + 1) % 3)];
      const c = 3 * triangles[at + ((corner + 2) % 3)];
      normals[a] += (positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1]) / 6;
      normals[a + 1] += (positions[b + 2] * positions[c] - positions[b] * positions[c + 2]) / 6;
      normals[a + 2] += (positions[b] * positions[c + 1] - positions[b + 1] * positions[c]) / 6;
    }
  }
  for (let at = 0; at < normals.length; at++) if (((fixed[(at - (at % 3)) / 3] >> (at % 3)) & 1) === 1) normals[at] = 0;
  return normals;
}
