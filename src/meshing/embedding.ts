import { CoreError } from '../base/errors.ts';
import type { Embedding, TetMesh } from '../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import { TetLocator } from './tetLocator.ts';

/** Grid cells per mean tet edge for points near the mesh, and for the few that need a search. */
const FINE_CELL = 0.5;
const COARSE_CELL = 1.5;
/** A least weight below this sends the point to the wider search: a better tet may lie in a neighbouring cell. */
const ACCEPTED_WEIGHT = -0.1;

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
  const near = new TetLocator(mesh, FINE_CELL * edge, surface.positions);
  let wide: TetLocator | undefined;
  for (let vertex = 0; vertex < count; vertex++) {
    const x = surface.positions[3 * vertex];
    const y = surface.positions[3 * vertex + 1];
    const z = surface.positions[3 * vertex + 2];
    let locator = near;
    let tet = near.find(x, y, z);
    const found = near.weights;
    if (tet === -1 || Math.min(found[0], found[1], found[2], found[3]) < ACCEPTED_WEIGHT) {
      wide ??= new TetLocator(mesh, COARSE_CELL * edge);
      locator = wide;
      tet = wide.findNearest(x, y, z);
    }
    if (tet === -1) throw new CoreError('mesh-failed', 'the mesh has no element to carry the surface');
    for (let corner = 0; corner < 4; corner++) {
      vertices[4 * vertex + corner] = mesh.tets[4 * tet + corner];
      weights[4 * vertex + corner] = locator.weights[corner];
    }
  }
  return { size: 4, vertices, weights };
}

/** Mean length of the edges from each tet's first corner, metres. */
function meanEdgeLength(mesh: TetMesh): number {
  const { positions, tets } = mesh;
  let sum = 0;
  for (let at = 0; at < tets.length; at += 4) {
    const origin = 3 * tets[at];
    for (let corner = 1; corner < 4; corner++) {
      const other = 3 * tets[at + corner];
      sum += Math.hypot(
        positions[other] - positions[origin],
        positions[other + 1] - positions[origin + 1],
        positions[other + 2] - positions[origin + 2],
      );
    }
  }
  return sum > 0 ? sum / (0.75 * tets.length) : 1;
}
