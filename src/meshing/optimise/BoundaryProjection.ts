import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TetRings } from './TetRings.ts';

/**
 * Projects boundary vertices onto the surface, or to within a tolerance of it. Stores the last triangle of every vertex, which makes
 * the next projection fast, and the distance of each vertex from the surface.
 */
export class BoundaryProjection {
  /** Distance of each boundary vertex from the surface, metres; 0 for interior vertices. */
  readonly offSurface: Float64Array;
  private readonly query: SurfaceQuery;
  private readonly hints: Int32Array;
  private readonly closest = new Float64Array(4);
  private trialOff = 0;
  private trialHint = -1;

  constructor(query: SurfaceQuery, vertexCount: number) {
    this.query = query;
    this.offSurface = new Float64Array(vertexCount);
    this.hints = new Int32Array(vertexCount).fill(-1);
  }

  /** Moves `rings.trial` to the nearest position within `tolerance` metres of the surface. */
  constrain(rings: TetRings, v: number, tolerance: number): void {
    const { trial } = rings;
    const { closest } = this;
    this.trialHint = this.query.closestPoint(trial[0], trial[1], trial[2], closest, this.hints[v]);
    const distance = closest[3];
    if (distance <= tolerance) {
      this.trialOff = distance;
      return;
    }
    this.trialOff = tolerance;
    const keep = tolerance === 0 ? 0 : tolerance / distance;
    trial[0] = closest[0] + keep * (trial[0] - closest[0]);
    trial[1] = closest[1] + keep * (trial[1] - closest[1]);
    trial[2] = closest[2] + keep * (trial[2] - closest[2]);
  }

  /** Records that the last constrained trial was accepted. */
  accept(v: number): void {
    this.offSurface[v] = this.trialOff;
    this.hints[v] = this.trialHint;
  }

  /** Measures how far `v` is from the surface at its current position, leaving the closest point in `rings.trial`. */
  measure(rings: TetRings, v: number): number {
    const { positions, trial } = rings;
    const { closest } = this;
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    this.hints[v] = this.query.closestPoint(x, y, z, closest, this.hints[v]);
    this.trialHint = this.hints[v];
    this.trialOff = 0;
    this.offSurface[v] = closest[3];
    trial[0] = closest[0];
    trial[1] = closest[1];
    trial[2] = closest[2];
    return closest[3];
  }
}
