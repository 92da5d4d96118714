import { manifoldReport } from '../geometry/manifoldReport.ts';
import { boundaryFaces } from '../geometry/tetBoundary.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../geometry/surfaceQuery/SurfaceQuery.ts';
import type { HexMesh, TetMesh, VolumeMesh } from '../geometry/TetMesh.ts';
import { hexQuality } from '../geometry/hexQuality.ts';
import { meshQuality } from '../geometry/tetQuality.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import { boundaryTriangles, volumeBoundary } from '../geometry/volumeBoundary.ts';

/** A boundary vertex farther from the surface than this, in edge lengths, counts as off it. */
const ON_SURFACE = 1e-3;
/** Largest number of measured points of the source surface; evenly subsampled beyond. */
const MAX_SAMPLES = 40_000;

/** A surface point farther from the mesh than this, in edge lengths, is not represented by it. */
const LOST = 1.5;

/** Quality of a finished volume mesh. Angles in degrees, lengths in metres; `relative` repeats lengths in edge lengths. */
export interface MeshReport {
  readonly kind: 'tet' | 'hex';
  readonly vertices: number;
  /** Elements: tetrahedra or hexahedra. */
  readonly tets: number;
  readonly minDihedral: number;
  readonly p1MinDihedral: number;
  readonly maxDihedral: number;
  /** Longest edge over shortest altitude (hexahedra: over shortest edge). */
  readonly worstAspect: number;
  readonly inverted: number;
  readonly boundaryManifold: boolean;
  /** Number of boundary pieces, and Euler characteristic of the boundary. */
  readonly boundaryPieces: number;
  readonly eulerCharacteristic: number;
  readonly meshToSurfaceMax: number;
  readonly meshToSurfaceP99: number;
  readonly surfaceToMeshP99: number;
  /** Fraction of the surface's sampled points farther than 1.5 edges from the mesh: parts too thin for the lattice. */
  readonly lostSurface: number;
  readonly offSurface: OffSurface;
  /** Every tetrahedron has a vertex inside (true for hexahedra). */
  readonly noTetWithFourBoundaryVertices: boolean;
  readonly relative: {
    readonly meshToSurfaceMax: number;
    readonly meshToSurfaceP99: number;
    readonly surfaceToMeshP99: number;
    readonly offSurfaceMax: number;
  };
}

/** Boundary vertices off the surface by more than a thousandth of the edge length. */
export interface OffSurface {
  readonly vertices: number;
  /** Fraction of all boundary vertices. */
  readonly fraction: number;
  /** Largest distance, metres. */
  readonly max: number;
}

/**
 * Measures a volume mesh against the surface it was made from. `query` is the surface as it was filled (oriented, holes closed);
 * mesh-to-surface distances are sampled at boundary vertices, edge midpoints and centroids; surface-to-mesh distances at the
 * vertices and centroids of the surface. `edgeLength`: the long lattice edge a, metres.
 */
export function meshReport(volume: VolumeMesh, query: SurfaceQuery, edgeLength: number): MeshReport {
  const { positions } = volume.mesh;
  const boundary = volume.kind === 'tet' ? tetBoundary(volume.mesh) : hexBoundary(volume.mesh);
  const quality = volume.kind === 'tet' ? meshQuality(volume.mesh) : hexQuality(volume.mesh);
  const manifold = manifoldReport(boundary, positions.length / 3);
  const offSurface = measureOffSurface(positions, boundary, query, edgeLength);
  const toSurface = boundaryDistances(positions, boundary, query);
  const toMesh = surfaceDistances(query.mesh, createSurfaceQuery({ positions, triangles: boundary }));
  const meshToSurfaceMax = toSurface.length > 0 ? toSurface[toSurface.length - 1] : 0;
  const meshToSurfaceP99 = percentile(toSurface, 0.99);
  const surfaceToMeshP99 = percentile(toMesh, 0.99);
  return {
    kind: volume.kind,
    vertices: positions.length / 3,
    tets: quality.elements,
    minDihedral: quality.minDihedral,
    p1MinDihedral: quality.p1MinDihedral,
    maxDihedral: quality.maxDihedral,
    worstAspect: quality.worstAspect,
    inverted: quality.inverted,
    boundaryManifold: manifold.manifold,
    boundaryPieces: manifold.components,
    eulerCharacteristic: manifold.eulerCharacteristic,
    meshToSurfaceMax,
    meshToSurfaceP99,
    surfaceToMeshP99,
    lostSurface: partAbove(toMesh, LOST * edgeLength),
    offSurface,
    noTetWithFourBoundaryVertices: volume.kind === 'hex' || fullBoundaryTets(volume.mesh, boundary) === 0,
    relative: {
      meshToSurfaceMax: meshToSurfaceMax / edgeLength,
      meshToSurfaceP99: meshToSurfaceP99 / edgeLength,
      surfaceToMeshP99: surfaceToMeshP99 / edgeLength,
      offSurfaceMax: offSurface.max / edgeLength,
    },
  };
}

function tetBoundary(mesh: TetMesh): Uint32Array {
  return boundaryFaces(mesh.tets, mesh.positions.length / 3);
}

/** Boundary quadrilaterals as pairs of triangles. */
function hexBoundary(mesh: HexMesh): Uint32Array {
  return boundaryTriangles(volumeBoundary(mesh.hexes, 8));
}

/** Tets whose four vertices all lie on the boundary. */
export function fullBoundaryTets(mesh: TetMesh, boundary: Uint32Array): number {
  const on = new Uint8Array(mesh.positions.length / 3);
  for (const v of boundary) on[v] = 1;
  let count = 0;
  for (let t = 0; t < mesh.tets.length; t += 4) {
    count += on[mesh.tets[t]] & on[mesh.tets[t + 1]] & on[mesh.tets[t + 2]] & on[mesh.tets[t + 3]];
  }
  return count;
}

function measureOffSurface(
  positions: Float64Array,
  boundary: Uint32Array,
  query: SurfaceQuery,
  edgeLength: number,
): OffSurface {
  const seen = new Uint8Array(positions.length / 3);
  const closest = new Float64Array(4);
  let hint = -1;
  let total = 0;
  let off = 0;
  let max = 0;
  for (const v of boundary) {
    if (seen[v] === 1) continue;
    seen[v] = 1;
    total++;
    hint = query.closestPoint(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], closest, hint);
    if (closest[3] > ON_SURFACE * edgeLength) off++;
    max = Math.max(max, closest[3]);
  }
  return { vertices: off, fraction: total > 0 ? off / total : 0, max };
}

/** Ascending distances from corners, edge midpoints (once each) and centroids of the boundary triangles to the surface. */
function boundaryDistances(positions: Float64Array, boundary: Uint32Array, query: SurfaceQuery): Float64Array {
  const distances = new Float64Array((7 * boundary.length) / 3);
  const seen = new Uint8Array(positions.length / 3);
  const closest = new Float64Array(4);
  let hint = -1;
  let count = 0;
  const measure = (a: number, b: number, c: number) => {
    const [x, y, z] = [0, 1, 2].map((k) => (positions[3 * a + k] + positions[3 * b + k] + positions[3 * c + k]) / 3);
    hint = query.closestPoint(x, y, z, closest, hint);
    distances[count++] = closest[3];
  };
  for (let f = 0; f < boundary.length; f += 3) {
    measure(boundary[f], boundary[f + 1], boundary[f + 2]);
    for (let k = 0; k < 3; k++) {
      const v = boundary[f + k];
      const next = boundary[f + ((k + 1) % 3)];
      if (seen[v] === 0) measure(v, v, v);
      seen[v] = 1;
      if (v < next) midpoint(v, next);
    }
  }
  return distances.slice(0, count).sort();

  function midpoint(a: number, b: number): void {
    const [x, y, z] = [0, 1, 2].map((k) => (positions[3 * a + k] + positions[3 * b + k]) / 2);
    hint = query.closestPoint(x, y, z, closest, hint);
    distances[count++] = closest[3];
  }
}

/** Ascending distances from the surface's corners and triangle centroids to the mesh boundary. */
function surfaceDistances(surface: TriMesh, boundary: SurfaceQuery): Float64Array {
  const { positions, triangles } = surface;
  const total = triangles.length / 3;
  const stride = Math.max(1, Math.ceil((2 * total) / MAX_SAMPLES));
  const distances: number[] = [];
  const closest = new Float64Array(4);
  let hint = -1;
  for (let t = 0; t < total; t += stride) {
    const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
    for (const third of [0, 1 / 3]) {
      const x = positions[a] + third * (positions[b] + positions[c] - 2 * positions[a]);
      const y = positions[a + 1] + third * (positions[b + 1] + positions[c + 1] - 2 * positions[a + 1]);
      const z = positions[a + 2] + third * (positions[b + 2] + positions[c + 2] - 2 * positions[a + 2]);
      const found = boundary.closestPoint(x, y, z, closest, hint);
      if (found < 0) continue;
      hint = found;
      distances.push(closest[3]);
    }
  }
  return Float64Array.from(distances).sort();
}

function percentile(ascending: Float64Array, part: number): number {
  return ascending.length === 0 ? 0 : ascending[Math.min(ascending.length - 1, Math.floor(part * ascending.length))];
}

function partAbove(ascending: Float64Array, limit: number): number {
  if (ascending.length === 0) return 0;
  const first = ascending.findIndex((value) => value > limit);
  return first < 0 ? 0 : (ascending.length - first) / ascending.length;
}
