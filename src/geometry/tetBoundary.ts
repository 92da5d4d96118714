/**
 * Boundary of a tetrahedral mesh: the faces that belong to one tet only, and whether they form a closed 2-manifold.
 */

/** Corners of the face opposite corner k of a positively oriented tet, counter-clockwise seen from outside. */
export const TET_FACES = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1] as const;

/**
 * Boundary triangles (three vertex numbers each), outward, in the order of their tets. A face shared by more than two tets (an
 * invalid mesh) appears once for every unmatched owner.
 */
export function boundaryFaces(tets: Uint32Array, vertexCount: number): Uint32Array {
  const faceCount = tets.length;
  // Faces wait for their partner in a list per smallest vertex.
  const head = new Int32Array(vertexCount).fill(-1);
  const next = new Int32Array(faceCount);
  const second = new Int32Array(faceCount);
  const third = new Int32Array(faceCount);
  for (let face = 0; face < faceCount; face++) {
    const tet = 4 * (face >> 2);
    const k = 3 * (face & 3);
    const a = tets[tet + TET_FACES[k]];
    const b = tets[tet + TET_FACES[k + 1]];
    const c = tets[tet + TET_FACES[k + 2]];
    const low = a < b ? (a < c ? a : c) : b < c ? b : c;
    const high = a > b ? (a > c ? a : c) : b > c ? b : c;
    const middle = a + b + c - low - high;
    let previous = -1;
    let other = head[low];
    while (other >= 0 && (second[other] !== middle || third[other] !== high)) {
      previous = other;
      other = next[other];
    }
    if (other >= 0) {
      if (previous < 0) head[low] = next[other];
      else next[previous] = next[other];
      second[other] = -1;
      second[face] = -1;
    } else {
      second[face] = middle;
      third[face] = high;
      next[face] = head[low];
      head[low] = face;
    }
  }
  return gatherFaces(tets, second);
}

/** The faces whose mark is not -1. */
function gatherFaces(tets: Uint32Array, marks: Int32Array): Uint32Array {
  let count = 0;
  for (const mark of marks) if (mark >= 0) count++;
  const faces = new Uint32Array(3 * count);
  let at = 0;
  for (let face = 0; face < marks.length; face++) {
    if (marks[face] < 0) continue;
    const tet = 4 * (face >> 2);
    const k = 3 * (face & 3);
    for (let corner = 0; corner < 3; corner++) faces[at++] = tets[tet + TET_FACES[k + corner]];
  }
  return faces;
}

/** What a triangle complex looks like as a surface. */
export interface ManifoldReport {
  /** Every edge has one face on each side and every vertex one fan of faces. */
  readonly manifold: boolean;
  readonly badEdges: number;
  readonly badVertices: number;
  /** Vertices - edges + faces: 2 for a sphere, 0 for a torus. */
  readonly eulerCharacteristic: number;
  readonly components: number;
  /** 1 for a vertex with a bad edge or more than one fan. */
  readonly badVertexFlags: Uint8Array;
}

/** Tests whether oriented triangles form a closed 2-manifold. */
export function manifoldReport(triangles: Uint32Array, vertexCount: number): ManifoldReport {
  const offsets = halfEdgeOffsets(triangles, vertexCount);
  const outgoing = outgoingHalfEdges(triangles, offsets);
  const twins = new Int32Array(triangles.length).fill(-1);
  const flags = new Uint8Array(vertexCount);
  const badEdges = matchTwins(triangles, offsets, outgoing, twins, flags);
  let vertices = 0;
  let badVertices = 0;
  for (let v = 0; v < vertexCount; v++) {
    const degree = offsets[v + 1] - offsets[v];
    if (degree === 0) continue;
    vertices++;
    if (flags[v] === 0 && fanSize(outgoing[offsets[v]], twins, degree) !== degree) flags[v] = 1;
    badVertices += flags[v];
  }
  return {
    manifold: badEdges === 0 && badVertices === 0,
    badEdges,
    badVertices,
    eulerCharacteristic: vertices - triangles.length / 2 + triangles.length / 3,
    components: countComponents(triangles, vertexCount),
    badVertexFlags: flags,
  };
}

function halfEdgeOffsets(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const offsets = new Uint32Array(vertexCount + 1);
  for (const v of triangles) offsets[v + 1]++;
  for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
  return offsets;
}

/** Half-edges by origin; half-edge h runs from corner h to the next corner of its triangle. */
function outgoingHalfEdges(triangles: Uint32Array, offsets: Uint32Array): Uint32Array {
  const outgoing = new Uint32Array(triangles.length);
  const fill = offsets.slice();
  for (let h = 0; h < triangles.length; h++) outgoing[fill[triangles[h]]++] = h;
  return outgoing;
}

function nextHalfEdge(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

/** Pairs opposite half-edges; returns how many half-edges have no single partner and flags their ends. */
function matchTwins(
  triangles: Uint32Array,
  offsets: Uint32Array,
  outgoing: Uint32Array,
  twins: Int32Array,
  flags: Uint8Array,
): number {
  let bad = 0;
  for (let h = 0; h < triangles.length; h++) {
    const from = triangles[h];
    const to = triangles[nextHalfEdge(h)];
    let partners = 0;
    for (let i = offsets[to]; i < offsets[to + 1]; i++) {
      if (triangles[nextHalfEdge(outgoing[i])] !== from) continue;
      partners++;
      twins[h] = outgoing[i];
    }
    let copies = 0;
    for (let i = offsets[from]; i < offsets[from + 1]; i++) {
      if (triangles[nextHalfEdge(outgoing[i])] === to) copies++;
    }
    if (partners === 1 && copies === 1) continue;
    bad++;
    flags[from] = 1;
    flags[to] = 1;
  }
  return bad;
}

/** Faces met by turning around the origin of a half-edge until it comes back. */
function fanSize(start: number, twins: Int32Array, limit: number): number {
  let h = start;
  let size = 0;
  do {
    size++;
    const incoming = nextHalfEdge(nextHalfEdge(h));
    h = twins[incoming];
  } while (h !== start && h >= 0 && size <= limit);
  return size;
}

function countComponents(triangles: Uint32Array, vertexCount: number): number {
  const parent = Int32Array.from({ length: vertexCount }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  };
  const used = new Uint8Array(vertexCount);
  let components = 0;
  for (let h = 0; h < triangles.length; h++) {
    if (used[triangles[h]] === 0) components++;
    used[triangles[h]] = 1;
  }
  for (let h = 0; h < triangles.length; h += 3) {
    for (let k = 1; k < 3; k++) {
      const a = root(triangles[h]);
      const b = root(triangles[h + k]);
      if (a === b) continue;
      parent[Math.max(a, b)] = Math.min(a, b);
      components--;
    }
  }
  return components;
}
