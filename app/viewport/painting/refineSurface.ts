/** Triangles of vertices with positions and normals, xyz each. */
export interface Surface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint32Array;
}

/** More passes than any edge needs to get from a body's size to the finest brush. */
const MOST_PASSES = 12;

/**
 * Returns the same surface with no edge longer than `longest` (m): a field that is known at vertices alone can be shown on large faces, too. Edges are halved on both of their sides at once, so that
 * no cracks open; the vertices given come first, in their order. Halving ends before there would be more than `mostVertices`.
 */
export function refineSurface(surface: Surface, longest: number, mostVertices: number): Surface {
  let present = surface;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const middles = longEdges(present, longest);
    const count = present.positions.length / 3;
    if (middles.size === 0 || count + middles.size > mostVertices) return present;
    present = split(present, middles);
  }
  return present;
}

/** A vertex to come for each edge that is too long, by the edge's name. */
function longEdges({ positions, triangles }: Surface, longest: number): Map<number, number> {
  const middles = new Map<number, number>();
  const count = positions.length / 3;
  const square = longest * longest;
  for (let at = 0; at < triangles.length; at++) {
    const a = triangles[at];
    const b = triangles[at % 3 === 2 ? at - 2 : at + 1];
    let length = 0;
    for (let k = 0; k < 3; k++) length += (positions[3 * a + k] - positions[3 * b + k]) ** 2;
    if (length <= square) continue;
    const name = edgeName(a, b, count);
    if (!middles.has(name)) middles.set(name, count + middles.size);
  }
  return middles;
}

function edgeName(a: number, b: number, count: number): number {
  return Math.min(a, b) * count + Math.max(a, b);
}

function split({ positions, normals, triangles }: Surface, middles: ReadonlyMap<number, number>): Surface {
  const count = positions.length / 3;
  const size = count + middles.size;
  const newPositions = new Float32Array(3 * size);
  const newNormals = new Float32Array(3 * size);
  newPositions.set(positions);
  newNormals.set(normals);
  for (const [name, middle] of middles) {
    const a = 3 * Math.floor(name / count);
    const b = 3 * (name % count);
    let square = 0;
    for (let k = 0; k < 3; k++) {
      newPositions[3 * middle + k] = (positions[a + k] + positions[b + k]) / 2;
      newNormals[3 * middle + k] = normals[a + k] + normals[b + k];
      square += newNormals[3 * middle + k] ** 2;
    }
    const length = Math.sqrt(square) || 1;
    for (let k = 0; k < 3; k++) newNormals[3 * middle + k] /= length;
  }
  const out: number[] = [];
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [triangles[at], triangles[at + 1], triangles[at + 2]];
    const between = corners.map((corner, k) => middles.get(edgeName(corner, corners[(k + 1) % 3], count)));
    splitTriangle(corners, between, out);
  }
  return { positions: newPositions, normals: newNormals, triangles: Uint32Array.from(out) };
}

/** `middles[k]` halves the edge from corner k to the next one; undefined where that edge stays. */
function splitTriangle(corners: readonly number[], middles: readonly (number | undefined)[], out: number[]): void {
  const cut = middles.filter((middle) => middle !== undefined).length;
  if (cut === 0) {
    out.push(...corners);
    return;
  }
  // Turned so that the first edge is cut, and of two cut ones the second, too.
  const start = [0, 1, 2].find((k) => middles[k] !== undefined && (cut !== 2 || middles[(k + 1) % 3] !== undefined))!;
  const [a, b, c] = [0, 1, 2].map((k) => corners[(start + k) % 3]);
  const [ab, bc, ca] = [0, 1, 2].map((k) => middles[(start + k) % 3]!);
  if (cut === 1) out.push(a, ab, c, ab, b, c);
  else if (cut === 2) out.push(ab, b, bc, a, ab, bc, a, bc, c);
  else out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
}
