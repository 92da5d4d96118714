import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import { manifoldReport } from '../../geometry/manifoldReport.ts';
import { boundaryFaces } from '../../geometry/tetBoundary.ts';
import type { TetMesh } from '../../geometry/TetMesh.ts';
import type { LatticeMesh } from '../lattice/Lattice.ts';
import { barycentricWeights, TetLocator } from '../tetLocator.ts';
import { compactMesh, withoutSmallPieces } from './selectCandidate.ts';

/** Rounds of adding tets around non-manifold vertices. */
const GROW_ROUNDS = 12;
/** Tets between two cancel checks. */
const CHUNK = 4096;

/**
 * Returns the whole lattice tets that touch the inside: those with an inside vertex, those that contain one of `points` (the
 * surface's own vertices, xyz each), and those that contain the surface point closest to their centroid. The one-rings of non-manifold
 * boundary vertices are added. Pieces with fewer than `minPieceTets` are left out.
 * Throws `mesh-failed` when nothing is left.
 */
export function embeddedLattice(
  lattice: LatticeMesh,
  query: SurfaceQuery,
  points: Float64Array,
  minPieceTets: number,
  job: JobContext,
): TetMesh {
  const { tets, signedDistances } = lattice;
  const kept = new Uint8Array(lattice.kinds.length);
  const holdsPoint = tetsAt(points, lattice);
  const toucher = new SurfaceToucher(lattice, query);
  for (let at = 0; at < tets.length; at += 4) {
    if (at % CHUNK === 0) checkCancelled(job);
    const lowest = Math.min(
      signedDistances[tets[at]],
      signedDistances[tets[at + 1]],
      signedDistances[tets[at + 2]],
      signedDistances[tets[at + 3]],
    );
    if (lowest >= 0 && holdsPoint[at / 4] === 0 && !toucher.touches(at / 4)) continue;
    kept[at / 4] = 1;
  }
  const whole = growToManifold(tets, signedDistances.length, kept, job);
  const pieces = withoutSmallPieces(whole, signedDistances.length, minPieceTets);
  if (pieces.length === 0) {
    throw new CoreError('mesh-failed', 'no lattice element touches the inside of the surface', {
      remedy: 'Use a shorter edge, or a smaller minimum piece.',
    });
  }
  return compactMesh(lattice.positions, pieces);
}

/** Adds the tets around bad boundary vertices for some rounds; returns the vertices of the tets kept in the end. */
function growToManifold(tets: Uint32Array, vertexCount: number, kept: Uint8Array, job: JobContext): Uint32Array {
  let chosen = chosenTets(tets, kept);
  for (let round = 0; round < GROW_ROUNDS; round++) {
    checkCancelled(job);
    const { manifold, badVertexFlags: bad } = manifoldReport(boundaryFaces(chosen, vertexCount), vertexCount);
    if (manifold) break;
    for (let at = 0; at < tets.length; at += 4) {
      if ((bad[tets[at]] | bad[tets[at + 1]] | bad[tets[at + 2]] | bad[tets[at + 3]]) !== 0) kept[at / 4] = 1;
    }
    chosen = chosenTets(tets, kept);
  }
  return chosen;
}

function chosenTets(tets: Uint32Array, kept: Uint8Array): Uint32Array {
  return tets.filter((_, at) => kept[at >> 2] === 1);
}

/** 1 for each tet that was found to contain one of the points. */
function tetsAt(points: Float64Array, lattice: LatticeMesh): Uint8Array {
  const found = new Uint8Array(lattice.kinds.length);
  const locator = new TetLocator(lattice, 0.5 * lattice.finestEdge, points);
  for (let at = 0; at < points.length; at += 3) {
    const tet = locator.find(points[at], points[at + 1], points[at + 2]);
    if (tet !== -1 && Math.min(...locator.weights) > -1e-9) found[tet] = 1;
  }
  return found;
}

class SurfaceToucher {
  private readonly lattice: LatticeMesh;
  private readonly query: SurfaceQuery;
  private readonly closest = new Float64Array(4);
  private readonly weights = new Float64Array(4);
  private hint = -1;

  constructor(lattice: LatticeMesh, query: SurfaceQuery) {
    this.lattice = lattice;
    this.query = query;
  }

  /** Whether the surface point closest to the tet's centroid lies in the tet. */
  touches(tet: number): boolean {
    const { positions, tets } = this.lattice;
    let x = 0;
    let y = 0;
    let z = 0;
    let radius = 0;
    for (let corner = 0; corner < 4; corner++) {
      const vertex = 3 * tets[4 * tet + corner];
      x += 0.25 * positions[vertex];
      y += 0.25 * positions[vertex + 1];
      z += 0.25 * positions[vertex + 2];
    }
    for (let corner = 0; corner < 4; corner++) {
      const vertex = 3 * tets[4 * tet + corner];
      radius = Math.max(
        radius,
        Math.hypot(positions[vertex] - x, positions[vertex + 1] - y, positions[vertex + 2] - z),
      );
    }
    const triangle = this.query.closestPointWithin(x, y, z, radius, this.closest, this.hint);
    if (triangle < 0) return false;
    this.hint = triangle;
    const { closest, weights } = this;
    return (
      barycentricWeights(this.lattice, tet, closest[0], closest[1], closest[2], weights) &&
      Math.min(weights[0], weights[1], weights[2], weights[3]) >= 0
    );
  }
}
