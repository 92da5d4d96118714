import type { SlipDrags } from './SlipDrags.ts';

/** Which velocity components of a vertex a solve may change. */
export const Constraint = {
  /** All three components may change. */
  free: 0,
  /** Components orthogonal to the vertex's normal may change. */
  normal: 1,
  /** No component may change. */
  fixed: 2,
  /** The component along the vertex's normal may change, which is then the direction of a line (a vertex between two contacts). */
  line: 3,
} as const;

/** Per-vertex constraints of a velocity solve: projection P_v = I, I - n n^T, 0 or n n^T. */
export interface VelocityConstraints {
  /** One `Constraint` per vertex. */
  readonly kinds: Uint8Array;
  /** Unit normals, xyz per vertex; read only where the kind is `normal` or `line`. */
  readonly normals: Float64Array;
  /** Left out, none. */
  readonly drags?: SlipDrags;
}
