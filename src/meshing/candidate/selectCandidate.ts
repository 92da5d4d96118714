import { CoreError } from '../../base/errors.ts';
import { manifoldReport } from '../../geometry/manifoldReport.ts';
import { boundaryFaces } from '../../geometry/tetBoundary.ts';
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

/** Rounds of growing the envelope at non-manifold vertices before it is shrunk there instead. */
const GROW_ROUNDS = 8;
const SHRINK_ROUNDS = 32;
/** Vertices farther outside than this, in finest edges, are not enveloped by repairs: their elements would be stretched. */
const GROW_LIMIT = 0;
/** Corner pairs of a tet's edges. */
const EDGE_FROM = [0, 0, 0, 1, 1, 2];
const EDGE_TO = [1, 2, 3, 2, 3, 3];

/**
 * Returns the part of a lattice to compress onto the surface (Molino et al. 2003, section 5): the one-rings of the enveloped
 * vertices. Every tet then has an enveloped vertex, which is interior, so no tet has four boundary vertices. Where the
 * boundary is not a 2-manifold the envelope grows over the vertex, and where that does not help it shrinks from it. Pieces
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

/**
 * Grows, then shrinks the envelope until the one-rings have a manifold boundary; returns the kept tets' vertices. After the first
 * round only the neighbourhood of what changed is tested again.
 */
function repairBoundary(lattice: LatticeMesh, enveloped: Uint8Array): Uint32Array {
  const { tets, signedDistances } = lattice;
  const limit = GROW_LIMIT * lattice.finestEdge;
  let tested: Uint8Array | undefined;
  for (let round = 0; round < GROW_ROUNDS + SHRINK_ROUNDS; round++) {
    const bad = badVertices(tets, enveloped, tested);
    if (bad === undefined) return envelopeRings(tets, enveloped, undefined);
    const before = enveloped.slice();
    if (round >= GROW_ROUNDS || !growEnvelope(enveloped, bad, signedDistances, limit)) {
      shrinkEnvelope(tets, enveloped, bad);
    }
    tested = changedVertices(tets, before, enveloped, bad);
  }
  throw new CoreError('mesh-failed', 'the boundary of the lattice could not be made manifold', {
    remedy: 'Use a different edge length.',
  });
}

/**
 * 1 for each vertex (among `tested`, or all) where the boundary of the envelope's one-rings is not a manifold; undefined when
 * there is none.
 */
function badVertices(tets: Uint32Array, enveloped: Uint8Array, tested: Uint8Array | undefined): Uint8Array | undefined {
  const kept = envelopeRings(tets, enveloped, tested);
  const { badVertexFlags } = manifoldReport(boundaryFaces(kept, enveloped.length), enveloped.length);
  let count = 0;
  for (let vertex = 0; vertex < badVertexFlags.length; vertex++) {
    // The rings of vertices that are not tested are incomplete here.
    if (tested !== undefined && tested[vertex] === 0) badVertexFlags[vertex] = 0;
    count += badVertexFlags[vertex];
  }
  return count === 0 ? undefined : badVertexFlags;
}

/** Envelops bad vertices that are not too far outside; true where one was added. */
function growEnvelope(enveloped: Uint8Array, bad: Uint8Array, distances: Float64Array, limit: number): boolean {
  let grown = false;
  for (let vertex = 0; vertex < bad.length; vertex++) {
    if (bad[vertex] === 0 || enveloped[vertex] === 1 || distances[vertex] > limit) continue;
    enveloped[vertex] = 1;
    grown = true;
  }
  return grown;
}

/** Takes the enveloped vertices next to bad boundary vertices out, which removes the tets that meet there. */
function shrinkEnvelope(tets: Uint32Array, enveloped: Uint8Array, bad: Uint8Array): void {
  const removed = new Uint8Array(enveloped.length);
  for (let at = 0; at < tets.length; at += 4) {
    const touches = bad[tets[at]] | bad[tets[at + 1]] | bad[tets[at + 2]] | bad[tets[at + 3]];
    if (touches === 0) continue;
    for (let corner = 0; corner < 4; corner++) removed[tets[at + corner]] = 1;
  }
  for (let vertex = 0; vertex < removed.length; vertex++) if (removed[vertex] === 1) enveloped[vertex] = 0;
}

/** Vertices of the tets whose membership may have changed, and the bad ones (they may still be bad). */
function changedVertices(tets: Uint32Array, before: Uint8Array, after: Uint8Array, bad: Uint8Array): Uint8Array {
  const changed = bad.slice();
  for (let at = 0; at < tets.length; at += 4) {
    const differs =
      (before[tets[at]] ^ after[tets[at]]) |
      (before[tets[at + 1]] ^ after[tets[at + 1]]) |
      (before[tets[at + 2]] ^ after[tets[at + 2]]) |
      (before[tets[at + 3]] ^ after[tets[at + 3]]);
    if (differs === 0) continue;
    for (let corner = 0; corner < 4; corner++) changed[tets[at + corner]] = 1;
  }
  return changed;
}

/** Vertices of the tets that have an enveloped vertex, and, with `around`, a vertex marked there. */
function envelopeRings(tets: Uint32Array, enveloped: Uint8Array, around: Uint8Array | undefined): Uint32Array {
  const kept = new Uint32Array(tets.length);
  let size = 0;
  for (let at = 0; at < tets.length; at += 4) {
    const a = tets[at];
    const b = tets[at + 1];
    const c = tets[at + 2];
    const d = tets[at + 3];
    if ((enveloped[a] | enveloped[b] | enveloped[c] | enveloped[d]) === 0) continue;
    if (around !== undefined && (around[a] | around[b] | around[c] | around[d]) === 0) continue;
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
  if (sizes.every((size) => size === 0 || size >= least)) return tets;
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
