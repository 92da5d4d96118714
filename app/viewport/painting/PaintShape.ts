import { Matrix3, Vector3, type Matrix4 } from 'three';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { ownFrame } from './ownFrame.ts';
import { refineSurface, type Surface } from './refineSurface.ts';

/** Edges of the painted surface at most, as a share of the body's diagonal. */
const FINEST = 1 / 110;
const MOST_VERTICES = 120_000;

/** A body as it is painted: at rest, in its own frame, m. */
export interface PaintShape {
  /** The artist's surface with its large faces divided; its display vertices come first. */
  readonly surface: Surface;
  /** Volume vertices, xyz each. */
  readonly volume: Float32Array;
  /** Cloth is seen from both sides. */
  readonly twoSided: boolean;
  /** Length of its diagonal. */
  readonly size: number;
  /** Middle of its extent along x: painting is mirrored there. */
  readonly middle: number;
  /** Length of the longest edge of the surface that is aimed at. */
  readonly longestEdge: number;
}

/** A body that was placed by a matrix, taken back into its own frame. */
export function paintShape({ surface, restVolume, elementSize }: MeshStatics, placement: Matrix4): PaintShape {
  const positions = ownFrame(surface.restPositions, placement);
  const [low, high] = bounds(positions);
  const size = Math.max(low.distanceTo(high), 1e-9);
  const longestEdge = FINEST * size;
  const own = { positions, normals: ownNormals(surface.restNormals, placement), triangles: surface.triangles };
  return {
    surface: refineSurface(own, longestEdge, MOST_VERTICES),
    volume: ownFrame(restVolume, placement),
    twoSided: elementSize === 3,
    size,
    middle: (low.x + high.x) / 2,
    longestEdge,
  };
}

/** Normals are carried by the inverse transpose: its inverse is the transpose. */
function ownNormals(normals: Float32Array, placement: Matrix4): Float32Array {
  const back = new Matrix3().setFromMatrix4(placement).transpose();
  const out = new Float32Array(normals.length);
  const normal = new Vector3();
  for (let at = 0; at < normals.length; at += 3) {
    normal.fromArray(normals, at).applyMatrix3(back).normalize().toArray(out, at);
  }
  return out;
}

function bounds(points: Float32Array): [Vector3, Vector3] {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const point = new Vector3();
  for (let at = 0; at < points.length; at += 3) {
    point.fromArray(points, at);
    low.min(point);
    high.max(point);
  }
  return points.length === 0 ? [new Vector3(), new Vector3()] : [low, high];
}

/** The point of a triangle of display vertices, and the surface's direction there. */
export function surfacePoint(
  { positions, normals }: Surface,
  corners: readonly number[],
  weights: readonly number[],
): { readonly point: Vector3; readonly normal: Vector3 } {
  const at = (array: Float32Array): Vector3 =>
    corners.reduce((sum, corner, k) => {
      const [x, y, z] = [array[3 * corner], array[3 * corner + 1], array[3 * corner + 2]];
      return sum.addScaledVector(new Vector3(x, y, z), weights[k]);
    }, new Vector3());
  return { point: at(positions), normal: at(normals).normalize() };
}
