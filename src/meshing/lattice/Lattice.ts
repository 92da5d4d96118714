/** What a lattice tetrahedron is. */
export const BCC_TET = 0;
export const GREEN_TET = 1;

/** Directions of lattice edges; green bisections add edges that are neither long nor short. */
export const LONG_EDGE = 0;
export const SHORT_EDGE = 1;
export const OTHER_EDGE = 2;

/**
 * A conforming tetrahedral lattice cut from nested body-centred cubic lattices (Molino, Bridson, Teran & Fedkiw 2003,
 * section 4). Vertex `v` lies at `origin + unit * coordinates[3v..3v+2]` metres.
 *
 * A BCC tet has its two long edges, of length h = `finestEdge * 2^(finestLevel - level)`, at corners (0,1) and (2,3); they
 * are perpendicular and parallel to axes. The four others are short, h*sqrt(3)/2. Green tets close hanging midpoints
 * between levels and have no fixed corner order. Every tet is positively oriented.
 */
export interface LatticeMesh {
  /** xyz per vertex, metres. */
  readonly positions: Float64Array;
  /** Integer xyz per vertex in units of `unit`, exact. */
  readonly coordinates: Int32Array;
  /** Four vertices per tet. */
  readonly tets: Uint32Array;
  /** BCC_TET or GREEN_TET per tet. */
  readonly kinds: Uint8Array;
  /** Red depth per tet (0 = coarsest); a green tet carries the depth of the red tet it was cut from. */
  readonly levels: Uint8Array;
  /** Signed distance to the surface per vertex, metres, negative inside; exact near the surface, a lower bound of the
   * magnitude (with the right sign) far from it. */
  readonly signedDistances: Float64Array;
  readonly origin: readonly [number, number, number];
  /** Metres per integer coordinate step. */
  readonly unit: number;
  /** Long edge of the finest BCC level present by request, metres. */
  readonly finestEdge: number;
  /** Red depth of `finestEdge`. */
  readonly finestLevel: number;
}

/** LONG_EDGE, SHORT_EDGE or OTHER_EDGE for the lattice edge between two vertices, from their integer coordinates. */
export function latticeEdgeKind(coordinates: Int32Array, a: number, b: number): number {
  const dx = Math.abs(coordinates[3 * a] - coordinates[3 * b]);
  const dy = Math.abs(coordinates[3 * a + 1] - coordinates[3 * b + 1]);
  const dz = Math.abs(coordinates[3 * a + 2] - coordinates[3 * b + 2]);
  if (dx === dy && dy === dz) return SHORT_EDGE;
  const zeros = (dx === 0 ? 1 : 0) + (dy === 0 ? 1 : 0) + (dz === 0 ? 1 : 0);
  return zeros === 2 ? LONG_EDGE : OTHER_EDGE;
}
