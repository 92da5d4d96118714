import { cornerEnds } from '../../geometry/elements/collapsedHex.ts';
import type { CornerCount } from '../../geometry/TetMesh.ts';

/**
 * Numbers per element of a deformed mesh, from the positions of its vertices. Elements are triangles (3 corners), tetrahedra (4), quadratic
 * tetrahedra (10, measured by their four corners) or hexahedra (8, corner i + 2j + 4k at parametric (i, j, k)). Everything is dimensionless except where said.
 */
export interface ElementMesh {
  readonly size: CornerCount;
  readonly elements: Uint32Array;
}

/** +1 where the edges towards the neighbours of corner c are right-handed. */
const HEX_SIGN = Array.from({ length: 8 }, (_, c) => (((c & 1) + ((c >> 1) & 1) + ((c >> 2) & 1)) % 2 === 0 ? 1 : -1));

/**
 * Twice the area of each triangle, m2; six times the signed volume of each tetrahedron; for a hexahedron the determinant of its trilinear map at the centre, times 64. Only
 * ratios of the two are used. m3.
 */
export function elementDeterminants(
  mesh: ElementMesh,
  positions: ArrayLike<number>,
  out: Float32Array | Float64Array,
): void {
  const { size, elements } = mesh;
  const count = elements.length / size;
  for (let e = 0; e < count; e++) {
    if (size === 3) out[e] = triangleDeterminant(positions, elements, 3 * e);
    else if (size === 8) out[e] = hexCentreDeterminant(positions, elements, 8 * e);
    else out[e] = tetDeterminant(positions, elements, size * e);
  }
}

/** out = J - 1 with J = current over rest determinant: 0 where the volume (of triangles the area) is kept, below -1 where turned inside out. */
export function volumeChanges(
  mesh: ElementMesh,
  restDeterminants: ArrayLike<number>,
  positions: ArrayLike<number>,
  out: Float32Array,
): void {
  elementDeterminants(mesh, positions, out);
  for (let e = 0; e < out.length; e++) out[e] = restDeterminants[e] > 0 ? out[e] / restDeterminants[e] - 1 : 0;
}

/** out = 1 for elements that are turned inside out at their centre (hexahedra: at any corner), 0 for the others; triangles have no inside. */
export function invertedElements(mesh: ElementMesh, positions: ArrayLike<number>, out: Float32Array): void {
  const { size, elements } = mesh;
  if (size === 3) {
    out.fill(0);
    return;
  }
  for (let e = 0; e < out.length; e++) {
    const inverted =
      size === 8
        ? leastCornerDeterminant(positions, elements, 8 * e) < 0
        : tetDeterminant(positions, elements, size * e) < 0;
    out[e] = inverted ? 1 : 0;
  }
}

/**
 * Shape quality of each element as it is deformed: 1 for a regular one, 0 for a flat one, negative when inverted. Tetrahedra: mean ratio
 * 12 (3 V)^(2/3) / (sum of squared edges) (Liu and Joe 1994). Hexahedra: least scaled Jacobian of the corners. Triangles: 4 sqrt(3) A / (sum
 * of squared edges), never negative.
 */
export function elementQualities(mesh: ElementMesh, positions: ArrayLike<number>, out: Float32Array): void {
  const { size, elements } = mesh;
  for (let e = 0; e < out.length; e++) {
    if (size === 3) out[e] = triangleQuality(positions, elements, 3 * e);
    else out[e] = size === 8 ? hexQuality(positions, elements, 8 * e) : tetQuality(positions, elements, size * e);
  }
}

/** out = |v| per vertex, m/s. */
export function vertexSpeeds(velocities: ArrayLike<number>, out: Float32Array): void {
  for (let v = 0; v < out.length; v++) {
    const x = velocities[3 * v];
    const y = velocities[3 * v + 1];
    const z = velocities[3 * v + 2];
    out[v] = Math.sqrt(x * x + y * y + z * z);
  }
}

/** out = mean of each element's vertex values. */
export function elementMeans(mesh: ElementMesh, vertexValues: ArrayLike<number>, out: Float32Array): void {
  const { size, elements } = mesh;
  for (let e = 0; e < out.length; e++) {
    let sum = 0;
    for (let k = size * e; k < size * e + size; k++) sum += vertexValues[elements[k]];
    out[e] = sum / size;
  }
}

/** out = mean of the values of the elements around each vertex, weighted by `weights` (rest volumes); 0 where a vertex has none. */
export function averageToVertices(
  mesh: ElementMesh,
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  weightSums: ArrayLike<number>,
  out: Float32Array,
): void {
  const { size, elements } = mesh;
  out.fill(0);
  const count = elements.length / size;
  for (let e = 0; e < count; e++) {
    const value = values[e] * weights[e];
    for (let k = size * e; k < size * e + size; k++) out[elements[k]] += value;
  }
  for (let v = 0; v < out.length; v++) if (weightSums[v] > 0) out[v] /= weightSums[v];
}

/** out = greatest value of the elements around each vertex: for marks that an average would wash out. */
export function greatestToVertices(mesh: ElementMesh, values: ArrayLike<number>, out: Float32Array): void {
  const { size, elements } = mesh;
  out.fill(0);
  const count = elements.length / size;
  for (let e = 0; e < count; e++) {
    for (let k = size * e; k < size * e + size; k++) if (values[e] > out[elements[k]]) out[elements[k]] = values[e];
  }
}

function triangleDeterminant(p: ArrayLike<number>, elements: Uint32Array, at: number): number {
  const [a, b, c] = [3 * elements[at], 3 * elements[at + 1], 3 * elements[at + 2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(x * x + y * y + z * z);
}

function triangleQuality(p: ArrayLike<number>, elements: Uint32Array, at: number): number {
  let edges = 0;
  for (let k = 0; k < 3; k++) edges += squaredEdge(p, elements[at + k], elements[at + ((k + 1) % 3)]);
  return edges === 0 ? 0 : (2 * Math.sqrt(3) * triangleDeterminant(p, elements, at)) / edges;
}

function tetDeterminant(p: ArrayLike<number>, elements: Uint32Array, at: number): number {
  return determinant(p, 3 * elements[at], 3 * elements[at + 1], 3 * elements[at + 2], 3 * elements[at + 3]);
}

/** det(b - o, c - o, d - o) of four points given by the places of their x. */
function determinant(p: ArrayLike<number>, o: number, b: number, c: number, d: number): number {
  const ax = p[b] - p[o];
  const ay = p[b + 1] - p[o + 1];
  const az = p[b + 2] - p[o + 2];
  const bx = p[c] - p[o];
  const by = p[c + 1] - p[o + 1];
  const bz = p[c + 2] - p[o + 2];
  const cx = p[d] - p[o];
  const cy = p[d + 1] - p[o + 1];
  const cz = p[d + 2] - p[o + 2];
  return ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
}

function hexCentreDeterminant(p: ArrayLike<number>, elements: Uint32Array, at: number): number {
  const g = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const source = 3 * elements[at + corner];
    for (let axis = 0; axis < 3; axis++) {
      const sign = (corner >> axis) & 1 ? 1 : -1;
      for (let k = 0; k < 3; k++) g[3 * axis + k] += sign * p[source + k];
    }
  }
  return g[0] * (g[4] * g[8] - g[5] * g[7]) - g[1] * (g[3] * g[8] - g[5] * g[6]) + g[2] * (g[3] * g[7] - g[4] * g[6]);
}

const ends = new Uint32Array(3);

/** Determinant of the edges at a corner whose `ends` have been found. */
function cornerDeterminant(p: ArrayLike<number>, elements: Uint32Array, at: number, corner: number): number {
  return HEX_SIGN[corner] * determinant(p, 3 * elements[at + corner], 3 * ends[0], 3 * ends[1], 3 * ends[2]);
}

function leastCornerDeterminant(p: ArrayLike<number>, elements: Uint32Array, at: number): number {
  let least = Infinity;
  for (let corner = 0; corner < 8; corner++) {
    if (!cornerEnds(elements, at, corner, ends)) continue;
    least = Math.min(least, cornerDeterminant(p, elements, at, corner));
  }
  return least;
}

function squaredEdge(p: ArrayLike<number>, a: number, b: number): number {
  const x = p[3 * a] - p[3 * b];
  const y = p[3 * a + 1] - p[3 * b + 1];
  const z = p[3 * a + 2] - p[3 * b + 2];
  return x * x + y * y + z * z;
}

function tetQuality(p: ArrayLike<number>, elements: Uint32Array, at: number): number {
  let edges = 0;
  for (let a = 0; a < 3; a++) {
    for (let b = a + 1; b < 4; b++) edges += squaredEdge(p, elements[at + a], elements[at + b]);
  }
  if (edges === 0) return 0;
  const det = tetDeterminant(p, elements, at);
  // 3 V = det / 2.
  return (Math.sign(det) * 12 * Math.cbrt((det / 2) ** 2)) / edges;
}

function hexQuality(p: ArrayLike<number>, elements: Uint32Array, at: number): number {
  let least = Infinity;
  for (let corner = 0; corner < 8; corner++) {
    if (!cornerEnds(elements, at, corner, ends)) continue;
    let edges = 1;
    for (const end of ends) edges *= squaredEdge(p, elements[at + corner], end);
    const scaled = edges === 0 ? 0 : cornerDeterminant(p, elements, at, corner) / Math.sqrt(edges);
    if (scaled < least) least = scaled;
  }
  return least;
}
