/** A named set of faces: an OBJ group, object or material, a glTF primitive. Faces may be in several sets. */
export interface FaceGroup {
  readonly kind: 'group' | 'object' | 'material' | 'smoothing';
  readonly name: string;
  /** Face numbers, ascending. */
  readonly faces: Uint32Array;
}

/** Per-corner attribute with its own index, as OBJ and Alembic store uvs and normals. */
export interface CornerAttribute {
  /** Components per value: 2 for uv, 3 for normals. */
  readonly size: number;
  /** Packed values, `size` numbers each. */
  readonly values: Float32Array;
  /** One index into `values` per face corner (length of `SurfaceMesh.faceVertices`); -1 where the corner has none. */
  readonly indices: Int32Array;
}

/** Per-vertex attribute beyond position: colours, extra PLY properties. */
export interface VertexAttribute {
  readonly name: string;
  readonly size: number;
  /** `size` numbers per vertex. */
  readonly values: Float32Array;
}

/**
 * The artist's mesh exactly as imported: polygons, source vertex order, attributes. Metres after unit conversion.
 * Face `f` has the corners `faceVertices[faceOffsets[f] .. faceOffsets[f + 1])`, counter-clockwise seen from outside.
 */
export interface SurfaceMesh {
  readonly name: string;
  /** xyz per vertex, in source order. */
  readonly positions: Float64Array;
  /** Corner offsets, faceCount + 1 entries. */
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
  readonly groups: readonly FaceGroup[];
  readonly uvs?: CornerAttribute;
  readonly normals?: CornerAttribute;
  readonly vertexAttributes: readonly VertexAttribute[];
}

/** A triangle mesh, as geometry and meshing use it. Counter-clockwise seen from outside. */
export interface TriMesh {
  /** xyz per vertex. */
  readonly positions: Float64Array;
  /** Three vertex numbers per triangle. */
  readonly triangles: Uint32Array;
}
