import type { LatticeMesh } from '../lattice/Lattice.ts';
import type { StuffingLattice } from './StuffingLattice.ts';

/** Level-set values are limited to this many edges: only their sign matters beyond the reach of one edge. */
const LIMIT = 1.05;

/**
 * Returns a red-green lattice as input of the stencils, with the level set positive inside. The surface must only cut tets of the
 * finest level (a band at least 1.12 finest edges wide on either side guarantees it).
 */
export function gradedLattice(lattice: LatticeMesh): StuffingLattice {
  const { positions, tets, signedDistances, origin, finestEdge: spacing } = lattice;
  const limit = LIMIT * spacing;
  const phi = signedDistances.map((distance) => Math.min(limit, Math.max(-limit, -distance)));
  return { positions, tets, phi, origin, spacing };
}
