import { CoreError } from '../../base/errors.ts';
import { SubstepLog, type SubstepReport } from '../../solids/SubstepLog.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import type { PlacedGeometry } from './PlacedGeometry.ts';

/** kg per vertex, which only says what impact zones weigh: vertices with prescribed motion have infinite mass. */
const MASS = 1;

export interface KinematicSurfaceInput {
  readonly geometry: PlacedGeometry;
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  /** The first instant of the shot, s. */
  readonly time: number;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
}

/**
 * A surface whose vertices all move as prescribed, in substeps with what it meets: within a substep each moves on a straight line from where it is at the start to where
 * it is at the end, so that continuous collision sees its whole way. State at a time depends on that time alone.
 */
export class KinematicSurface implements SteppedBody {
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly masses: Float64Array;
  readonly constrained: Uint8Array;
  readonly moveVelocity: Float64Array;
  readonly nextPositions: Float64Array;
  readonly startVelocity: Float64Array;
  readonly nextVelocity: Float64Array;
  touched = false;
  private readonly geometry: PlacedGeometry;
  private readonly triangles: Uint32Array;
  private readonly log = new SubstepLog();
  private start = 0;
  private dt = 0;

  constructor({ geometry, vertexCount, triangles, time, minSubsteps, maxSubsteps }: KinematicSurfaceInput) {
    const vectors = () => new Float64Array(3 * vertexCount);
    this.geometry = geometry;
    this.triangles = triangles;
    this.minSubsteps = minSubsteps;
    this.maxSubsteps = maxSubsteps;
    this.positions = vectors();
    this.velocities = vectors();
    this.masses = new Float64Array(vertexCount).fill(MASS);
    this.constrained = new Uint8Array(vertexCount).fill(1);
    this.moveVelocity = vectors();
    this.nextPositions = vectors();
    this.nextVelocity = vectors();
    this.startVelocity = this.nextVelocity;
    this.moveTo(time);
  }

  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  /** Stands where it is at `time`, s. */
  moveTo(time: number): void {
    this.read(time, this.positions, this.velocities);
  }

  beginInterval(): void {
    this.log.clear();
  }

  maxStep(): number {
    return Infinity;
  }

  predict(start: number, end: number, dt: number): void {
    const { positions, nextPositions, moveVelocity } = this;
    this.start = start;
    this.dt = dt;
    this.read(end, nextPositions, this.nextVelocity);
    for (let k = 0; k < positions.length; k++) moveVelocity[k] = (nextPositions[k] - positions[k]) / dt;
  }

  integratePositions(): void {
    // They were found with the prediction.
  }

  integrateVelocities(): void {
    // As above.
  }

  commit(): void {
    this.positions.set(this.nextPositions);
    this.velocities.set(this.nextVelocity);
    Object.assign(this.log.append(), { start: this.start, dt: this.dt, converged: true });
  }

  rollback(): void {
    // Only `commit` changes the state.
  }

  private read(time: number, positions: Float64Array, velocities: Float64Array): void {
    const { triangles, positions: found } = this.geometry.writeAt(time, positions, velocities);
    if (triangles === this.triangles && found.length === positions.length) return;
    throw new CoreError(
      'geometry-invalid',
      `its samples around ${Number(time.toFixed(4))} s of the shot have other triangles than the first`,
      { remedy: 'Export it with one topology, or end the shot before.' },
    );
  }
}
