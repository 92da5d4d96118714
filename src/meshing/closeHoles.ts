import type { TriMesh } from '../geometry/TriMesh.ts';

/**
 * Caps the holes of an oriented triangle surface: every closed loop of boundary edges gets a fan of triangles around its
 * centroid. Chains that are not closed (inconsistent orientation) stay open, and so do flat pieces, such as the loose triangles of a
 * soup: a cap would only cancel them, and the winding number of all pieces together determines the inside. The given triangles come first, unchanged; without holes
 * the mesh itself is returned.
 */
export function closeHoles(mesh: TriMesh): TriMesh {
  const open = boundaryLoops(mesh);
  if (open.length === 0) return mesh;
  const flatness = pieceFlatness(mesh);
  const loops = open.filter((loop) => flatness[loop[0]] < FLAT);
  if (loops.length === 0) return mesh;
  const vertexCount = mesh.positions.length / 3;
  const capTriangles = loops.reduce((sum, loop) => sum + (loop.length === 3 ? 1 : loop.length), 0);
  const capVertices = loops.filter((loop) => loop.length > 3);
  const positions = new Float64Array(3 * (vertexCount + capVertices.length));
  const triangles = new Uint32Array(mesh.triangles.length + 3 * capTriangles);
  positions.set(mesh.positions);
  triangles.set(mesh.triangles);
  let at = mesh.triangles.length;
  let centre = vertexCount;
  for (const loop of loops) {
    if (loop.length === 3) {
      // A boundary half-edge runs with its face; the cap runs against it.
      triangles.set([loop[0], loop[2], loop[1]], at);
      at += 3;
      continue;
    }
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * centre + axis] = loop.reduce((sum, v) => sum + mesh.positions[3 * v + axis], 0) / loop.length;
    }
    for (let k = 0; k < loop.length; k++, at += 3) triangles.set([loop[(k + 1) % loop.length], loop[k], centre], at);
    centre++;
  }
  return { positions, triangles };
}

/** Length of a piece's vector area over its area above which it counts as flat; a hemisphere has 1/2. */
const FLAT = 0.9;

/** Returns for every vertex the flatness of its piece (triangles connected by vertices); 1 for a planar piece. */
function pieceFlatness(mesh: TriMesh): Float64Array {
  const { positions: x, triangles } = mesh;
  const parent = Int32Array.from({ length: x.length / 3 }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  };
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 1; k < 3; k++) {
      const a = root(triangles[t]);
      const b = root(triangles[t + k]);
      if (a !== b) parent[b] = a;
    }
  }
  // Per root: vector area xyz and area, both doubled.
  const sums = new Float64Array(4 * parent.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const at = 4 * root(triangles[t]);
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const i = (axis + 1) % 3;
      const j = (axis + 2) % 3;
      const normal = (x[b + i] - x[a + i]) * (x[c + j] - x[a + j]) - (x[b + j] - x[a + j]) * (x[c + i] - x[a + i]);
      sums[at + axis] += normal;
      squared += normal * normal;
    }
    sums[at + 3] += Math.sqrt(squared);
  }
  return Float64Array.from(parent, (_, v) => {
    const at = 4 * root(v);
    return sums[at + 3] > 0 ? Math.hypot(sums[at], sums[at + 1], sums[at + 2]) / sums[at + 3] : 1;
  });
}

/** Returns the closed loops of half-edges without an opposite half-edge, as vertex lists in the direction of their faces. */
export function boundaryLoops(mesh: TriMesh): Uint32Array[] {
  const { starts, ends } = openHalfEdges(mesh);
  const byStart = new Map<number, number[]>();
  for (let edge = starts.length - 1; edge >= 0; edge--) {
    const list = byStart.get(starts[edge]);
    if (list === undefined) byStart.set(starts[edge], [edge]);
    else list.push(edge);
  }
  const loops: Uint32Array[] = [];
  for (const start of starts) {
    const loop: number[] = [];
    let vertex = start;
    for (let edge = byStart.get(vertex)?.pop(); edge !== undefined; edge = byStart.get(vertex)?.pop()) {
      loop.push(vertex);
      vertex = ends[edge];
      if (vertex === start) break;
    }
    if (loop.length >= 3 && vertex === start) loops.push(Uint32Array.from(loop));
  }
  return loops;
}

/** Half-edges a -> b with more copies than b -> a, in the order of their triangles. */
function openHalfEdges(mesh: TriMesh): { starts: number[]; ends: number[] } {
  const { triangles } = mesh;
  const vertexCount = mesh.positions.length / 3;
  const offsets = new Uint32Array(vertexCount + 1);
  for (const v of triangles) offsets[v + 1]++;
  for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
  const targets = new Uint32Array(triangles.length);
  const fill = offsets.slice(0, vertexCount);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) targets[fill[triangles[t + k]]++] = triangles[t + ((k + 1) % 3)];
  }
  const answered = new Uint8Array(triangles.length);
  const starts: number[] = [];
  const ends: number[] = [];
  for (let a = 0; a < vertexCount; a++) {
    for (let h = offsets[a]; h < offsets[a + 1]; h++) {
      const b = targets[h];
      if (b === a) continue;
      let open = true;
      for (let g = offsets[b]; g < offsets[b + 1] && open; g++) {
        if (targets[g] !== a || answered[g] === 1) continue;
        answered[g] = 1;
        open = false;
      }
      if (!open) continue;
      starts.push(a);
      ends.push(b);
    }
  }
  return { starts, ends };
}
