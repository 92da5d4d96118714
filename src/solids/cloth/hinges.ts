/**
 * Pairs of triangles that share an edge: four vertices each, the edge's two (lower first), then those opposite to it. An edge of more than
 * two triangles joins each of them to the next in their order. Sorted by edge, so that equal meshes give equal hinges.
 */
export function findHinges(triangles: Uint32Array): Uint32Array {
  const count = triangles.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let corner = 0; corner < count; corner++) {
    const first = corner - (corner % 3);
    const a = triangles[corner];
    const b = triangles[first + ((corner + 1) % 3)];
    low[corner] = Math.min(a, b);
    high[corner] = Math.max(a, b);
  }
  const order = Uint32Array.from({ length: count }, (_, corner) => corner);
  order.sort((p, q) => low[p] - low[q] || high[p] - high[q] || p - q);
  const opposite = (corner: number) => triangles[corner - (corner % 3) + ((corner + 2) % 3)];
  const hinges: number[] = [];
  for (let k = 0; k + 1 < count; k++) {
    const p = order[k];
    const q = order[k + 1];
    if (low[p] !== low[q] || high[p] !== high[q]) continue;
    const [left, right] = [opposite(p), opposite(q)];
    if (left === right || low[p] === high[p]) continue;
    hinges.push(low[p], high[p], left, right);
  }
  return Uint32Array.from(hinges);
}
