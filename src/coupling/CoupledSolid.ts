import type { BlockSparseMatrix } from '../math/BlockSparseMatrix.ts';

/** What liquid presses on: outward triangles of a closed surface, and the node that each of its vertices is. */
export interface CoupledSurface {
  readonly triangles: Uint32Array;
  readonly nodes: Uint32Array;
}

/**
 * A deformable solid as a step with liquid sees it: linear in the velocities of its nodes (Zarifi 2017, 5.16), (M / dt + D + dt K) v = M v* / dt + f.
 * Vectors are xyz per node.
 */
export interface CoupledSolid {
  /** M / dt + D + dt K, kg/s, after `linearize`; its pattern stays. Symmetric positive definite. */
  readonly matrix: BlockSparseMatrix;
  /** m/s: v*, with what gravity added, before a step, v after it. */
  readonly velocity: Float64Array;
  /** 1 for nodes whose velocity the step leaves as it is. */
  readonly fixed: Uint8Array;
  readonly surface: CoupledSurface;
  /** Positions of the vertices of the surface, m. */
  writeSurface(positions: Float64Array): void;
  /** Writes `matrix` for a step of `dt`, s, and the right-hand side M v* / dt + f, N, with the forces at the positions that stand. */
  linearize(dt: number, rhs: Float64Array): void;
}
