import { CoreError } from '../base/errors.ts';
import type { Embedding, TetMesh } from '../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import { TetLocator } from './tetLocator.ts';

/** Grid cells per mean tet edge for points near the mesh, and for the few that need a search. */
const FINE_CELL = 0.5;
const COARSE_CELL = 0.75;
/** Tets whose edges are averaged to size the grids. */
const EDGE_SAMPLES = 4096;
/** Rings of coarse cells in which most points outside find a tet. */
const SEARCH_RINGS = 2;
/** Points whose smallest weight is below this are searched in a wider neighbourhood: a better tet may be in a neighbouring cell. */
const ACCEPTED_WEIGHT = -0.3;

/**
 * Binds every surface vertex, in source order, to the tet that contains it, or outside the mesh to the nearby tet that needs
 * the least extrapolation (whose weights are then partly negative). The weights reproduce the vertex exactly, up to
 * rounding, and so any affine motion of the mesh.
 * Throws `mesh-failed` for a mesh without a positive tet.
 */
export function embedSurface(mesh: TetMesh, surface: SurfaceMesh): Embedding {
  const count = surface.positions.length / 3;
  const vertices = new Uint32Array(4 * count);
  const weights = new Float64Array(4 * count);
  const edge = meanEdgeLength(mesh);
  const { positions } = surface;
  const near = new TetLocator(mesh, FINE_CELL * edge, positions);
  const outside: number[] = [];
  for (let vertex = 0; vertex < count; vertex++) {
    const tet = near.find(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    const found = near.weights;
    if (tet === -1 || Math.min(found[0], found[1], found[2], found[3]) < ACCEPTED_WEIGHT) outside.push(vertex);
    else bind(mesh, tet, found, vertex, vertices, weights);
  }
  bindOutside(mesh, positions, outside, COARSE_CELL * edge, vertices, weights);
  return { size: 4, vertices, weights };
}

function bind(
  mesh: TetMesh,
  tet: number,
  found: Float64Array,
  vertex: number,
  vertices: Uint32Array,
  weights: Float64Array,
): void {
  for (let corner = 0; corner < 4; corner++) {
    vertices[4 * vertex + corner] = mesh.tets[4 * tet + corner];
    weights[4 * vertex + corner] = found[corner];
  }
}

/** Embeds vertices that no tet contains: first in tets of the cells around them, then, for the rest, in the whole mesh. */
function bindOutside(
  mesh: TetMesh,
  positions: Float64Array,
  outside: readonly number[],
  cell: number,
  vertices: Uint32Array,
  weights: Float64Array,
): void {
  if (outside.length === 0) return;
  const points = new Float64Array(3 * outside.length);
  outside.forEach((vertex, n) => points.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * n));
  const around = new TetLocator(mesh, cell, points, SEARCH_RINGS);
  let whole: TetLocator | undefined;
  for (const vertex of outside) {
    const x = positions[3 * vertex];
    const y = positions[3 * vertex + 1];
    const z = positions[3 * vertex + 2];
    let locator = around;
    let tet = around.findNearest(x, y, z, SEARCH_RINGS);
    if (tet === -1) {
      whole ??= new TetLocator(mesh, cell);
      locator = whole;
      tet = whole.findNearest(x, y, z);
    }
    if (tet === -1) throw new CoreError('mesh-failed', 'the mesh has no element to embed the surface in');
    bind(mesh, tet, locator.weights, vertex, vertices, weights);
  }
}

/** Mean length of the edges from the first corners of some thousand tets spread over the mesh, metres. */
function meanEdgeLength(mesh: TetMesh): number {
  const { positions, tets } = mesh;
  const stride = 4 * Math.max(1, Math.floor(tets.length / (4 * EDGE_SAMPLES)));
  let sum = 0;
  let count = 0;
  for (let at = 0; at < tets.length; at += stride) {
    const origin = 3 * tets[at];
    for (let corner = 1; corner < 4; corner++) {
      const other = 3 * tets[at + corner];
      sum += Math.hypot(
        positions[other] - positions[origin],
        positions[other + 1] - positions[origin + 1],
        positions[other + 2] - positions[origin + 2],
      );
      count++;
    }
  }
  return sum > 0 ? sum / count : 1;
}
