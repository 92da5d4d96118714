import { CoreError } from '../../base/errors.ts';
import { boundaryFaces, manifoldReport } from '../../geometry/tetBoundary.ts';
import type { TetMesh } from '../../geometry/TetMesh.ts';
import type { LatticeMesh } from '../lattice/Lattice.ts';

export interface CandidateOptions {
  /**
   * A lattice vertex belongs to the envelope when at least this fraction of every edge at it lies inside. Smaller keeps thin
   * parts in one piece; larger moves the boundary less.
   */
  readonly envelope: number;
  /** Pieces with fewer tets are left out. */
  readonly minPieceTets: number;
}

/** Rounds of growing the envelope at non-manifold places before it is shrunk there instead. */
const GROW_ROUNDS = 8;
const SHRINK_ROUNDS = 32;
/** Vertices farther outside than this, in finest edges, are not enveloped by repairs: their elements would be stretched. */
const GROW_LIMIT = 0;
/** Corner pairs of a tet's edges. */
const EDGE_FROM = [0, 0, 0, 1, 1, 2];
const EDGE_TO = [1, 2, 3, 2, 3, 3];

/**
 * The part of a lattice that will be pressed onto the surface (Molino et al. 2003, section 5): the one-rings of the enveloped
 * vertices. Every tet then has an enveloped vertex, which is interior, so no tet has four boundary vertices. Where the
 * boundary is not a 2-manifold the envelope grows over the place, and where that does not help it shrinks from it. Pieces
 * that are too small are dropped.
 * Throws `mesh-failed` when nothing is left: the edge is too long for the shape.
 */
export function selectCandidate(lattice: LatticeMesh, options: CandidateOptions): TetMesh {
  const enveloped = envelopedVertices(lattice, options.envelope);
  let kept = repairBoundary(lattice, enveloped);
  kept = withoutSmallPieces(kept, enveloped.length, options.minPieceTets);
  if (kept.length === 0) {
    throw new CoreError('mesh-failed', 'no lattice element fits inside the surface', {
      remedy: 'Use a shorter edge: parts thinner than about one and a half edges are lost.',
    });
  }
  return compactMesh(lattice.positions, kept);
}

/** 1 for each vertex at which the fraction of every incident edge that lies inside is at least `threshold`. */
function envelopedVertices(lattice: LatticeMesh, threshold: number): Uint8Array {
  const { tets, signedDistances } = lattice;
  const enveloped = new Uint8Array(signedDistances.length).fill(1);
  for (let at = 0; at < tets.length; at += 4) {
    for (let edge = 0; edge < 6; edge++) {
      const a = tets[at + EDGE_FROM[edge]];
      const b = tets[at + EDGE_TO[edge]];
      const pa = signedDistances[a];
      const pb = signedDistances[b];
      if (pa < 0 && pb < 0) continue;
      const fraction = pa < 0 ? pa / (pa - pb) : pb < 0 ? pb / (pb - pa) : 0;
      if (fraction >= threshold) continue;
      enveloped[a] = 0;
      enveloped[b] = 0;
    }
  }
  return enveloped;
}

/** Grows, then shrinks the envelope until the one-rings have a manifold boundary; returns the kept tets' vertices. */
function repairBoundary(lattice: LatticeMesh, enveloped: Uint8Array): Uint32Array {
  const fixed = ungrowableVertices(lattice);
  for (let round = 0; round < GROW_ROUNDS + SHRINK_ROUNDS; round++) {
    const kept = envelopeRings(lattice.tets, enveloped);
    const report = manifoldReport(boundaryFaces(kept, enveloped.length), enveloped.length);
    if (report.manifold) return kept;
    if (round < GROW_ROUNDS && growEnvelope(enveloped, report.badVertexFlags, fixed)) continue;
    shrinkEnvelope(kept, enveloped, report.badVertexFlags);
  }
  throw new CoreError('mesh-failed', 'the boundary of the lattice could not be made manifold', {
    remedy: 'Use a different edge length.',
  });
}

/** Vertices that must not be enveloped: on the outer boundary of the lattice, or too far outside the surface. */
function ungrowableVertices(lattice: LatticeMesh): Uint8Array {
  const fixed = new Uint8Array(lattice.signedDistances.length);
  const limit = GROW_LIMIT * lattice.finestEdge;
  for (let vertex = 0; vertex < fixed.length; vertex++) if (lattice.signedDistances[vertex] > limit) fixed[vertex] = 1;
  for (const vertex of boundaryFaces(lattice.tets, fixed.length)) fixed[vertex] = 1;
  return fixed;
}

/** Envelops bad vertices where that is allowed; true where one was added. */
function growEnvelope(enveloped: Uint8Array, bad: Uint8Array, fixed: Uint8Array): boolean {
  let grown = false;
  for (let vertex = 0; vertex < bad.length; vertex++) {
    if (bad[vertex] === 0 || fixed[vertex] === 1) continue;
    enveloped[vertex] = 1;
    grown = true;
  }
  return grown;
}

/** Takes the enveloped vertices next to bad boundary vertices out, which removes the tets that meet there. */
function shrinkEnvelope(kept: Uint32Array, enveloped: Uint8Array, bad: Uint8Array): void {
  const removed = new Uint8Array(enveloped.length);
  for (let at = 0; at < kept.length; at += 4) {
    const touches = bad[kept[at]] | bad[kept[at + 1]] | bad[kept[at + 2]] | bad[kept[at + 3]];
    if (touches === 0) continue;
    for (let corner = 0; corner < 4; corner++) removed[kept[at + corner]] = 1;
  }
  for (let vertex = 0; vertex < removed.length; vertex++) if (removed[vertex] === 1) enveloped[vertex] = 0;
}

/** Vertices of the tets that have an enveloped vertex. */
function envelopeRings(tets: Uint32Array, enveloped: Uint8Array): Uint32Array {
  const kept = new Uint32Array(tets.length);
  let size = 0;
  for (let at = 0; at < tets.length; at += 4) {
    const a = tets[at];
    const b = tets[at + 1];
    const c = tets[at + 2];
    const d = tets[at + 3];
    if ((enveloped[a] | enveloped[b] | enveloped[c] | enveloped[d]) === 0) continue;
    kept[size] = a;
    kept[size + 1] = b;
    kept[size + 2] = c;
    kept[size + 3] = d;
    size += 4;
  }
  return kept.slice(0, size);
}

/** Drops connected pieces (through shared vertices) with fewer than `least` tets. */
export function withoutSmallPieces(tets: Uint32Array, vertexCount: number, least: number): Uint32Array {
  const parent = new Int32Array(vertexCount);
  for (let vertex = 0; vertex < vertexCount; vertex++) parent[vertex] = vertex;
  const root = (vertex: number) => {
    let at = vertex;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  for (let at = 0; at < tets.length; at += 4) {
    const first = root(tets[at]);
    for (let corner = 1; corner < 4; corner++) parent[root(tets[at + corner])] = first;
  }
  const sizes = new Int32Array(vertexCount);
  for (let at = 0; at < tets.length; at += 4) sizes[root(tets[at])]++;
  return tets.filter((_, at) => sizes[root(tets[at - (at % 4)])] >= least);
}

/** Numbers the vertices in use by first appearance and keeps only those. */
export function compactMesh(positions: Float64Array, tets: Uint32Array): TetMesh {
  const renumbered = new Int32Array(positions.length / 3).fill(-1);
  const compactTets = new Uint32Array(tets.length);
  let count = 0;
  for (let at = 0; at < tets.length; at++) {
    const vertex = tets[at];
    if (renumbered[vertex] < 0) renumbered[vertex] = count++;
    compactTets[at] = renumbered[vertex];
  }
  const compactPositions = new Float64Array(3 * count);
  for (let vertex = 0; vertex < renumbered.length; vertex++) {
    const to = renumbered[vertex];
    if (to < 0) continue;
    for (let axis = 0; axis < 3; axis++) compactPositions[3 * to + axis] = positions[3 * vertex + axis];
  }
  return { positions: compactPositions, tets: compactTets };
}
