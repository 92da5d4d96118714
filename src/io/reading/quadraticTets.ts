import { CornerSets } from '../../geometry/CornerSets.ts';
import { MIDPOINT_EDGES } from '../../geometry/elements/tet10.ts';
import type { VolumeBoundary } from '../../geometry/volumeBoundary.ts';
import type { CellCollector } from './CellCollector.ts';
import type { RawVolume } from './RawVolume.ts';
import type { WarningList } from './WarningList.ts';

/** Midpoints further from the middle of their edge than this share of its length make it curved: numbers written with five digits do not. */
const CURVED = 1e-4;

/**
 * Returns the midpoints of a file's tetrahedra as `TetMesh` has them, six each; undefined where the tetrahedra have none, not all have them, or they
 * do not lie between the tetrahedra as midpoints of edges do, which is reported. Curved edges are reported, too: elements have straight ones.
 */
export function readMidpoints(raw: RawVolume, tets: Uint32Array, warnings: WarningList): Uint32Array | undefined {
  const { cells, positions } = raw;
  if (cells.tetNodes.length === 0) return undefined;
  const count = cells.tetNodes.length / 6;
  const fault = hasOtherCells(cells) ? 'beside cells of other types' : undefined;
  const midpoints = fault === undefined ? nodesByEdge(positions, tets, cells.tetNodes.toArray()) : undefined;
  const shared = midpoints !== undefined && areShared(tets, midpoints, positions.length / 3);
  if (midpoints === undefined || !shared) {
    const why = fault ?? 'since their nodes are no midpoints of edges';
    warnings.add('quadratic tetrahedra', () => `quadratic tetrahedra read by their corners, ${why}: ${count}`);
    return undefined;
  }
  reportCurvedEdges(positions, tets, midpoints, warnings);
  return midpoints;
}

function hasOtherCells({ tets, tetNodes, hexes }: CellCollector): boolean {
  return hexes.length > 0 || tetNodes.length / 6 !== tets.length / 4;
}

/**
 * The nodes in the order of `MIDPOINT_EDGES`. Formats differ in theirs, and a Medit file may state its own: it is the one in which nodes lie nearest the
 * middles of their edges, over all tetrahedra. Undefined where two of the six nodes lie nearest the same edge.
 */
function nodesByEdge(x: Float64Array, tets: Uint32Array, nodes: Uint32Array): Uint32Array | undefined {
  const distances = new Float64Array(36);
  for (let tet = 0; 4 * tet < tets.length; tet++) {
    for (let edge = 0; edge < 6; edge++) {
      const a = tets[4 * tet + MIDPOINT_EDGES[2 * edge]];
      const b = tets[4 * tet + MIDPOINT_EDGES[2 * edge + 1]];
      for (let node = 0; node < 6; node++) {
        distances[6 * node + edge] += Math.min(1, offMiddle(x, a, b, nodes[6 * tet + node]));
      }
    }
  }
  const edgeOf = [0, 1, 2, 3, 4, 5].map((node) => {
    const row = distances.subarray(6 * node, 6 * node + 6);
    return row.indexOf(row.reduce((least, value) => Math.min(least, value), Infinity));
  });
  if (new Set(edgeOf).size < 6 || edgeOf.includes(-1)) return undefined;
  const midpoints = new Uint32Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) midpoints[i - (i % 6) + edgeOf[i % 6]] = nodes[i];
  return midpoints;
}

/** Distance of vertex `m` from the middle of the edge from `a` to `b`, over its length; not a number for an edge without length. */
function offMiddle(x: Float64Array, a: number, b: number, m: number): number {
  let length = 0;
  let off = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [p, q] = [x[3 * a + axis], x[3 * b + axis]];
    length += (q - p) ** 2;
    off += (x[3 * m + axis] - (p + (q - p) / 2)) ** 2;
  }
  return length > 0 ? Math.sqrt(off / length) : 1;
}

/** Whether all tetrahedra at an edge have the same midpoint, each is that of one edge, and none is a corner. */
function areShared(tets: Uint32Array, midpoints: Uint32Array, vertexCount: number): boolean {
  const edges = new CornerSets(2, midpoints.length);
  const edgeOf = new Int32Array(vertexCount).fill(-1);
  const isCorner = new Uint8Array(vertexCount);
  for (const vertex of tets) isCorner[vertex] = 1;
  const midpointOf: number[] = [];
  const ends = new Uint32Array(2);
  for (let i = 0; i < midpoints.length; i++) {
    const first = 4 * Math.floor(i / 6);
    for (let end = 0; end < 2; end++) ends[end] = tets[first + MIDPOINT_EDGES[2 * (i % 6) + end]];
    const edge = edges.add(ends);
    const midpoint = midpoints[i];
    if (edge === midpointOf.length) midpointOf.push(midpoint);
    if (edgeOf[midpoint] < 0) edgeOf[midpoint] = edge;
    if (midpointOf[edge] !== midpoint || edgeOf[midpoint] !== edge || isCorner[midpoint] === 1) return false;
  }
  return true;
}

function reportCurvedEdges(x: Float64Array, tets: Uint32Array, midpoints: Uint32Array, warnings: WarningList): void {
  const curved = new Set<number>();
  let most = 0;
  for (let i = 0; i < midpoints.length; i++) {
    const first = 4 * Math.floor(i / 6);
    const [a, b] = [0, 1].map((end) => tets[first + MIDPOINT_EDGES[2 * (i % 6) + end]]);
    const off = offMiddle(x, a, b, midpoints[i]);
    if (off <= CURVED) continue;
    curved.add(midpoints[i]);
    most = Math.max(most, off);
  }
  if (curved.size === 0) return;
  const percent = (100 * most).toPrecision(2);
  warnings.add(
    'curved edges',
    () => `curved edges, straightened in the solid by up to ${percent} % of their length: ${curved.size}`,
  );
}

/** The boundary with each face of corners as four triangles of its corners and the midpoints of its edges. */
export function boundaryOfQuadratic(
  { faceVertices, faceCells, ...rest }: VolumeBoundary,
  tets: Uint32Array,
  midpoints: Uint32Array,
): VolumeBoundary {
  const triangles = new Uint32Array(4 * faceVertices.length);
  const between = (cell: number, a: number, b: number): number => {
    for (let edge = 0; edge < 6; edge++) {
      const p = tets[4 * cell + MIDPOINT_EDGES[2 * edge]];
      const q = tets[4 * cell + MIDPOINT_EDGES[2 * edge + 1]];
      if ((p === a && q === b) || (p === b && q === a)) return midpoints[6 * cell + edge];
    }
    return a;
  };
  faceCells.forEach((cell, face) => {
    const [a, b, c] = faceVertices.subarray(3 * face, 3 * face + 3);
    const [ab, bc, ca] = [between(cell, a, b), between(cell, b, c), between(cell, c, a)];
    triangles.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 12 * face);
  });
  return {
    ...rest,
    faceVertices: triangles,
    faceCells: Uint32Array.from({ length: triangles.length / 3 }, (_, f) => faceCells[f >> 2]),
  };
}
