import type { Scene } from '../../../src/scene/Scene.ts';
import type { AnimationChoice } from './animationChoice.ts';
import type { ReadAnimation } from './AnimationReading.ts';

/** Share of its size by which a mesh moves in a frame of the shot at most, unless it is worth a look. */
const FAST = 0.1;

/** How fast a mesh of a file moves in the shot, by the times that were read of it. */
export interface AnimationMotion {
  /** Speed of the fastest vertex between a time and the one before it, m/s in the shot; of the first time, up to the second. */
  readonly speeds: readonly number[];
  /** Number of the time at which it is largest. */
  readonly fastestAt: number;
  /** The vertex that is the fastest then. */
  readonly vertex: number;
  /** Speed at which it moves a tenth of its size in a frame of the shot, m/s. */
  readonly limit: number;
  /** First and last number of the times between which it is faster than that, one pair each. */
  readonly fast: readonly (readonly [number, number])[];
}

/** Returns how fast the mesh moves if it is imported as chosen; undefined where it has one time or no vertices, and where its vertices are other ones at every time. */
export function animationMotion(
  { positions, times, counts, report }: ReadAnimation,
  { metresPerUnit, speed, keeps }: Pick<AnimationChoice, 'metresPerUnit' | 'speed' | 'keeps'>,
  { frameRate }: Pick<Scene, 'frameRate'>,
): AnimationMotion | undefined {
  const length = positions.length / times.length;
  if (times.length < 2 || length === 0 || counts !== undefined) return undefined;
  const shotRate = frameRate.numerator / frameRate.denominator;
  const clock = (speed / 100) * (keeps === 'frames' ? shotRate / (report.framesPerSecond ?? 24) : 1);
  const speeds: number[] = [];
  let [fastestAt, vertex] = [1, 0];
  for (let at = 1; at < times.length; at++) {
    const found = farthestMoved(positions, length, at);
    const metresPerSecond = (metresPerUnit * clock * found.distance) / (times[at] - times[at - 1]);
    if (at === 1 || metresPerSecond > speeds[fastestAt - 1]) [fastestAt, vertex] = [at, found.vertex];
    speeds.push(metresPerSecond);
  }
  const limit = FAST * metresPerUnit * diagonalOf(positions.subarray(0, length)) * shotRate;
  const all = [speeds[0], ...speeds];
  return { speeds: all, fastestAt, vertex, limit, fast: runsAbove(all, limit) };
}

/** The vertex that moves farthest from the time before `at`, and how far, in units of the file. */
function farthestMoved(positions: Float32Array, length: number, at: number): { vertex: number; distance: number } {
  let [vertex, square] = [0, 0];
  for (let k = 0; k < length; k += 3) {
    const [i, j] = [at * length + k, (at - 1) * length + k];
    const dx = positions[i] - positions[j];
    const dy = positions[i + 1] - positions[j + 1];
    const dz = positions[i + 2] - positions[j + 2];
    const moved = dx * dx + dy * dy + dz * dz;
    if (moved > square) [vertex, square] = [k / 3, moved];
  }
  return { vertex, distance: Math.sqrt(square) };
}

function diagonalOf(positions: Float32Array): number {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  return Math.hypot(...low.map((value, axis) => high[axis] - value));
}

function runsAbove(values: readonly number[], limit: number): [number, number][] {
  const runs: [number, number][] = [];
  values.forEach((value, at) => {
    if (!(value > limit)) return;
    const run = runs.at(-1);
    if (run?.[1] === at - 1) run[1] = at;
    else runs.push([at, at]);
  });
  return runs;
}

/** Numbers of the times about a time that are nearest to `seconds` before and after it; undefined where the animation does not reach so far. */
export function timesAround(
  times: readonly number[],
  at: number,
  seconds: number,
): { readonly before: number | undefined; readonly after: number | undefined } {
  const nearest = (wanted: number) => {
    const spacing = times.length < 2 ? 0 : (times[times.length - 1] - times[0]) / (times.length - 1);
    if (wanted < times[0] - spacing / 2 || wanted > times[times.length - 1] + spacing / 2) return undefined;
    const found = times.reduce(
      (best, time, k) => (Math.abs(time - wanted) < Math.abs(times[best] - wanted) ? k : best),
      0,
    );
    return found === at ? undefined : found;
  };
  return { before: nearest(times[at] - seconds), after: nearest(times[at] + seconds) };
}
