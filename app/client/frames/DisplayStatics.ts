/** What of a shot does not change over its frames, ready to be drawn. */
export interface DisplayStatics {
  readonly bodies: readonly DisplayBodyStatics[];
  /** Entity ids. */
  readonly liquids: readonly string[];
  /** Regions of liquids too. */
  readonly colliders: readonly DisplayColliderStatics[];
}

export interface DisplayBodyStatics {
  /** Entity id. */
  readonly id: string;
  /** Corners per element: triangles of cloth (3), tetrahedra (4) or hexahedra (8, corner i + 2j + 4k). */
  readonly elementSize: 3 | 4 | 8;
  /** Volume vertices of each element. */
  readonly elements: Uint32Array;
  /** Volume vertices at rest, xyz, world axes as placed at the first frame, m. */
  readonly restVolume: Float32Array;
  /** Of the elements at rest; ratios to it are volume ratios. */
  readonly restDeterminants: Float32Array;
  readonly surface: DisplaySurface;
}

/**
 * The artist's surface as triangles of display vertices: the surface's vertices in their order, then copies of those that lie on
 * creases.
 */
export interface DisplaySurface {
  /** The surface vertex of each display vertex. */
  readonly source: Uint32Array;
  /** Three display vertices per triangle, in the order of the faces, counter-clockwise from outside. */
  readonly triangles: Uint32Array;
  /** Two display vertices per edge of the artist's polygons. */
  readonly edges: Uint32Array;
  /** The element that carries each display vertex. */
  readonly element: Uint32Array;
  readonly restPositions: Float32Array;
  readonly restNormals: Float32Array;
  /** As the normals, but not split at creases: for outlines. The same array where nothing is split. */
  readonly restHullNormals: Float32Array;
}

/** A collider's triangles in its own frame, m. */
export interface DisplayColliderStatics {
  readonly id: string;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly hullNormals: Float32Array;
  readonly triangles: Uint32Array;
}
