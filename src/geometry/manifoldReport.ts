import { UnionFind } from './UnionFind.ts';

/** Topology of a triangle complex as a surface. */
export interface ManifoldReport {
  /** Every edge has one face on each side and every vertex one fan of faces. */
  readonly manifold: boolean;
  readonly badEdges: number;
  readonly badVertices: number;
  /** Vertices - edges + faces: 2 for a sphere, 0 for a torus. */
  readonly eulerCharacteristic: number;
  readonly components: number;
  /** 1 for a vertex with a non-manifold edge or more than one fan. */
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

/** Pairs opposite half-edges; returns how many half-edges have no unique partner and flags their ends. */
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

/** Counts the faces around the origin of a half-edge until the walk returns to it. */
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
  const pieces = new UnionFind(vertexCount);
  for (let h = 0; h < triangles.length; h += 3) {
    for (let k = 1; k < 3; k++) pieces.join(triangles[h], triangles[h + k]);
  }
  const used = new Uint8Array(vertexCount);
  for (const vertex of triangles) used[vertex] = 1;
  return used.reduce((count, flag, vertex) => count + (flag === 1 && pieces.root(vertex) === vertex ? 1 : 0), 0);
}
