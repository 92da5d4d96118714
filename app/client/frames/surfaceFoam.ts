/** Differences of velocity between neighbours, m/s, at which water begins to take in air, and the rise from there to white. */
const BEGINS = 0.25;
const RISE = 0.95;
/** Share of flat water, and what convexity adds: crests and tips whiten first. */
const FLAT = 0.62;
const CONVEX = 4;
/** Convexity (edge over diameter of the ball that the surface is there) from which drops and threads are bright, and where they are as bright as they become. */
const DROP = 0.25;
const ROUND_DROP = 0.55;
const BRIGHTNESS = 0.6;

/**
 * How white each vertex of the surface of a liquid is by the air in it, 0 to 1: where neighbours move apart from each other, more on crests than in troughs; and on drops, which scatter light however still they are in themselves. A guess by eye (after Ihmsen et al. 2012, who
 * judge particles by the same two signs), for pictures alone. `positions` m, `velocities` m/s, xyz per vertex; `normals` of length 1; counter-clockwise `triangles`.
 */
export function surfaceFoam(
  positions: Float32Array,
  normals: Float32Array,
  velocities: Float32Array,
  triangles: Uint32Array,
): Float32Array {
  const count = positions.length / 3;
  const spread = new Float32Array(count);
  const rise = new Float32Array(count);
  const lengths = new Float32Array(count);
  const edges = new Float32Array(count);
  for (let at = 0; at < triangles.length; at++) {
    const a = triangles[at];
    const b = triangles[at % 3 === 2 ? at - 2 : at + 1];
    let square = 0;
    let long = 0;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      const v = velocities[3 * b + axis] - velocities[3 * a + axis];
      const x = positions[3 * b + axis] - positions[3 * a + axis];
      square += v * v;
      long += x * x;
      // Each edge of a closed surface comes twice, once from either end.
      along += x * normals[3 * a + axis];
    }
    spread[a] += square;
    rise[a] -= along;
    lengths[a] += Math.sqrt(long);
    edges[a]++;
  }
  const white = new Float32Array(count);
  for (let v = 0; v < count; v++) {
    if (edges[v] === 0) continue;
    const air = (Math.sqrt(spread[v] / edges[v]) - BEGINS) / RISE;
    const convexity = lengths[v] > 0 ? rise[v] / lengths[v] : 0;
    const drop = BRIGHTNESS * Math.min((convexity - DROP) / (ROUND_DROP - DROP), 1);
    white[v] = Math.max(Math.min(Math.max(air, 0), 1) * Math.max(FLAT + CONVEX * convexity, 0), drop);
  }
  return evenedOut(white, triangles, edges);
}

/** The mean of every vertex and its neighbours, at most 1. */
function evenedOut(values: Float32Array, triangles: Uint32Array, edges: Float32Array): Float32Array {
  const sums = new Float32Array(values.length);
  for (let at = 0; at < triangles.length; at++)
    sums[triangles[at]] += values[triangles[at % 3 === 2 ? at - 2 : at + 1]];
  for (let v = 0; v < sums.length; v++) {
    sums[v] = Math.min(edges[v] === 0 ? values[v] : 0.5 * (values[v] + sums[v] / edges[v]), 1);
  }
  return sums;
}
