/**
 * A lattice of tetrahedra with the level set at its vertices, positive inside. `origin` and `spacing` locate the cubic grid it
 * was cut from (the parity rule of the stencils needs it).
 */
export interface StuffingLattice {
  readonly positions: Float64Array;
  readonly tets: Uint32Array;
  /** Level set, metres, positive inside; beyond one edge length only its sign is valid. */
  readonly phi: Float64Array;
  readonly origin: readonly [number, number, number];
  /** Long edge a of the finest BCC tets, metres. */
  readonly spacing: number;
}
