import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TetMesh } from '../../geometry/TetMesh.ts';
import { ActiveSetSweep } from './activeSet.ts';
import { BoundaryProjection } from './BoundaryProjection.ts';
import { smoothPass } from './smoothing.ts';
import { forceToSurface, returnToSurface, tailRound } from './tail.ts';
import { TetRings } from './TetRings.ts';

export interface OptimiseParams {
  /** Long lattice edge a, metres: the scale of the off-surface tolerance. */
  readonly edgeLength: number;
  /** Target quality (`tetQuality`) of every tet; .42 gives dihedral angles of 28-130 degrees and aspect 4.5. */
  readonly target: number;
  /** Quality below which rings are optimised. */
  readonly threshold: number;
  readonly smoothingPasses: number;
  readonly sweeps: number;
  /** Most rounds of the tail (pattern search under the target). */
  readonly tailRounds: number;
  /** Distance by which boundary vertices may leave the surface to reach the target, in edge lengths. */
  readonly offSurface: number;
}

/** The schedule that reaches the target on every sample scan. */
export const STANDARD_SCHEDULE = {
  target: 0.42,
  threshold: 0.6,
  smoothingPasses: 2,
  sweeps: 5,
  tailRounds: 40,
  offSurface: 0.15,
} as const;

export interface OptimiseReport {
  readonly worstQuality: number;
  /** Tets below the target. */
  readonly belowTarget: number;
  /** Boundary vertices off the surface by more than a thousandth of the edge length, and the farthest, metres. */
  readonly offSurfaceCount: number;
  readonly offSurfaceMax: number;
}

/** Distance in edge lengths below which a vertex counts as on the surface. */
const ON_SURFACE = 1e-3;
/** Rounds of the tail before boundary vertices may leave the surface, and over which the tolerance grows. */
const STRICT_ROUNDS = 2;
const GROWING_ROUNDS = 6;
const RETURN_ROUNDS = 4;
/** Quality that guarantees dihedral angles of 35 degrees: sin(17.5)/.5774. */
const LOWEST_PERCENT_TARGET = 0.521;
const LIFT_ROUNDS = 4;
/** Largest fraction of tets below it for which the search is worth its time. */
const LIFT_LIMIT = 0.06;
/** A round that leaves more than this fraction of the low tets made little progress; after several in a row the tail stops. */
const PROGRESS = 0.9;
const PATIENCE = 4;
/** Rounds of the tail in which vertices beyond the tolerance are first pulled back whatever the quality. */
const FORCED_ROUNDS = 6;

/**
 * Raises the worst quality of a mesh in place, one vertex at a time, with boundary vertices on the surface: smart smoothing,
 * active-set sweeps, then a tail of pattern searches under the target in which boundary vertices may leave the surface a
 * little, and finally a return to the surface wherever the target holds. Deterministic: vertices are visited in order.
 */
export function optimiseTets(
  mesh: TetMesh,
  query: SurfaceQuery,
  params: OptimiseParams,
  job: JobContext,
): OptimiseReport {
  const rings = new TetRings(mesh);
  const projection = new BoundaryProjection(query, rings.vertexCount);
  const { target, threshold } = params;
  const onSurface = ON_SURFACE * params.edgeLength;
  projectBoundary(rings, projection);
  for (let pass = 0; pass < params.smoothingPasses; pass++) {
    checkCancelled(job);
    smoothPass(rings, projection, threshold);
  }
  const active = new ActiveSetSweep(rings, projection);
  for (let sweep = 0; sweep < params.sweeps; sweep++) {
    checkCancelled(job);
    job.progress('optimising', sweep / (params.sweeps + 2));
    active.sweep(threshold, job);
  }
  returnToSurface(rings, projection, target, 0);
  runTail(rings, projection, params, job);
  liftLowest(rings, projection, job);
  for (let round = 0; round < RETURN_ROUNDS; round++) {
    if (returnToSurface(rings, projection, target, onSurface) === 0) break;
  }
  job.progress('optimising', 1);
  return report(rings, projection, target, onSurface);
}

/**
 * Runs pattern searches below the target: on the surface first, then with a tolerance that grows to its full size. Ends when every tet
 * reaches the target, or after several rounds in a row with little progress.
 */
function runTail(rings: TetRings, projection: BoundaryProjection, params: OptimiseParams, job: JobContext): void {
  const tolerance = params.offSurface * params.edgeLength;
  let stalled = 0;
  let previous = Infinity;
  for (let round = 0; round < params.tailRounds && stalled < PATIENCE; round++) {
    checkCancelled(job);
    if (round < FORCED_ROUNDS) forceToSurface(rings, projection, tolerance);
    const grown = Math.max(0, Math.min(1, (round + 1 - STRICT_ROUNDS) / GROWING_ROUNDS));
    const below = tailRound(rings, projection, params.target, grown * tolerance, job);
    if (below === 0) return;
    stalled = below > PROGRESS * previous ? stalled + 1 : 0;
    previous = below;
  }
}

/**
 * Searches around tets on the surface, too, where slightly more than 1 % of the tets are below `LOWEST_PERCENT_TARGET` (sharp edges): the first percentile of the smallest angles then reaches 35
 * degrees where the shape allows it.
 */
function liftLowest(rings: TetRings, projection: BoundaryProjection, job: JobContext): void {
  const count = rings.quality.length;
  let previous = LIFT_LIMIT * count;
  for (let round = 0; round < LIFT_ROUNDS; round++) {
    checkCancelled(job);
    let below = 0;
    for (const q of rings.quality) if (q < LOWEST_PERCENT_TARGET) below++;
    if (below <= 0.01 * count || below > PROGRESS * previous) return;
    previous = below;
    tailRound(rings, projection, LOWEST_PERCENT_TARGET, 0, job);
  }
}

/** Puts boundary vertices on the surface where that leaves their ring upright or no worse. */
function projectBoundary(rings: TetRings, projection: BoundaryProjection): void {
  for (let v = 0; v < rings.vertexCount; v++) {
    if (rings.onBoundary[v] === 0) continue;
    projection.measure(rings, v);
    if (rings.tryMove(v, Math.min(0.1, rings.ringQuality(v))) === -Infinity) continue;
    rings.accept(v);
    projection.accept(v);
  }
}

function report(rings: TetRings, projection: BoundaryProjection, target: number, onSurface: number): OptimiseReport {
  let worstQuality = Infinity;
  let belowTarget = 0;
  for (const q of rings.quality) {
    worstQuality = Math.min(worstQuality, q);
    if (q < target) belowTarget++;
  }
  let offSurfaceCount = 0;
  let offSurfaceMax = 0;
  for (const off of projection.offSurface) {
    if (off > onSurface) offSurfaceCount++;
    offSurfaceMax = Math.max(offSurfaceMax, off);
  }
  return { worstQuality, belowTarget, offSurfaceCount, offSurfaceMax };
}
