/** What liquid presses on: outward triangles of a closed surface, and the node that each of its vertices is. */
export interface CoupledSurface {
  readonly triangles: Uint32Array;
  readonly nodes: Uint32Array;
}

/**
 * A deformable solid as a step with liquid sees it: linear in what presses on its nodes, v = v_free + Sk^-1 F (Zarifi 2017, 5.16), with constraints of nodes inside
 * Sk^-1, which is symmetric and positive semidefinite. Vectors are xyz per node.
 */
export interface CoupledSolid {
  readonly surface: CoupledSurface;
  /** Whether the surface is open and thin, with liquid on either side of it; left out, it is closed. */
  readonly isSheet?: boolean;
  /** Whether films of liquid press on it that are thinner than cells resolve, as beneath a crate that lies flat on the floor; left out, they do not. */
  readonly hasFilms?: boolean;
  /** Positions of the vertices of the surface, m. */
  writeSurface(positions: Float64Array): void;
  /** m/s at the end of the step: after `predict` without the liquid, after `applyPressure` with it. */
  readonly velocity: Float64Array;
  /** Begins a step of `dt`, s: linearises at the positions that stand and moves without the liquid. */
  predict(dt: number): void;
  /** Returns whether, after `predict`, a node can move along the direction (xyz) at `at` of an array. */
  isCompliant(node: number, direction: Float64Array, at: number): boolean;
  /** F, N, becomes the change Sk^-1 F of the velocities at the end of the step, m/s, in place. `drags`: F is that of shear, which turns bodies about axes that they are round about; pressure does not. */
  applyInverse(force: Float64Array, drags?: boolean): void;
  /** Takes what the liquid and other solids press with, N, and the change of the velocities by it, m/s; `wet`: whether liquid touches the solid; `drags` as above. Arrays are the caller's. */
  applyPressure(force: Float64Array, change: Float64Array, wet: boolean, drags?: boolean): void;
}
