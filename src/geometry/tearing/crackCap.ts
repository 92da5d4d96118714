import { delaunay } from '../delaunay.ts';
import type { CrackSegment, SurfaceCrack } from './splitFaces.ts';
import type { SplitSurface } from './SplitSurface.ts';
import type { TetFrames } from './TetFrames.ts';

/** The face of a fully opened crack: triangles between the segments on the surface. */
export interface CrackCap {
  /** Three vertices of the split surface per triangle, counter-clockwise seen from above. */
  readonly triangles: Uint32Array;
  /** The triangle across the edge opposite corner k, or -1. */
  readonly neighbours: Int32Array;
  /** The triangle edge (opposite corner k of triangle t: `3t + k`) at each segment, or -1. */
  readonly rim: Int32Array;
  /** The tet whose cut exposes a triangle. */
  readonly tets: Uint32Array;
  /** Uv position of each vertex in the plane of the crack, the longer side of all from 0 to 1. */
  readonly uvs: ReadonlyMap<number, readonly [number, number]>;
}

/** Smallest distance of interior vertices from those of the surface, in lengths of the edge that they are on. */
const CLEARANCE = 0.25;
/** A triangle this far outside every tet, in barycentric weight, does not belong to this crack. */
const OUTSIDE = -0.75;

type Axes = readonly [readonly number[], readonly number[]];

/** Returns the cap of a crack whose `segments` are on the surface already, projected along its normal. `axes`: unit vectors u, v of its plane. */
export function crackCap(
  split: SplitSurface,
  crack: SurfaceCrack,
  { segments, outline }: { readonly segments: readonly CrackSegment[]; readonly outline: readonly number[] },
  frames: TetFrames,
  axes: Axes,
): CrackCap {
  const flat = flattened(outline, axes);
  const vertices = [...new Set(segments.flatMap(({ from, to }) => [from, to]))];
  const rim = vertices.map((vertex) => placeInPlane((axis) => split.position(vertex, axis), axes));
  for (const point of insidePoints(split, crack, flat, axes)) {
    vertices.push(point.vertex);
    rim.push(point.place);
  }
  const numbers = new Map(vertices.map((vertex, k) => [vertex, k]));
  const edges = Uint32Array.from(segments.flatMap(({ from, to }) => [numbers.get(from)!, numbers.get(to)!]));
  const mesh = delaunay(Float64Array.from(rim.flat()), edges);
  const kept: number[] = [];
  const tets: number[] = [];
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    const corners = [...mesh.triangles.subarray(3 * t, 3 * t + 3)];
    const middle = [0, 1].map((axis) => corners.reduce((sum, c) => sum + mesh.points[2 * c + axis] / 3, 0));
    if (!isInside(flat, middle[0], middle[1])) continue;
    const centre = [0, 1, 2].map((axis) => corners.reduce((sum, c) => sum + split.position(vertices[c], axis) / 3, 0));
    const { tet, least } = frames.find(centre[0], centre[1], centre[2]);
    if (least < OUTSIDE) continue;
    kept.push(t);
    tets.push(tet);
  }
  const number = new Int32Array(mesh.triangles.length / 3).fill(-1);
  kept.forEach((t, k) => (number[t] = k));
  const gather = (read: (at: number) => number) => kept.flatMap((t) => [0, 1, 2].map((k) => read(3 * t + k)));
  const triangles = Uint32Array.from(gather((at) => vertices[mesh.triangles[at]]));
  return {
    triangles,
    neighbours: Int32Array.from(gather((at) => (mesh.neighbours[at] < 0 ? -1 : number[mesh.neighbours[at]]))),
    rim: rimEdges(triangles, segments),
    tets: Uint32Array.from(tets),
    uvs: unitPlaces(vertices, rim),
  };
}

/** A segment runs along the part below, whose cap runs against it. */
function rimEdges(triangles: Uint32Array, segments: readonly CrackSegment[]): Int32Array {
  const edges = new Map<string, number>();
  for (let at = 0; at < triangles.length; at++) {
    const first = 3 * Math.floor(at / 3);
    edges.set(`${triangles[first + ((at + 1) % 3)]} ${triangles[first + ((at + 2) % 3)]}`, at);
  }
  return Int32Array.from(segments, ({ from, to }) => edges.get(`${to} ${from}`) ?? -1);
}

function placeInPlane(at: (axis: number) => number, axes: Axes): [number, number] {
  const [u, v] = axes.map((axis) => axis[0] * at(0) + axis[1] * at(1) + axis[2] * at(2));
  return [u, v];
}

/** Returns the segments of the outline in the plane, four numbers each. */
function flattened(outline: readonly number[], axes: Axes): Float64Array {
  const flat = new Float64Array((2 * outline.length) / 3);
  for (let k = 0; k < outline.length / 3; k++)
    flat.set(
      placeInPlane((axis) => outline[3 * k + axis], axes),
      2 * k,
    );
  return flat;
}

/** Returns whether a ray from a point crosses the closed outlines an odd number of times. */
function isInside(flat: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let k = 0; k < flat.length; k += 4) {
    const [y0, y1] = [flat[k + 1], flat[k + 3]];
    if (y0 > y === y1 > y) continue;
    if (flat[k] + ((y - y0) / (y1 - y0)) * (flat[k + 2] - flat[k]) > x) inside = !inside;
  }
  return inside;
}

/** Adds vertices where the crack crosses the edges of its tets inside the surface, at a distance from it. */
function insidePoints(split: SplitSurface, crack: SurfaceCrack, flat: Float64Array, axes: Axes) {
  const { positions, tets } = split.mesh;
  const { heights } = crack;
  const seen = new Set<number>();
  const found: { vertex: number; place: [number, number] }[] = [];
  for (const tet of crack.tets) {
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        const [a, b] = [tets[4 * tet + i], tets[4 * tet + j]];
        const name = a * 2 ** 26 + b;
        if (a >= b || heights[a] < 0 === heights[b] < 0 || seen.has(name)) continue;
        seen.add(name);
        const share = heights[a] / (heights[a] - heights[b]);
        const position = [0, 1, 2].map(
          (axis) => (1 - share) * positions[3 * a + axis] + share * positions[3 * b + axis],
        );
        const place = placeInPlane((axis) => position[axis], axes);
        const edge = Math.hypot(...[0, 1, 2].map((axis) => positions[3 * a + axis] - positions[3 * b + axis]));
        if (!isInside(flat, place[0], place[1]) || !isClear(flat, place, CLEARANCE * edge)) continue;
        const weights = [0, 0, 0, 0];
        weights[i] = 1 - share;
        weights[j] = share;
        const vertex = split.addVertex({ crack: crack.number, tet, weights, position, between: undefined, share: 0 });
        found.push({ vertex, place });
      }
    }
  }
  return found;
}

/** Returns whether no segment of the outline is nearer than `distance`. */
function isClear(flat: Float64Array, [x, y]: readonly number[], distance: number): boolean {
  for (let k = 0; k < flat.length; k += 4) {
    const [dx, dy] = [flat[k + 2] - flat[k], flat[k + 3] - flat[k + 1]];
    const square = dx * dx + dy * dy;
    const along = square === 0 ? 0 : ((x - flat[k]) * dx + (y - flat[k + 1]) * dy) / square;
    const t = Math.min(Math.max(along, 0), 1);
    if (Math.hypot(x - flat[k] - t * dx, y - flat[k + 1] - t * dy) < distance) return false;
  }
  return true;
}

/** Returns positions normalised by the longer side of their bounding box, from its lowest corner. */
function unitPlaces(
  vertices: readonly number[],
  places: readonly (readonly number[])[],
): Map<number, [number, number]> {
  const low = [0, 1].map((axis) => places.reduce((least, place) => Math.min(least, place[axis]), Infinity));
  const high = [0, 1].map((axis) => places.reduce((most, place) => Math.max(most, place[axis]), -Infinity));
  const size = Math.max(high[0] - low[0], high[1] - low[1]) || 1;
  return new Map(
    vertices.map((vertex, k) => [vertex, [(places[k][0] - low[0]) / size, (places[k][1] - low[1]) / size]]),
  );
}
