/** Kind of a lattice tetrahedron. */
export const BCC_TET = 0;
export const GREEN_TET = 1;

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
  /** Red depth per tet (0 = coarsest); a green tet has the depth of the red tet that it was cut from. */
  readonly levels: Uint8Array;
  /** Signed distance to the surface per vertex, metres, negative inside; exact near the surface, a lower bound of the
   * magnitude (with the right sign) far from it. */
  readonly signedDistances: Float64Array;
  readonly origin: readonly [number, number, number];
  /** Metres per integer coordinate step. */
  readonly unit: number;
  /** Long edge of the finest BCC level that was requested, metres. */
  readonly finestEdge: number;
  /** Red depth of `finestEdge`. */
  readonly finestLevel: number;
}
