import type { SurfaceMesh } from '../TriMesh.ts';
import { weldExact } from '../welding/weldExact.ts';
import { buildEdgeTable } from './EdgeTable.ts';
import { faceFaults } from './faceFaults.ts';

/** The holes of a surface: loops of vertices, oriented like the faces that close them. */
export interface HoleLoops {
  /** Vertex numbers; no loop passes a position twice. */
  readonly loops: readonly (readonly number[])[];
  /** Number of open edges in no loop: faces around them have both orientations, so that the hole has no outer side. */
  readonly leftEdges: number;
  /** Returns whether two vertices are connected by an edge of the surface. */
  isEdge(a: number, b: number): boolean;
}

/** Finds the loops of edges with one face. Vertices at exactly equal positions count as one; faces without area are ignored. Linear in the edges. */
export function holeLoops(surface: SurfaceMesh): HoleLoops {
  const { place } = weldExact(surface.positions);
  const places = surface.faceVertices.map((vertex) => place[vertex]);
  const edges = buildEdgeTable(surface, places, faceFaults(surface, places).collapsed);
  // A face runs from a to b along its open edge: the one that closes it runs from b to a.
  const next = new Map<number, number[]>();
  const vertexAt = new Map<number, number>();
  let open = 0;
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    if (edges.first[edge + 1] - edges.first[edge] !== 1) continue;
    const corner = edges.halfEdges[edges.first[edge]];
    const [from, to] = [edges.nextCorner[corner], corner];
    const ways = next.get(places[from]);
    if (ways === undefined) next.set(places[from], [places[to]]);
    else ways.push(places[to]);
    vertexAt.set(places[from], surface.faceVertices[from]);
    vertexAt.set(places[to], surface.faceVertices[to]);
    open += 1;
  }
  const loops: number[][] = [];
  for (const start of next.keys()) {
    while ((next.get(start)?.length ?? 0) > 0) loops.push(...walkFrom(start, next));
  }
  const closed = loops.map((loop) => loop.map((at) => vertexAt.get(at)!));
  const joined = new Set<number>();
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const [a, b] = [edges.ends[2 * edge], edges.ends[2 * edge + 1]];
    if (vertexAt.has(a) && vertexAt.has(b)) joined.add(a * place.length + b);
  }
  const isEdge = (a: number, b: number) =>
    joined.has(Math.min(place[a], place[b]) * place.length + Math.max(place[a], place[b]));
  return { loops: closed, isEdge, leftEdges: open - closed.reduce((sum, loop) => sum + loop.length, 0) };
}

/** Walks as far as possible. A walk that returns to a position it has passed splits off a loop; the rest remains open. */
function walkFrom(start: number, next: Map<number, number[]>): number[][] {
  const loops: number[][] = [];
  const way = [start];
  const at = new Map([[start, 0]]);
  for (let to = next.get(start)!.pop(); to !== undefined; to = next.get(way.at(-1)!)?.pop()) {
    const before = at.get(to);
    if (before === undefined) {
      at.set(to, way.length);
      way.push(to);
      continue;
    }
    const loop = way.splice(before + 1);
    for (const passed of loop) at.delete(passed);
    // Two edges between the same positions are no hole.
    if (loop.length >= 2) loops.push([to, ...loop]);
  }
  return loops;
}
