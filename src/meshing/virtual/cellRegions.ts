import { checkCancelled, type JobContext } from '../../base/job.ts';
import { crossingTriangles } from '../../geometry/preflight/selfIntersections.ts';
import { trianglesCross } from '../../geometry/preflight/trianglesCross.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import { UnionFind } from '../../geometry/UnionFind.ts';
import { CellShape, cellEdges, hitTriangle } from './CellShape.ts';
import { type CellLattice, corners, type Crossings } from './crossings.ts';

/** Crossings of an edge closer than this fraction of it count as one: surfaces that touch there. */
const SAME_PLACE = 1e-9;
/** Largest number of triangles of a patch from which rays search for the other side of the material. */
const MOST_RAYS = 12;
/** Largest number of triangle pairs per cell that are tested for intersection. */
const MOST_PAIRS = 4000;
const CHUNK = 4096;

/**
 * The connected parts of the material in every cell. Members are the crossings of the
 * cell with triangles and its corners inside. Two belong to one part where triangles share an edge or a vertex in the cell, where an edge of the
 * cell connects them inside the material, where a ray through the material does, or where triangles intersect.
 */
export class CellRegions {
  private readonly lattice: CellLattice;
  private readonly surface: TriMesh;
  private readonly query: SurfaceQuery;
  private readonly crossings: Crossings;
  private readonly members: UnionFind;
  private readonly shape: CellShape;
  /** 1 for crossings that bound material which an edge of their cell passes through. */
  private readonly met: Uint8Array;

  constructor(lattice: CellLattice, query: SurfaceQuery, crossings: Crossings, job: JobContext) {
    this.lattice = lattice;
    this.query = query;
    this.surface = query.mesh;
    this.crossings = crossings;
    const count = crossings.triangleOf.length;
    this.members = new UnionFind(count + lattice.cells.length);
    this.met = new Uint8Array(count);
    this.shape = new CellShape(lattice.size);
    this.joinAlongSurface();
    this.joinAtVertices();
    const cellCount = lattice.cells.length / lattice.size;
    const { crossing, found } = crossingTriangles(this.surface, job);
    for (let cell = 0; cell < cellCount; cell++) {
      if (cell % CHUNK === 0) checkCancelled(job);
      this.joinAlongEdges(cell);
      if (crossings.cellStart[cell] === crossings.cellStart[cell + 1]) continue;
      this.shape.load(lattice.positions, lattice.cells, cell);
      this.joinThroughMaterial(cell);
      if (found.pairs > 0) this.joinCrossing(cell, crossing);
    }
  }

  /** Returns the number of the part that a crossing belongs to; parts of a cell have different numbers. */
  ofCrossing(crossing: number): number {
    return this.members.root(crossing);
  }

  /** Returns the part that a corner inside the surface belongs to. */
  ofCorner(cell: number, corner: number): number {
    return this.members.root(this.cornerMember(cell, corner));
  }

  private cornerMember(cell: number, corner: number): number {
    return this.crossings.triangleOf.length + this.lattice.size * cell + corner;
  }

  /** Joins triangles with a common edge that passes through the cell. */
  private joinAlongSurface(): void {
    const { triangles, positions } = this.surface;
    const count = positions.length / 3;
    const seen = new Map<number, number>();
    for (let at = 0; at < triangles.length; at++) {
      const a = triangles[at];
      const b = triangles[at % 3 === 2 ? at - 2 : at + 1];
      const key = Math.min(a, b) * count + Math.max(a, b);
      const triangle = Math.floor(at / 3);
      const other = seen.get(key);
      if (other !== undefined && other !== triangle) this.joinAtEdge(other, triangle, Math.min(a, b), Math.max(a, b));
      seen.set(key, triangle);
    }
  }

  /** Joins triangles with a common vertex in the cell: fans that meet in it alone have no common edge, but are connected. */
  private joinAtVertices(): void {
    const { triangles, positions } = this.surface;
    const first = new Int32Array(positions.length / 3).fill(-1);
    for (let at = 0; at < triangles.length; at++) {
      const vertex = triangles[at];
      const triangle = Math.floor(at / 3);
      if (first[vertex] < 0) first[vertex] = triangle;
      else this.joinAtEdge(first[vertex], triangle, vertex, vertex);
    }
  }

  /** Joins two triangles in the cells that the segment from vertex `a` to `b`, which they share, passes through. */
  private joinAtEdge(s: number, t: number, a: number, b: number): void {
    const { triangleStart, ofTriangle, cellOf } = this.crossings;
    const { positions, cells } = this.lattice;
    let i = triangleStart[s];
    let j = triangleStart[t];
    while (i < triangleStart[s + 1] && j < triangleStart[t + 1]) {
      const own = cellOf[ofTriangle[i]];
      const other = cellOf[ofTriangle[j]];
      if (own < other) i++;
      else if (other < own) j++;
      else {
        if (this.members.root(ofTriangle[i]) !== this.members.root(ofTriangle[j])) {
          this.shape.load(positions, cells, own);
          if (this.shape.meets(this.surface.positions, a, b, b)) this.members.join(ofTriangle[i], ofTriangle[j]);
        }
        i++;
        j++;
      }
    }
  }

  /** Joins the members along the edges of a cell: corners inside, and the crossings at both ends of every segment inside. */
  private joinAlongEdges(cell: number): void {
    const { lattice, crossings, surface } = this;
    const { cells, inside, size, positions } = lattice;
    const begin = crossings.cellStart[cell];
    const end = crossings.cellStart[cell + 1];
    const edges = cellEdges(size);
    for (let e = 0; e < edges.length; e += 2) {
      let from = edges[e];
      let to = edges[e + 1];
      // Cells that share the edge process it from the same end.
      if (cells[size * cell + from] > cells[size * cell + to]) [from, to] = [to, from];
      const a = cells[size * cell + from];
      const b = cells[size * cell + to];
      if (begin === end) {
        if (inside[a] === 1 && inside[b] === 1) {
          this.members.join(this.cornerMember(cell, from), this.cornerMember(cell, to));
        }
        continue;
      }
      const origin = positions.subarray(3 * a, 3 * a + 3);
      const direction = [0, 1, 2].map((axis) => positions[3 * b + axis] - origin[axis]);
      const hits: { at: number; crossing: number }[] = [];
      for (let crossing = begin; crossing < end; crossing++) {
        const [p, q, r] = corners(surface, crossings.triangleOf[crossing]);
        const at = hitTriangle(surface.positions, p, q, r, origin, direction);
        if (at >= 0 && at <= 1) hits.push({ at, crossing });
      }
      hits.sort((one, other) => one.at - other.at || one.crossing - other.crossing);
      this.joinStretches(cell, { from, to, a, b, origin, direction, hits });
    }
  }

  private joinStretches(cell: number, edge: WalkedEdge): void {
    const { inside } = this.lattice;
    const { hits, origin, direction } = edge;
    let at = 0;
    let next = 0;
    let before: number[] = inside[edge.a] === 1 ? [this.cornerMember(cell, edge.from)] : [];
    let isFirst = true;
    for (;;) {
      const isLast = next === hits.length;
      const until = isLast ? 1 : hits[next].at;
      const after: number[] = [];
      while (next < hits.length && hits[next].at - until <= SAME_PLACE) after.push(hits[next++].crossing);
      if (isLast && inside[edge.b] === 1) after.push(this.cornerMember(cell, edge.to));
      const ends = (!isFirst || inside[edge.a] === 1) && (!isLast || inside[edge.b] === 1);
      const isInside = isFirst || isLast ? ends : this.isInside(origin, direction, (at + until) / 2);
      if (isInside) this.joinAll([...before, ...after]);
      if (isLast) return;
      before = after;
      at = until;
      isFirst = false;
    }
  }

  private isInside(origin: ArrayLike<number>, direction: readonly number[], at: number): boolean {
    const [x, y, z] = direction.map((component, axis) => origin[axis] + at * component);
    return this.query.windingNumber(x, y, z) > 0.5;
  }

  private joinAll(members: readonly number[]): void {
    for (const member of members) {
      this.members.join(members[0], member);
      if (member < this.met.length) this.met[member] = 1;
    }
  }

  /** Finds the other side of the material at patches that no edge of the cell reaches: by rays from them, and by lines to corners. */
  private joinThroughMaterial(cell: number): void {
    const { crossings } = this;
    const begin = crossings.cellStart[cell];
    const end = crossings.cellStart[cell + 1];
    const known = new Set<number>();
    for (let crossing = begin; crossing < end; crossing++) {
      if (this.met[crossing] === 1) known.add(this.members.root(crossing));
    }
    const tried = new Map<number, number>();
    for (let crossing = begin; crossing < end; crossing++) {
      const patch = this.members.root(crossing);
      const rays = tried.get(patch) ?? 0;
      if (known.has(patch) || rays >= MOST_RAYS) continue;
      tried.set(patch, rays + 1);
      this.joinFrom(cell, crossing);
    }
  }

  private joinFrom(cell: number, crossing: number): void {
    const { surface, shape, crossings } = this;
    const [a, b, c] = corners(surface, crossings.triangleOf[crossing]);
    const middle = new Float64Array(3);
    if (!shape.middleOfCut(surface.positions, a, b, c, middle)) return;
    const inward = inwardNormal(surface.positions, a, b, c);
    if (inward === undefined) return;
    const hit = this.nearestHit(cell, crossing, middle, inward, Infinity);
    if (hit.crossing >= 0) {
      const [x, y, z] = inward.map((component, axis) => middle[axis] + hit.at * component);
      if (shape.holds(x, y, z)) {
        this.members.join(crossing, hit.crossing);
        return;
      }
    }
    this.joinToCorners(cell, crossing, middle, inward);
  }

  /** Joins the corners inside that are visible through the material from a point on a triangle. */
  private joinToCorners(cell: number, crossing: number, middle: Float64Array, inward: readonly number[]): void {
    const { inside, cells, positions, size } = this.lattice;
    for (let corner = 0; corner < size; corner++) {
      const vertex = cells[size * cell + corner];
      if (inside[vertex] === 0) continue;
      const direction = [0, 1, 2].map((axis) => positions[3 * vertex + axis] - middle[axis]);
      if (direction.reduce((sum, component, axis) => sum + component * inward[axis], 0) <= 0) continue;
      if (this.nearestHit(cell, crossing, middle, direction, 1).crossing >= 0) continue;
      this.members.join(crossing, this.cornerMember(cell, corner));
    }
  }

  /** Returns the first crossing of the cell that a ray from a point on `from` hits. */
  private nearestHit(
    cell: number,
    from: number,
    origin: Float64Array,
    direction: readonly number[],
    farthest: number,
  ): { at: number; crossing: number } {
    const { crossings, surface } = this;
    let nearest = { at: farthest, crossing: -1 };
    for (let crossing = crossings.cellStart[cell]; crossing < crossings.cellStart[cell + 1]; crossing++) {
      if (crossing === from) continue;
      const [a, b, c] = corners(surface, crossings.triangleOf[crossing]);
      const at = hitTriangle(surface.positions, a, b, c, origin, direction);
      if (at > 0 && at < nearest.at) nearest = { at, crossing };
    }
    return nearest;
  }

  /** Joins triangles of one cell that intersect. */
  private joinCrossing(cell: number, crossing: Uint8Array): void {
    const { surface, crossings } = this;
    const own: number[] = [];
    for (let at = crossings.cellStart[cell]; at < crossings.cellStart[cell + 1]; at++) {
      if (crossing[crossings.triangleOf[at]] === 1) own.push(at);
    }
    const offsets = own.map((at) => corners(surface, crossings.triangleOf[at]).map((vertex) => 3 * vertex));
    let pairs = 0;
    for (let s = 0; s < own.length; s++) {
      for (let t = s + 1; t < own.length; t++) {
        if (this.members.root(own[s]) === this.members.root(own[t]) || pairs++ > MOST_PAIRS) continue;
        if (offsets[s].some((vertex) => offsets[t].includes(vertex))) continue;
        if (trianglesCross(surface.positions, offsets[s], offsets[t])) this.members.join(own[s], own[t]);
      }
    }
  }
}

/** An edge of a cell from its vertex of the lower number, with the crossings along it in order (`at`: part of the edge). */
interface WalkedEdge {
  readonly from: number;
  readonly to: number;
  readonly a: number;
  readonly b: number;
  readonly origin: ArrayLike<number>;
  readonly direction: readonly number[];
  readonly hits: readonly { readonly at: number; readonly crossing: number }[];
}

/** Unit vector into the material; undefined for a triangle without area. */
function inwardNormal(positions: Float64Array, a: number, b: number, c: number): number[] | undefined {
  const edge = (to: number) => [0, 1, 2].map((axis) => positions[3 * to + axis] - positions[3 * a + axis]);
  const u = edge(b);
  const v = edge(c);
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...normal);
  return length > 0 ? normal.map((component) => -component / length) : undefined;
}
