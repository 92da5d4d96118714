import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { BoundaryProjection } from './BoundaryProjection.ts';
import type { TetRings } from './TetRings.ts';

/** First and last step of the pattern search, in local edge lengths. */
const FIRST_STEP = 0.3;
const LAST_STEP = 0.008;
/** Unit directions of the pattern: axes and space diagonals. */
const DIRECTIONS = patternDirections();
/** Smaller gains do not count as improvement. */
const LEAST_GAIN = 1e-5;
/** Low tets between two cancel checks. */
const CHUNK = 64;
/** Smallest quality after a forced move: clearly not flat. */
const UPRIGHT = 0.05;

function patternDirections(): Float64Array {
  const list: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [1, -1]) list.push(...[0, 1, 2].map((k) => (k === axis ? sign : 0)));
  }
  const s = 1 / Math.sqrt(3);
  for (let corner = 0; corner < 8; corner++) list.push(corner & 1 ? s : -s, corner & 2 ? s : -s, corner & 4 ? s : -s);
  return Float64Array.from(list);
}

/**
 * Pattern search on the four vertices of every tet below `target`; boundary vertices may leave the surface by `tolerance` metres.
 * Returns how many such tets there were.
 */
export function tailRound(
  rings: TetRings,
  projection: BoundaryProjection,
  target: number,
  tolerance: number,
  job: JobContext,
): number {
  const { quality, tets } = rings;
  let below = 0;
  for (let t = 0; t < quality.length; t++) {
    if (quality[t] >= target) continue;
    if (below++ % CHUNK === 0) checkCancelled(job);
    for (let corner = 0; corner < 4 && quality[t] < target; corner++) {
      patternSearch(rings, projection, tets[4 * t + corner], target, tolerance);
    }
  }
  return below;
}

/** Moves one vertex to better positions until its ring reaches `target` or the step gets small. */
export function patternSearch(
  rings: TetRings,
  projection: BoundaryProjection,
  v: number,
  target: number,
  tolerance: number,
): void {
  const { positions, trial } = rings;
  const boundary = rings.onBoundary[v] === 1;
  const edge = rings.localEdge[v];
  let worst = rings.ringQuality(v);
  for (let step = FIRST_STEP * edge; step > LAST_STEP * edge && worst < target; step /= 2) {
    let improved = true;
    while (improved && worst < target) {
      improved = false;
      for (let d = 0; d < DIRECTIONS.length && worst < target; d += 3) {
        trial[0] = positions[3 * v] + step * DIRECTIONS[d];
        trial[1] = positions[3 * v + 1] + step * DIRECTIONS[d + 1];
        trial[2] = positions[3 * v + 2] + step * DIRECTIONS[d + 2];
        if (boundary) projection.constrain(rings, v, tolerance);
        const better = rings.tryMove(v, worst + LEAST_GAIN);
        if (better === -Infinity) continue;
        rings.accept(v);
        if (boundary) projection.accept(v);
        worst = better;
        improved = true;
      }
    }
  }
}

/**
 * Moves boundary vertices that are off the surface back to it, or part of the way, wherever their ring keeps `target` (or
 * its present quality, when that is lower). Returns how many remain off by more than `tolerance` metres.
 */
export function returnToSurface(
  rings: TetRings,
  projection: BoundaryProjection,
  target: number,
  tolerance: number,
): number {
  const { positions, trial, onBoundary } = rings;
  const { offSurface } = projection;
  let remaining = 0;
  for (let v = 0; v < rings.vertexCount; v++) {
    if (onBoundary[v] === 0 || offSurface[v] <= tolerance) continue;
    const floor = Math.min(target, rings.ringQuality(v)) - 1e-12;
    const off = projection.measure(rings, v);
    const cx = trial[0];
    const cy = trial[1];
    const cz = trial[2];
    for (let part = 1; part > 0.1; part /= 2) {
      trial[0] = positions[3 * v] + part * (cx - positions[3 * v]);
      trial[1] = positions[3 * v + 1] + part * (cy - positions[3 * v + 1]);
      trial[2] = positions[3 * v + 2] + part * (cz - positions[3 * v + 2]);
      if (rings.tryMove(v, floor) === -Infinity) continue;
      rings.accept(v);
      offSurface[v] = part === 1 ? 0 : off * (1 - part);
      break;
    }
    if (offSurface[v] > tolerance) remaining++;
  }
  return remaining;
}

/**
 * Moves boundary vertices farther than `tolerance` metres from the surface to within it although their ring gets worse,
 * as long as no tet is inverted; the tail restores the quality afterwards. Returns how many could not be moved far enough.
 */
export function forceToSurface(rings: TetRings, projection: BoundaryProjection, tolerance: number): number {
  const { positions, trial, onBoundary } = rings;
  const { offSurface } = projection;
  let remaining = 0;
  for (let v = 0; v < rings.vertexCount; v++) {
    if (onBoundary[v] === 0 || offSurface[v] <= tolerance) continue;
    const off = projection.measure(rings, v);
    const cx = trial[0];
    const cy = trial[1];
    const cz = trial[2];
    for (const keep of [0, 0.5 * tolerance, tolerance, 0.5 * (off + tolerance)]) {
      if (keep >= off) continue;
      const part = 1 - keep / off;
      trial[0] = positions[3 * v] + part * (cx - positions[3 * v]);
      trial[1] = positions[3 * v + 1] + part * (cy - positions[3 * v + 1]);
      trial[2] = positions[3 * v + 2] + part * (cz - positions[3 * v + 2]);
      if (rings.tryMove(v, Math.min(UPRIGHT, rings.ringQuality(v) - 1e-12)) === -Infinity) continue;
      rings.accept(v);
      offSurface[v] = keep;
      break;
    }
    if (offSurface[v] > tolerance) remaining++;
  }
  return remaining;
}
