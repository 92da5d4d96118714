import { CLOSEST_SIZE, closestEdgeEdge, closestPointTriangle } from './closestPoints.ts';

/**
 * Trajectory of a pair of primitives that is far apart but fast: decides whether it meets along the way, and in which configuration. The closest points at the start are of
 * little use for that, because surfaces that fall onto each other also slide. Scratch for one pair at a time.
 */
export class PairTrajectory {
  /** Weights, difference and squared distance of the closest points where they meet, as from `closestPointTriangle`. */
  readonly closest = new Float64Array(CLOSEST_SIZE);
  /** The unit normal where they meet, from the second primitive to the first. */
  readonly normal = new Float64Array(3);
  /** Distance of the pair along that normal at the start, m. */
  readonly gap = new Float64Array(1);
  private readonly rates = new Float64Array(12);
  private readonly present = new Float64Array(12);

  /**
   * Returns whether the pair, with four points at `start` (m) and closest points `from`, comes within `thickness[0]` (m) in a move of `dt[0]` (s) with the
   * velocities of its `vertices` from `at` on, and is not `far[0]` (m) apart at that time, past each other. `edges`: two edges.
   */
  meets(
    start: Float64Array,
    from: Float64Array,
    edges: boolean,
    vertices: Int32Array,
    at: number,
    velocity: Float64Array,
    dt: Float64Array,
    thickness: Float64Array,
    far: Float64Array,
  ): boolean {
    const { closest, normal, rates, present, gap } = this;
    let closing = 0;
    for (let k = 0; k < 4; k++) {
      for (let axis = 0; axis < 3; axis++) {
        rates[3 * k + axis] = velocity[3 * vertices[at + k] + axis];
        closing -= from[k] * rates[3 * k + axis] * from[4 + axis];
      }
    }
    const distance = Math.sqrt(from[7]);
    if (!(closing * dt[0] > distance * (distance - far[0]))) return false;
    const time = Math.min(dt[0], (distance * (distance - thickness[0])) / closing);
    for (let i = 0; i < 12; i++) present[i] = start[i] + time * rates[i];
    if (edges) closestEdgeEdge(present, closest);
    else closestPointTriangle(present, closest);
    const near = Math.sqrt(closest[7]);
    if (!(near > 0) || near >= far[0]) return false;
    gap[0] = 0;
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] = closest[4 + axis] / near;
      for (let k = 0; k < 4; k++) gap[0] += closest[k] * start[3 * k + axis] * normal[axis];
    }
    return gap[0] > 0;
  }
}
