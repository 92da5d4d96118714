import type { SurfaceMesh } from '../TriMesh.ts';
import type { EdgeTable } from './EdgeTable.ts';
import { UnionFind } from '../UnionFind.ts';

/** Connectivity of the faces of a surface. Counts are of positions (coincident vertices count once). */
export interface SurfaceTopology {
  /** Edges with one face. */
  readonly boundaryEdges: number;
  /** Number of connected chains of such edges: holes, or outlines of open patches. */
  readonly boundaryLoops: number;
  /** Edges with three faces or more. */
  readonly nonManifoldEdges: number;
  /** Whether every edge has an even number of faces, so that the surface has an inside. */
  readonly closed: boolean;
  /** Positions where more than one fan of faces meets. */
  readonly nonManifoldVertices: number;
  /** Edges of two faces with inconsistent orientation. */
  readonly inconsistentEdges: number;
  /** Connected pieces (pieces that touch in a vertex are one). */
  readonly components: number;
}

/** `places`: place of each corner; `placeCount` places; faces flagged in `skipped` take no part. */
export function surfaceTopology(
  surface: SurfaceMesh,
  places: Uint32Array,
  placeCount: number,
  edges: EdgeTable,
  skipped: Uint8Array,
): SurfaceTopology {
  const counts = { boundaryEdges: 0, nonManifoldEdges: 0, inconsistentEdges: 0, oddEdges: 0 };
  const loops = new UnionFind(placeCount);
  const onBoundary = new Uint8Array(placeCount);
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const faces = edges.forward[edge] + edges.backward[edge];
    if (faces % 2 === 1) counts.oddEdges++;
    if (faces > 2) counts.nonManifoldEdges++;
    else if (faces === 2 && edges.forward[edge] !== 1) counts.inconsistentEdges++;
    if (faces !== 1) continue;
    counts.boundaryEdges++;
    loops.join(edges.ends[2 * edge], edges.ends[2 * edge + 1]);
    onBoundary[edges.ends[2 * edge]] = 1;
    onBoundary[edges.ends[2 * edge + 1]] = 1;
  }
  let boundaryLoops = 0;
  for (let place = 0; place < placeCount; place++)
    if (onBoundary[place] === 1 && loops.root(place) === place) boundaryLoops++;
  const { boundaryEdges, nonManifoldEdges, inconsistentEdges } = counts;
  return {
    boundaryEdges,
    boundaryLoops,
    nonManifoldEdges,
    inconsistentEdges,
    closed: counts.oddEdges === 0 && edges.edgeCount > 0,
    nonManifoldVertices: countFlags(splitVertices(places, placeCount, edges, skipped)),
    components: countComponents(surface, places, placeCount, skipped),
  };
}

/** Flag per place where more than one fan of faces meets: corners there belong to one fan when their faces share an edge. */
export function splitVertices(
  places: Uint32Array,
  placeCount: number,
  edges: EdgeTable,
  skipped: Uint8Array,
): Uint8Array {
  const fans = new UnionFind(places.length);
  const cornerAt = (halfEdge: number, place: number): number =>
    places[halfEdge] === place ? halfEdge : edges.nextCorner[halfEdge];
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const leader = edges.halfEdges[edges.first[edge]];
    for (let at = edges.first[edge] + 1; at < edges.first[edge + 1]; at++) {
      for (let end = 0; end < 2; end++) {
        const place = edges.ends[2 * edge + end];
        fans.join(cornerAt(leader, place), cornerAt(edges.halfEdges[at], place));
      }
    }
  }
  const fanCount = new Uint32Array(placeCount);
  for (let corner = 0; corner < places.length; corner++) {
    if (skipped[edges.faceOfCorner[corner]] === 0 && fans.root(corner) === corner) fanCount[places[corner]]++;
  }
  return Uint8Array.from(fanCount, (count) => (count > 1 ? 1 : 0));
}

function countFlags(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

function countComponents(
  { faceOffsets }: SurfaceMesh,
  places: Uint32Array,
  placeCount: number,
  skipped: Uint8Array,
): number {
  const pieces = new UnionFind(placeCount);
  const used = new Uint8Array(placeCount);
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    if (skipped[face] === 1) continue;
    for (let corner = faceOffsets[face]; corner < faceOffsets[face + 1]; corner++) {
      used[places[corner]] = 1;
      pieces.join(places[faceOffsets[face]], places[corner]);
    }
  }
  let components = 0;
  for (let place = 0; place < placeCount; place++) if (used[place] === 1 && pieces.root(place) === place) components++;
  return components;
}
