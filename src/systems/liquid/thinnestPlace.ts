import { areaVector } from '../../geometry/areaVector.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';

/** Points of a surface that are looked at, each for the same area. */
const SAMPLES = 1000;
/** Share of the area that may be thinner than what counts as the thinnest place: edges and tips always are. */
const SPARED = 0.02;
/** Smallest step on the way through, and how far a drawn surface may be off the one that is measured, as shares of the most that is looked for. */
const STEP = 1 / 64;
const SLACK = 1 / 4;
/** Steps of a sequence that fills a square evenly (Roberts 2018). */
const [FIRST, SECOND] = [0.7548776662466927, 0.5698402909980532];

/** What a surface encloses: its distance, m, negative inside, and which of its points (xyz, m) count. */
export interface Enclosed {
  signedDistance(point: Float64Array): number;
  counts(point: Float64Array): boolean;
}

/**
 * How thick, m, a body is where it is thinnest: from its surface straight through to where it ends, in all but the thinnest fiftieth of the area that counts. Infinity where
 * that is more than `most`; 0 where there is no inside.
 */
export function thinnestPlace({ positions, triangles }: TriMesh, body: Enclosed, most: number): number {
  const areas = triangleAreas(positions, triangles);
  const all = areas.reduce((sum, area) => sum + area, 0);
  const found: number[] = [];
  const point = new Float64Array(3);
  const normal = new Float64Array(3);
  let t = 0;
  let behind = 0;
  for (let n = 0; n < SAMPLES; n++) {
    const place = (all * (n + 0.5)) / SAMPLES;
    while (t < areas.length - 1 && behind + areas[t] < place) behind += areas[t++];
    if (!(areas[t] > 0)) continue;
    samplePoint(positions, triangles, 3 * t, n, point);
    if (!body.counts(point)) continue;
    areaVector(positions, triangles, 3 * t, normal);
    found.push(thicknessAt(point, normal, body, most));
  }
  found.sort((a, b) => a - b);
  return found.length === 0 ? Infinity : found[Math.floor(SPARED * found.length)];
}

function triangleAreas(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const twice = new Float64Array(3);
  return Float64Array.from({ length: triangles.length / 3 }, (_, t) => {
    areaVector(positions, triangles, 3 * t, twice);
    return Math.hypot(twice[0], twice[1], twice[2]) / 2;
  });
}

/** Sample number `n`, on the triangle at `t`. */
function samplePoint(positions: Float64Array, triangles: Uint32Array, t: number, n: number, point: Float64Array): void {
  let u = (n * FIRST) % 1;
  let v = (n * SECOND) % 1;
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
  for (let axis = 0; axis < 3; axis++) {
    point[axis] = (1 - u - v) * positions[3 * a + axis] + u * positions[3 * b + axis] + v * positions[3 * c + axis];
  }
}

/** Returns the thickness from a point of the surface against its outward direction, of any length. */
function thicknessAt(start: Float64Array, outward: Float64Array, body: Enclosed, most: number): number {
  const length = Math.hypot(outward[0], outward[1], outward[2]);
  const probe = new Float64Array(3);
  let entered: number | undefined;
  let distance = 0;
  for (let way = 0; way < (1 + SLACK) * most; way += Math.max(Math.abs(distance), STEP * most)) {
    for (let axis = 0; axis < 3; axis++) probe[axis] = start[axis] - (way / length) * outward[axis];
    distance = body.signedDistance(probe);
    // What is drawn where an unbounded shape has no end.
    if (way === 0 && distance < -SLACK * most) return Infinity;
    if (distance < 0) entered ??= way + distance;
    else if (entered !== undefined) return way - distance - entered;
    else if (way > SLACK * most) return 0;
  }
  return Infinity;
}
