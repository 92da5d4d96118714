import type { Embedding, TetMesh } from '../TetMesh.ts';

/** Returns the tet in which each vertex is embedded, and its weights at the corners of that tet, four each. */
export function carryingTets(
  { positions, tets }: TetMesh,
  { vertices, weights }: Embedding,
): { readonly tets: Uint32Array; readonly weights: Float64Array } {
  const offsets = new Uint32Array(positions.length / 3 + 1);
  for (const vertex of tets) offsets[vertex + 1]++;
  for (let v = 1; v < offsets.length; v++) offsets[v] += offsets[v - 1];
  const around = new Uint32Array(tets.length);
  const next = offsets.slice();
  for (let corner = 0; corner < tets.length; corner++) around[next[tets[corner]]++] = corner >> 2;
  const count = vertices.length / 4;
  const found = { tets: new Uint32Array(count), weights: new Float64Array(4 * count) };
  for (let v = 0; v < count; v++) {
    const first = vertices[4 * v];
    for (let at = offsets[first]; at < offsets[first + 1]; at++) {
      if (!carries(tets, around[at], vertices, weights, v)) continue;
      found.tets[v] = around[at];
      break;
    }
    for (let k = 0; k < 4; k++) {
      const corner = tets.indexOf(vertices[4 * v + k], 4 * found.tets[v]) - 4 * found.tets[v];
      if (corner >= 0 && corner < 4) found.weights[4 * v + corner] += weights[4 * v + k];
    }
  }
  return found;
}

function carries(tets: Uint32Array, t: number, vertices: Uint32Array, weights: Float64Array, v: number): boolean {
  for (let k = 4 * v; k < 4 * v + 4; k++) {
    const corner = weights[k] === 0 ? 0 : tets.indexOf(vertices[k], 4 * t) - 4 * t;
    if (corner < 0 || corner > 3) return false;
  }
  return true;
}
