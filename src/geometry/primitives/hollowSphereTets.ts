import type { TetMesh } from '../TetMesh.ts';
import { sphereSurface } from './surfaces.ts';

/**
 * Ball of outer `radius` about the origin with a wall of `thickness`, m: `layers` of prisms over the triangles of a sphere with `segments` quads around,
 * three tetrahedra each. Vertex v + n count is vertex v of the sphere, n layers from inside.
 */
export function hollowSphereTets(radius: number, thickness: number, segments: number, layers: number): TetMesh {
  const { positions: unit, faceVertices } = sphereSurface(1, segments);
  const count = unit.length / 3;
  const positions = new Float64Array((layers + 1) * unit.length);
  for (let n = 0; n <= layers; n++) {
    const shell = radius - thickness + (thickness * n) / layers;
    for (let k = 0; k < unit.length; k++) positions[n * unit.length + k] = shell * unit[k];
  }
  const tets: number[] = [];
  for (let n = 0; n < layers; n++) {
    for (let quad = 0; quad < faceVertices.length; quad += 4) {
      const [a, b, c, d] = faceVertices.subarray(quad, quad + 4);
      addPrism(a, b, c, n * count, count, tets);
      addPrism(a, c, d, n * count, count, tets);
    }
  }
  return { positions, tets: Uint32Array.from(tets) };
}

/**
 * Adds three tetrahedra over a triangle that is oriented outwards. Sides are cut from the lower number inside to the higher one outside, as in adjacent prisms;
 * an even number of swaps in sorting keeps the orientation.
 */
function addPrism(a: number, b: number, c: number, first: number, count: number, out: number[]): void {
  const [low, middle, high] = [a, b, c].sort((one, other) => one - other);
  const isEven = (low === a && middle === b) || (low === b && middle === c) || (low === c && middle === a);
  const inside = [low, middle, high].map((vertex) => first + vertex);
  const outside = inside.map((vertex) => vertex + count);
  const [p, q, r] = inside;
  const [s, t, u] = outside;
  for (const [i, j, k, l] of [
    [p, q, r, u],
    [p, t, q, u],
    [p, s, t, u],
  ]) {
    out.push(...(isEven ? [i, j, k, l] : [i, k, j, l]));
  }
}
