import { createSurfaceQuery, type SurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import type { Embedding, VolumeMesh } from '../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import { joinElements } from '../geometry/UnionFind.ts';
import { boundaryTriangles, volumeBoundary } from '../geometry/volumeBoundary.ts';
import type { MeshingSurface } from './meshingSurface.ts';
import { surfacePieces } from './surfacePieces.ts';

/** Surface farther than this from the boundary of the elements, in edges, is not represented by it. */
const FARTHEST = 0.9;
/** Fraction of the surface that may be farther: sharp corners of shapes with few triangles, which a lattice cuts off. */
const FAR_SHARE = 0.005;
/** Distance between sample points of the surface, in edges. */
const SPACING = 0.7;
const MOST_SAMPLES = 60_000;
/** Weights below this embed a surface vertex in an element far from it. */
const LEAST_WEIGHT = -2;
/** Distance in front of the surface, in edges, at which buried surface is detected. */
const BURIED = 1e-3;
/** Length, in lattice edges, below which the ends of a mesh edge must be embedded in elements that touch, or have touching neighbours. */
const NEAR_ENDS = 0.5;

/**
 * Largest stretch of an edge of the surface per relative displacement of the elements at its ends, doubled, in edges of the lattice: threefold
 * stretch where that displacement is a twentieth of an edge, as in a typical drop.
 */
const MOST_JUMP = 80;
/** Edges shorter than this, in edges of the lattice, count as that long: their distortion is invisible. */
const SHORTEST_SEEN = 0.02;

/** Ways in which a mesh fails to represent the body of a surface, in order of reporting; all zero and equal where it does not. */
export interface Wholeness {
  readonly pieces: number;
  readonly surfacePieces: number;
  /** Fraction of the surface that is far outside the elements: lost parts. */
  readonly lost: number;
  /** Fraction that is far inside: filled gaps, joined parts. */
  readonly joined: number;
  /** Surface vertices embedded in an element far from them, or in one of another part of the body. */
  readonly astray: number;
  /** Edges of the surface that would be stretched wherever the elements at their ends deform differently. */
  readonly drawnOut: number;
}

/** Compares a mesh with the surface that it fills. `edge`: the lattice edge, m. */
export function measureWholeness(volume: VolumeMesh, source: MeshingSurface, edge: number): Wholeness {
  const { lost, joined } = measureDistances(volume, source, edge);
  return {
    pieces: countPieces(volume),
    surfacePieces: surfacePieces(source.mesh).count,
    lost,
    joined,
    astray: countAstray(volume, edge),
    drawnOut: countDrawnOut(volume, edge),
  };
}

export function isWhole({ pieces, surfacePieces: wanted, lost, joined, astray, drawnOut }: Wholeness): boolean {
  return pieces === wanted && lost <= FAR_SHARE && joined <= FAR_SHARE && astray === 0 && drawnOut === 0;
}

function elements(volume: VolumeMesh): {
  readonly size: 4 | 8;
  readonly cells: Uint32Array;
} {
  return volume.kind === 'tet' ? { size: 4, cells: volume.mesh.tets } : { size: 8, cells: volume.mesh.hexes };
}

/** Pieces of elements that share vertices. */
export function countPieces(volume: VolumeMesh): number {
  const { size, cells } = elements(volume);
  const joined = joinElements(volume.mesh.positions.length / 3, cells, size);
  let count = 0;
  const seen = new Set<number>();
  for (const vertex of cells) seen.add(vertex);
  for (const vertex of seen) if (joined.root(vertex) === vertex) count++;
  return count;
}

/** Returns the fractions of sample points of the surface that are far from the boundary, by side. */
function measureDistances(volume: VolumeMesh, { mesh, area, query }: MeshingSurface, edge: number) {
  const { size, cells } = elements(volume);
  const boundary = createSurfaceQuery({
    positions: volume.mesh.positions,
    triangles: boundaryTriangles(volumeBoundary(cells, size)),
  });
  const spacing = Math.max(SPACING * edge, Math.sqrt(area / MOST_SAMPLES));
  const counts = { all: 0, lost: 0, joined: 0 };
  const { positions, triangles } = mesh;
  const stride = Math.max(1, Math.floor(triangles.length / 3 / MOST_SAMPLES));
  for (let at = 0; at < triangles.length; at += 3 * stride) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[at + k], 3 * triangles[at + k] + 3));
    const longest = Math.max(length(a, b), length(b, c), length(c, a));
    const parts = Math.max(1, Math.ceil(longest / spacing));
    // Points spread evenly over the triangle represent its area.
    const weight = doubleArea(a, b, c) / (parts * (parts + 1));
    for (let i = 0; i < parts; i++) {
      for (let j = 0; i + j < parts; j++) {
        const u = (i + 1 / 3) / parts;
        const v = (j + 1 / 3) / parts;
        const [x, y, z] = [0, 1, 2].map((axis) => a[axis] + u * (b[axis] - a[axis]) + v * (c[axis] - a[axis]));
        counts.all += weight;
        if (boundary.distanceWithin(x, y, z, FARTHEST * edge) !== Infinity) continue;
        if (boundary.windingNumber(x, y, z) <= 0.5) counts.lost += weight;
        else if (!isBuried(query, [x, y, z], a, b, c, BURIED * edge)) counts.joined += weight;
      }
    }
  }
  return { lost: counts.lost / counts.all, joined: counts.joined / counts.all };
}

/** Returns whether the body continues in front of a point of its surface: a part inside another one. */
function isBuried(
  query: SurfaceQuery,
  point: readonly number[],
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  step: number,
): boolean {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const scale = step / Math.max(Math.hypot(...normal), Number.MIN_VALUE);
  const [x, y, z] = normal.map((component, axis) => point[axis] + scale * component);
  return query.windingNumber(x, y, z) > 0.5;
}

/** Counts vertices with strongly extrapolating weights, and ends of short edges in elements that neither touch nor have a common neighbour. */
function countAstray({ surface, embedding, mesh, kind }: VolumeMesh, edge: number): number {
  const { weights, size } = embedding;
  const count = weights.length / size;
  let astray = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    for (let k = size * vertex; k < size * (vertex + 1); k++) {
      if (weights[k] >= LEAST_WEIGHT) continue;
      astray++;
      break;
    }
  }
  const near = new Neighbourhood(
    kind === 'tet' ? mesh.tets : mesh.hexes,
    kind === 'tet' ? 4 : 8,
    mesh.positions.length / 3,
  );
  for (const [a, b] of shortEdges(surface, NEAR_ENDS * edge)) if (!near.touch(embedding, a, b)) astray++;
  return astray;
}

/**
 * Counts edges whose ends have weights that differ by more than their length accounts for. Where b - a = sum d_k x_k, vertices that move by at most u change it by at most
 * u sum |d_k|: neighbours embedded in elements that extrapolate differently move apart by far more than their distance.
 */
function countDrawnOut({ surface, embedding }: VolumeMesh, edge: number): number {
  const { positions } = surface;
  let count = 0;
  for (const [a, b] of shortEdges(surface, NEAR_ENDS * edge)) {
    const [p, q] = [positions.subarray(3 * a, 3 * a + 3), positions.subarray(3 * b, 3 * b + 3)];
    const seen = Math.max(length(p, q), SHORTEST_SEEN * edge);
    if (weightsApart(embedding, a, b) * edge > MOST_JUMP * seen) count++;
  }
  return count;
}

/** Returns the sum, over all vertices of the mesh, of the difference of the weights of two surface vertices. */
function weightsApart({ size, vertices, weights }: Embedding, a: number, b: number): number {
  let sum = 0;
  for (let i = size * a; i < size * (a + 1); i++) {
    let other = 0;
    for (let k = size * b; k < size * (b + 1); k++) if (vertices[k] === vertices[i]) other += weights[k];
    sum += Math.abs(weights[i] - other);
  }
  for (let k = size * b; k < size * (b + 1); k++) {
    let shared = false;
    for (let i = size * a; i < size * (a + 1); i++) shared ||= vertices[i] === vertices[k];
    if (!shared) sum += Math.abs(weights[k]);
  }
  return sum;
}

/** Adjacency of the vertices of a mesh: vertices of common elements are neighbours. */
class Neighbourhood {
  private readonly cells: Uint32Array;
  private readonly size: 4 | 8;
  private readonly start: Uint32Array;
  private readonly around: Uint32Array;

  constructor(cells: Uint32Array, size: 4 | 8, vertexCount: number) {
    this.cells = cells;
    this.size = size;
    this.start = new Uint32Array(vertexCount + 1);
    for (const vertex of cells) this.start[vertex + 1]++;
    for (let vertex = 0; vertex < vertexCount; vertex++) this.start[vertex + 1] += this.start[vertex];
    const next = this.start.slice();
    this.around = new Uint32Array(cells.length);
    cells.forEach((vertex, at) => (this.around[next[vertex]++] = Math.floor(at / size)));
  }

  /** Returns whether the elements that embed two surface vertices have a vertex in common, or neighbours that do. */
  touch({ vertices, size }: Embedding, a: number, b: number): boolean {
    const own = vertices.subarray(size * a, size * a + size);
    const other = vertices.subarray(size * b, size * b + size);
    if (own.some((vertex) => other.includes(vertex))) return true;
    const reach = this.neighbours(own);
    return this.neighbours(other, reach).size === 0;
  }

  /** Vertices of all elements around some; stops with an empty set at the first that is in `wanted`. */
  private neighbours(vertices: Uint32Array, wanted?: ReadonlySet<number>): Set<number> {
    const found = new Set<number>();
    for (const vertex of vertices) {
      for (let at = this.start[vertex]; at < this.start[vertex + 1]; at++) {
        for (let corner = 0; corner < this.size; corner++) {
          const near = this.cells[this.size * this.around[at] + corner];
          if (wanted?.has(near) === true) return new Set();
          found.add(near);
        }
      }
    }
    return found;
  }
}

function* shortEdges(
  { faceOffsets, faceVertices, positions }: SurfaceMesh,
  longest: number,
): Iterable<[number, number]> {
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    for (let at = faceOffsets[face]; at < faceOffsets[face + 1]; at++) {
      const a = faceVertices[at];
      const b = faceVertices[at + 1 < faceOffsets[face + 1] ? at + 1 : faceOffsets[face]];
      const [p, q] = [positions.subarray(3 * a, 3 * a + 3), positions.subarray(3 * b, 3 * b + 3)];
      if (a < b && length(p, q) <= longest) yield [a, b];
    }
  }
}

function length(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function doubleArea(a: ArrayLike<number>, b: ArrayLike<number>, c: ArrayLike<number>): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}
