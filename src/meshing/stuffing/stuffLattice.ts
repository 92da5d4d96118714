import { CoreError } from '../../base/errors.ts';
import { manifoldReport } from '../../geometry/manifoldReport.ts';
import { boundaryFaces } from '../../geometry/tetBoundary.ts';
import type { TetMesh } from '../../geometry/TetMesh.ts';
import { splitTouchingVertices, tetPieces } from './pieces.ts';
import { fillStencils } from './stencils.ts';
import type { StuffingLattice } from './StuffingLattice.ts';
import { warpLattice } from './warp.ts';

/** Rounds of growing or shrinking the solid at edges where it touches itself. */
const REPAIR_ROUNDS = 8;
/** Level set, in edge lengths, that makes a vertex clearly inside or outside: large enough not to be snapped. */
const DECIDED = 0.8;
/** Pieces with fewer tets than this are dropped (one inside vertex alone makes 24), except the largest. */
export const SMALLEST_PIECE = 100;

/**
 * Isosurface stuffing of a lattice (Labelle & Shewchuk 2007) with a 2-manifold boundary: parts that touch in a vertex are
 * separated, parts that touch along an edge are joined or
 * trimmed there, and tiny pieces are dropped. Throws `geometry-empty` when nothing is inside.
 */
export function stuffLattice(lattice: StuffingLattice): TetMesh {
  let current = lattice;
  for (let round = 0; ; round++) {
    const stuffed = fillStencils(current, warpLattice(current));
    if (stuffed.tets.length === 0) throw nothingInside();
    const vertexCount = stuffed.positions.length / 3;
    const sources = splitTouchingVertices(stuffed.tets, vertexCount);
    const positions = withCopies(stuffed.positions, sources);
    const total = vertexCount + sources.length;
    const report = manifoldReport(boundaryFaces(stuffed.tets, total), total);
    if (report.manifold || round === REPAIR_ROUNDS) return keepLargePieces(positions, stuffed.tets);
    const phi = current.phi.slice();
    for (let v = 0; v < total; v++) {
      if (report.badVertexFlags[v] === 0) continue;
      const vertex = stuffed.latticeVertex[v < vertexCount ? v : sources[v - vertexCount]];
      if (vertex >= 0) phi[vertex] = (lattice.phi[vertex] > 0 ? DECIDED : -DECIDED) * lattice.spacing;
    }
    current = { ...current, phi };
  }
}

function nothingInside(): CoreError {
  return new CoreError('geometry-empty', 'the surface encloses no volume at this edge length', {
    remedy: 'Use a shorter edge length, or close the surface.',
  });
}

function withCopies(positions: Float64Array, sources: number[]): Float64Array {
  const all = new Float64Array(positions.length + 3 * sources.length);
  all.set(positions);
  sources.forEach((source, i) => {
    // A copy of a copy is numbered after its source, which is already in place.
    all.copyWithin(positions.length + 3 * i, 3 * source, 3 * source + 3);
  });
  return all;
}

/** Drops pieces below `SMALLEST_PIECE` tets and the vertices that nothing uses any more. */
function keepLargePieces(positions: Float64Array, tets: Uint32Array): TetMesh {
  const { piece, sizes } = tetPieces(tets, positions.length / 3);
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  const wanted = Math.min(SMALLEST_PIECE, largest);
  if (sizes.every((size) => size >= wanted)) return { positions, tets };
  const number = new Int32Array(positions.length / 3).fill(-1);
  const keptTets = new Uint32Array(tets.length);
  const keptPositions = new Float64Array(positions.length);
  let tetLength = 0;
  let vertexCount = 0;
  for (let i = 0; i < tets.length; i++) {
    if (sizes[piece[i >> 2]] < wanted) continue;
    const v = tets[i];
    if (number[v] < 0) {
      keptPositions.set(positions.subarray(3 * v, 3 * v + 3), 3 * vertexCount);
      number[v] = vertexCount++;
    }
    keptTets[tetLength++] = number[v];
  }
  return { positions: keptPositions.slice(0, 3 * vertexCount), tets: keptTets.slice(0, tetLength) };
}
