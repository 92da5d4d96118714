/**
 * Edge `e` of a tet joins the corners TET_EDGES[2e], TET_EDGES[2e+1]. Opposite edges: 0-5, 1-4, 2-3. In a BCC tet the
 * edges 0 and 5 are the long ones.
 */
export const TET_EDGES = Uint8Array.of(0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3);

/** Corners of the face opposite to corner `3 - f`, three each: (0,1,2), (0,1,3), (0,2,3), (1,2,3). */
const FACE_CORNERS = [
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3],
  [1, 2, 3],
] as const;

/** Action that closes a red tet, given which of its edges are split. */
export const CLOSE_NOTHING = 0;
export const CLOSE_GREEN = 1;
/** Two edges of one face are split: split the third, `THIRD_EDGE[mask]`. */
export const CLOSE_THIRD_EDGE = 2;
export const CLOSE_RED = 3;

/** Action for each 6-bit mask of split edges. */
export const CLOSE_ACTION = new Uint8Array(64);
/** The edge that completes a face, where the action is CLOSE_THIRD_EDGE. */
export const THIRD_EDGE = new Uint8Array(64);
/**
 * Green children for each mask: four entries per child, 0-3 a corner of the parent, 4-9 the midpoint of edge `entry - 4`.
 * Children keep the parent's orientation because each replaces corners in place.
 */
export const GREEN_CHILDREN: readonly Uint8Array[] = buildPatterns();

/** Number of the edge between two corners. */
export function edgeBetween(a: number, b: number): number {
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  return low === 0 ? high - 1 : low + high;
}

function buildPatterns(): Uint8Array[] {
  const children = Array.from({ length: 64 }, () => new Uint8Array(0));
  CLOSE_ACTION.fill(CLOSE_RED);
  CLOSE_ACTION[0] = CLOSE_NOTHING;
  const accept = (mask: number, tets: number[][]) => {
    CLOSE_ACTION[mask] = CLOSE_GREEN;
    children[mask] = Uint8Array.from(tets.flat());
  };
  for (let edge = 0; edge < 6; edge++) accept(1 << edge, bisect([0, 1, 2, 3], edge));
  for (let edge = 0; edge < 3; edge++) {
    const opposite = 5 - edge;
    const tets = bisect([0, 1, 2, 3], edge).flatMap((tet) => bisect(tet, opposite));
    accept((1 << edge) | (1 << opposite), tets);
  }
  for (const face of FACE_CORNERS) addFacePatterns(face, accept);
  return children;
}

/** Bisects a tet at the midpoint of an edge of the parent whose two corners it still has. */
function bisect(tet: number[], edge: number): number[][] {
  const a = TET_EDGES[2 * edge];
  const b = TET_EDGES[2 * edge + 1];
  const midpoint = 4 + edge;
  return [tet.map((entry) => (entry === b ? midpoint : entry)), tet.map((entry) => (entry === a ? midpoint : entry))];
}

/** Three split edges of one face: 4 tets to the opposite corner. Two split edges: the third is to be split. */
function addFacePatterns(face: readonly number[], accept: (mask: number, tets: number[][]) => void): void {
  const [i, j, k] = face;
  const edges = [edgeBetween(i, j), edgeBetween(j, k), edgeBetween(k, i)];
  const [ij, jk, ki] = edges.map((edge) => 4 + edge);
  const substitute = (forI: number, forJ: number, forK: number) => {
    const tet = [0, 1, 2, 3];
    tet[i] = forI;
    tet[j] = forJ;
    tet[k] = forK;
    return tet;
  };
  const full = edges.reduce((mask, edge) => mask | (1 << edge), 0);
  accept(full, [substitute(i, ij, ki), substitute(ij, j, jk), substitute(ki, jk, k), substitute(jk, ki, ij)]);
  for (const edge of edges) {
    CLOSE_ACTION[full & ~(1 << edge)] = CLOSE_THIRD_EDGE;
    THIRD_EDGE[full & ~(1 << edge)] = edge;
  }
}
