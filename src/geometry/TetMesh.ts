import type { SolidMoments } from './solidMoments.ts';
import type { SurfaceMesh, TriMesh } from './TriMesh.ts';

/**
 * Tetrahedra. Tet `t` has the vertices `tets[4t .. 4t+3]` = (0, 1, 2, 3), positively oriented:
 * dot(cross(x1 - x0, x2 - x0), x3 - x0) > 0. Metres.
 */
export interface TetMesh {
  readonly positions: Float64Array;
  readonly tets: Uint32Array;
  /**
   * Present in a mesh of quadratic tetrahedra: the vertex in the middle of each edge, `midpoints[6t .. 6t+5]` on the edges (0,1) (0,2) (0,3) (1,2)
   * (1,3) (2,3) of tet `t`. Edges are straight at rest.
   */
  readonly midpoints?: Uint32Array;
}

/**
 * Hexahedra. Hex `h` has the vertices `hexes[8h .. 8h+7]`; corner `i + 2j + 4k` sits at parametric (i, j, k) in {0,1}^3,
 * right-handed. Prisms, pyramids and tetrahedra are hexahedra with coincident corners (`elements/collapsedHex.ts`). Metres.
 */
export interface HexMesh {
  readonly positions: Float64Array;
  readonly hexes: Uint32Array;
}

/** Vertices of an element: triangles, tetrahedra, hexahedra and quadratic tetrahedra. */
export type CornerCount = 3 | 4 | 8 | 10;

/**
 * Embedding of the artist's surface in a body's mesh: surface vertex `v` is the sum over k < `size` of
 * `weights[size*v + k] * positions[vertices[size*v + k]]`. Weights sum to 1 and may be negative where the surface is
 * outside its element. `size` is 3 for triangles and 4 for tetrahedra (barycentric), 8 for hexahedra (trilinear) and 10 for quadratic tetrahedra.
 */
export interface Embedding {
  readonly size: CornerCount;
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
}

/** Elements that a file puts together: a physical group, a material number, a set. */
export interface ElementGroup {
  readonly name: string;
  /** Element numbers, ascending. */
  readonly elements: Uint32Array;
}

/** The material within the drawn surface, which the elements of a mesh stand for. */
export interface MeshMaterial {
  /** Moments of what the drawn surface encloses, in the frame of the mesh. */
  readonly moments: SolidMoments;
  /** Share of the material that whole cells, which reach beyond the surface, give each vertex, that is within the surface: 0 to 1, about; left out where elements follow the surface. */
  readonly filled?: Float64Array;
}

interface CarryingMesh {
  readonly surface: SurfaceMesh;
  readonly embedding: Embedding;
  /** Groups of elements that come from a file. */
  readonly elementGroups?: readonly ElementGroup[];
  /** What the elements are filled with; left out where they are what the body is made of: those of a file, and those of surfaces without a definite inside. */
  readonly material?: MeshMaterial;
  /** Remark for the artist on how the body was filled: a sentence without a full stop. */
  readonly note?: string;
}

/** Result of every mesher. */
export type VolumeMesh =
  | (CarryingMesh & { readonly kind: 'tet'; readonly mesh: TetMesh })
  | (CarryingMesh & { readonly kind: 'hex'; readonly mesh: HexMesh });

/** Simulation mesh of cloth and shells: the artist's surface in triangles, with coincident vertices merged. */
export interface ShellMesh {
  readonly kind: 'shell';
  readonly mesh: TriMesh;
  readonly surface: SurfaceMesh;
  readonly embedding: Embedding;
}

/** Simulation mesh of a deformable body. */
export type BodyMesh = VolumeMesh | ShellMesh;

/** Computes the positions of the embedded surface vertices from the volume vertex positions (same units); allocates nothing. */
export function embedPositions(
  embedding: Embedding,
  volumePositions: ArrayLike<number>,
  out: Float64Array | Float32Array,
): void {
  const { size, vertices, weights } = embedding;
  const count = weights.length / size;
  for (let v = 0; v < count; v++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = 0; k < size; k++) {
      const weight = weights[size * v + k];
      const source = 3 * vertices[size * v + k];
      x += weight * volumePositions[source];
      y += weight * volumePositions[source + 1];
      z += weight * volumePositions[source + 2];
    }
    out[3 * v] = x;
    out[3 * v + 1] = y;
    out[3 * v + 2] = z;
  }
}
