import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { RestSurface } from '../../entities/ViewportKind.ts';

/** What points near a surface are asked by. */
interface Nearness {
  readonly surface: Omit<RestSurface, 'edges'>;
  readonly distance: number;
  readonly isClosed: boolean;
}

/** Answers that are kept for the points of a body: its markers are made anew with every selection. */
const MOST_KEPT = 8;
/** Relative, of distances. */
const ROUNDING = 1e-6;
const kept = new WeakMap<Float32Array, (Nearness & { readonly found: ReadonlySet<number> })[]>();

/** Numbers of the points (xyz each) that lie at most a distance (m) from a surface, or inside it where it is closed. */
export function nearVertices(points: Float32Array, wanted: Nearness): ReadonlySet<number> {
  const { surface, distance, isClosed } = wanted;
  const answers = kept.get(points) ?? [];
  const known = answers.find(
    (one) => one.surface === surface && one.distance === distance && one.isClosed === isClosed,
  );
  if (known !== undefined) return known.found;
  const found = findNear(points, wanted);
  kept.set(points, [{ ...wanted, found }, ...answers].slice(0, MOST_KEPT));
  return found;
}

function findNear(points: Float32Array, { surface, distance, isClosed }: Nearness): Set<number> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.restPositions, 3));
  geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  const tree = new MeshBVH(geometry, { indirect: true });
  const found = new Set<number>();
  const ray = new Ray(new Vector3(), new Vector3(0, 1, 0));
  for (let v = 0; v < points.length / 3; v++) {
    ray.origin.fromArray(points, 3 * v);
    // What is found is nearer than the limit: points at the distance are near, too.
    const nearest = tree.closestPointToPoint(ray.origin, undefined, 0, distance * (1 + ROUNDING));
    const isNear = nearest !== null && nearest.distance <= distance;
    // A line out of a closed surface goes through it an odd number of times.
    if (isNear || (isClosed && tree.raycast(ray, DoubleSide).length % 2 === 1)) found.add(v);
  }
  geometry.dispose();
  return found;
}
