import { CoreError } from '../../base/errors.ts';
import type { MovingSurface, SurfaceMoment, SurfaceSpan } from '../../collision/deforming/DeformingCollider.ts';
import { PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import { buildTriangleTree, type TriangleTree } from '../../collision/deforming/TriangleTree.ts';
import { SubstepLog, type SubstepReport } from '../../solids/SubstepLog.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import type { PlacedGeometry } from './PlacedGeometry.ts';

/** kg per vertex, which only says what impact zones weigh: vertices with prescribed motion have infinite mass. */
const MASS = 1;

/** Moments kept: those at both ends of a substep, and of the one before it where that is tried again. */
const KEPT = 3;

interface KeptMoment {
  time: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  placed: PlacedTriangles | undefined;
  isFitted: boolean;
}

function keptMoment(vertexCount: number): KeptMoment {
  const vectors = () => new Float64Array(3 * vertexCount);
  return { time: NaN, positions: vectors(), velocities: vectors(), placed: undefined, isFitted: false };
}

export interface KinematicSurfaceInput {
  readonly geometry: PlacedGeometry;
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  /** The first instant of the shot, s. */
  readonly time: number;
  readonly isClosed: boolean;
  readonly friction: number;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
}

/**
 * A surface whose vertices all move as prescribed, in substeps with what it meets: within a substep each moves on a straight line from where it is at the start to where
 * it is at the end, so that continuous collision sees its whole way. State at a time depends on that time alone.
 */
export class KinematicSurface implements SteppedBody, MovingSurface {
  readonly triangles: Uint32Array;
  readonly isClosed: boolean;
  readonly friction: number;
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
  private readonly vertexCount: number;
  /** xyz per vertex at the first instant of the shot, m: what the tree is built of, whatever is asked for first. */
  private readonly rest: Float64Array;
  private readonly moments: KeptMoment[] = [];
  private readonly span: { -readonly [K in keyof SurfaceSpan]: SurfaceSpan[K] | undefined } = {
    start: undefined,
    end: undefined,
  };
  /** Made where a collider first asks: by what is only shown it is not needed. */
  private tree: TriangleTree | undefined;
  private readonly log = new SubstepLog();
  private start = 0;
  private dt = 0;

  constructor({ geometry, vertexCount, triangles, time, isClosed, friction, ...steps }: KinematicSurfaceInput) {
    const vectors = () => new Float64Array(3 * vertexCount);
    this.geometry = geometry;
    this.triangles = triangles;
    this.vertexCount = vertexCount;
    this.isClosed = isClosed;
    this.friction = friction;
    this.minSubsteps = steps.minSubsteps;
    this.maxSubsteps = steps.maxSubsteps;
    this.positions = vectors();
    this.velocities = vectors();
    this.masses = new Float64Array(vertexCount).fill(MASS);
    this.constrained = new Uint8Array(vertexCount).fill(1);
    this.moveVelocity = vectors();
    this.nextPositions = vectors();
    this.nextVelocity = vectors();
    this.startVelocity = this.nextVelocity;
    this.moveTo(time);
    this.rest = this.positions.slice();
  }

  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  /** Stands where it is at `time`, s. */
  moveTo(time: number): void {
    const { positions, velocities } = this.keptAt(time);
    this.positions.set(positions);
    this.velocities.set(velocities);
  }

  /** Returns where its vertices are at `time`, s, m; valid until it is asked for more than two other times. */
  positionsAt(time: number): Float64Array {
    return this.keptAt(time).positions;
  }

  over(start: number, end: number): SurfaceSpan {
    const { span } = this;
    span.end = this.momentAt(end);
    span.start = this.momentAt(start);
    return span as SurfaceSpan;
  }

  private momentAt(time: number): SurfaceMoment {
    const moment = this.keptAt(time);
    this.tree ??= buildTriangleTree(this.triangles, this.rest);
    moment.placed ??= new PlacedTriangles(this.tree, moment.positions, this.isClosed);
    if (!moment.isFitted) moment.placed.refit();
    moment.isFitted = true;
    return moment as SurfaceMoment;
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
    const next = this.keptAt(end);
    nextPositions.set(next.positions);
    this.nextVelocity.set(next.velocities);
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

  /** The surface at a time: one of a few that are kept, that which was asked for least recently where it has to be read. */
  private keptAt(time: number): KeptMoment {
    const { moments } = this;
    let found = moments.findIndex((moment) => moment.time === time);
    if (found < 0) {
      found = moments.length < KEPT ? moments.push(keptMoment(this.vertexCount)) - 1 : KEPT - 1;
      const moment = moments[found];
      moment.time = NaN;
      moment.isFitted = false;
      this.read(time, moment.positions, moment.velocities);
      moment.time = time;
    }
    const moment = moments[found];
    for (let k = found; k > 0; k--) moments[k] = moments[k - 1];
    moments[0] = moment;
    return moment;
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
