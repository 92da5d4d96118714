/**
 * The surfaces of the bodies of one group that may touch themselves and each other: the vertices of all bodies concatenated
 * (xyz interleaved where they are vectors), SI. `triangles`, `rest` and `bodies` must not change; `masses` may change between substeps.
 */
export interface ContactSurface {
  /** Three vertices per triangle, all of one body. */
  readonly triangles: Int32Array;
  /**
   * Positions, m, at which no contact acts: all bodies in one common space, as they are at the start of the shot. Vertices of one
   * body with exactly equal positions count as one (seams of an unwelded mesh).
   */
  readonly rest: Float64Array;
  /** kg per vertex. */
  readonly masses: Float64Array;
  /** Layer thickness at each vertex, m: surfaces repel each other below the mean of their two thicknesses. */
  readonly thickness: Float64Array;
  /** Body of each vertex, 0 .. pairs.bodyCount - 1, ascending. */
  readonly bodies: Int32Array;
  readonly pairs: BodyPairs;
}

/** Whether two bodies are in contact, and how: repelled below their thickness, or only kept from passing through each other because the solve of one keeps them apart. */
export const Touch = { never: 0, repels: 1, stops: 2 } as const;

/**
 * Whether the motion of a vertex is prescribed in a substep, and how: by what moves it, or by a collider beside it, into which other bodies would push it. It has infinite mass; with prescribed motion where that does not take a body
 * through itself, beside a collider where anything else in a colliding pair is free.
 */
export const Held = { free: 0, prescribed: 1, byCollider: 2 } as const;

/** Contact between bodies, row-major and symmetric, `bodyCount` squared entries. May change between substeps. */
export interface BodyPairs {
  readonly bodyCount: number;
  /** How the pair touches (`Touch`); on the diagonal, the body and itself. */
  readonly enabled: Uint8Array;
  /** Coulomb's coefficient. */
  readonly friction: Float64Array;
  /** Flags that are not 0 for bodies that move as prescribed. */
  readonly prescribed?: Uint8Array;
}
