import { Triangle, Vector3 } from 'three';
import type { RestSurface } from '../../entities/ViewportKind.ts';

/** What points near a surface are asked by. */
interface Nearness {
  readonly surface: Omit<RestSurface, 'edges'>;
  readonly distance: number;
  readonly isClosed: boolean;
}

/** Answers that are kept for the points of a body: its markers are made anew with every selection. */
const MOST_KEPT = 8;
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

/** Triangles are sorted into cells of a grid by their boxes, enlarged by the distance: those near a point are in its cell. */
function findNear(points: Float32Array, { surface, distance, isClosed }: Nearness): Set<number> {
  const { restPositions, triangles } = surface;
  const corner = (k: number, out: Vector3) => out.fromArray(restPositions, 3 * triangles[k]);
  const triangle = new Triangle(new Vector3(), new Vector3(), new Vector3());
  const load = (t: number): Triangle => {
    corner(3 * t, triangle.a);
    corner(3 * t + 1, triangle.b);
    corner(3 * t + 2, triangle.c);
    return triangle;
  };
  const count = triangles.length / 3;
  const cell = Math.max(2 * distance, meanEdge(count, load), 1e-6);
  const cells = new Map<string, number[]>();
  const columns = new Map<string, number[]>();
  const add = (to: Map<string, number[]>, key: string, t: number): void => {
    const list = to.get(key);
    if (list === undefined) to.set(key, [t]);
    else list.push(t);
  };
  const at = (x: number): number => Math.floor(x / cell);
  for (let t = 0; t < count; t++) {
    const { a, b, c } = load(t);
    const low = a.clone().min(b).min(c);
    const high = a.clone().max(b).max(c);
    for (let i = at(low.x - distance); i <= at(high.x + distance); i++) {
      for (let k = at(low.z - distance); k <= at(high.z + distance); k++) {
        if (isClosed) add(columns, `${i} ${k}`, t);
        for (let j = at(low.y - distance); j <= at(high.y + distance); j++) add(cells, `${i} ${j} ${k}`, t);
      }
    }
  }
  const found = new Set<number>();
  const point = new Vector3();
  const closest = new Vector3();
  const nothing: readonly number[] = [];
  for (let v = 0; v < points.length / 3; v++) {
    point.fromArray(points, 3 * v);
    const [i, j, k] = [at(point.x), at(point.y), at(point.z)];
    const isNear = (cells.get(`${i} ${j} ${k}`) ?? nothing).some((t) => {
      return load(t).closestPointToPoint(point, closest).distanceTo(point) <= distance;
    });
    const above = isNear || !isClosed ? nothing : (columns.get(`${i} ${k}`) ?? nothing);
    if (isNear || above.filter((t) => isOver(load(t), point)).length % 2 === 1) found.add(v);
  }
  return found;
}

function meanEdge(count: number, load: (t: number) => Triangle): number {
  let sum = 0;
  for (let t = 0; t < count; t++) {
    const { a, b } = load(t);
    sum += a.distanceTo(b);
  }
  return count === 0 ? 0 : sum / count;
}

/** Whether the vertical line up from a point goes through a triangle. */
function isOver({ a, b, c }: Triangle, { x, y, z }: Vector3): boolean {
  const side = (p: Vector3, q: Vector3) => (q.x - p.x) * (z - p.z) - (q.z - p.z) * (x - p.x);
  const [u, v, w] = [side(b, c), side(c, a), side(a, b)];
  const area = u + v + w;
  if (area === 0 || u * area < 0 || v * area < 0 || w * area < 0) return false;
  return (u * a.y + v * b.y + w * c.y) / area > y;
}
