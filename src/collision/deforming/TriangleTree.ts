import { weldExact } from '../../geometry/welding/weldExact.ts';
import { surfaceStars, type SurfaceStars } from '../normalCone.ts';
import { buildSurfaceTrees } from '../selfContact/SurfaceTrees.ts';

/** A bounding-volume tree over the triangles of a surface, built once: only its boxes change as the surface moves. A node's children are the next node and `right[node]`. */
export interface TriangleTree extends SurfaceStars {
  /** Three vertices per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Triangle of each slot of the leaves. */
  readonly order: Int32Array;
  /** Second child of each node, 0 for leaves. */
  readonly right: Int32Array;
  /** First slot of each node, and the number of slots. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** The first vertex at the same place at rest, per vertex: files repeat vertices along seams. */
  readonly place: Uint32Array;
  /** Corners (3 times a triangle, and its corner) at each such place, from `starts[place]` to `starts[place + 1]`. */
  readonly starts: Uint32Array;
  readonly corners: Uint32Array;
}

/** Builds the tree over triangles at the positions `rest`, m. */
export function buildTriangleTree(triangles: Uint32Array, rest: Float64Array): TriangleTree {
  const vertexCount = rest.length / 3;
  const trees = buildSurfaceTrees({
    triangles: Int32Array.from(triangles),
    rest,
    masses: new Float64Array(vertexCount),
    thickness: new Float64Array(vertexCount),
    bodies: new Int32Array(vertexCount),
    pairs: { bodyCount: 1, enabled: new Uint8Array(1), friction: new Float64Array(1) },
  });
  const { place, first: places } = weldExact(rest);
  const { starts, corners } = surfaceStars(triangles, place, places.length);
  const { order, right, first, count } = trees;
  return { triangles, order, right, first, count, place, starts, corners };
}
