import type { ContactRun } from './ContactRun.ts';
import type { Outcome } from './outcomes.ts';

const GRAVITY = 9.81;
/** Angle of the slope, rad, and the coefficient of friction. */
const SLOPE = (10 * Math.PI) / 180;
const FRICTION = 0.15;
/** Acceleration of a rigid table, m/s2. */
const ACCELERATION = GRAVITY * (Math.sin(SLOPE) - FRICTION * Math.cos(SLOPE));
/** Height above the slope, m, up to which a vertex is one of a foot at the first frame. */
const FOOT = 1e-3;
/** Relative error that the acceleration of the table in the second half may have against Coulomb's law: its legs swing by a millimetre. */
const TOLERANCE = 0.02;
/** Speed, m/s, below which a foot sticks: a thousandth of what Coulomb's law gives the table by the end. */
const STILL = 1e-3;

/** A foot of the table: its vertices, where it is along the slope, m, and what it did. */
interface Foot {
  readonly vertices: readonly number[];
  at: number;
  sticks: boolean;
  /** Times that it came to rest after it had moved, and frames in which it stood. */
  stops: number;
  frames: number;
}

/**
 * A table of four legs goes down a slope that is steeper than its friction holds. It begins unloaded: its weight spreads the legs, feet slip up and down the slope at once, whose friction cancels, and stop as the legs swing back. By then
 * the table is faster than a rigid one; from there on it accelerates as that does, by Coulomb's law.
 */
export function stickSlip(run: ContactRun): Outcome {
  const points = run.positions('body-1');
  const feet = feetOf(points);
  const path = [alongOf(points, all(points))];
  return {
    wanted: "feet stick, then slip by Coulomb's law",
    see(one) {
      const now = one.positions('body-1');
      path[one.frame] = alongOf(now, all(now));
      for (const foot of feet) seeFoot(foot, alongOf(now, foot.vertices), one.given.dt);
    },
    holds: ({ frame, lastFrame, given }) => {
      if (frame < lastFrame) return undefined;
      const stuck = feet.every(({ stops, frames }) => stops > 0 && frames < lastFrame);
      return stuck && Math.abs(lateAcceleration(path, given.dt) / ACCELERATION - 1) < TOLERANCE;
    },
    measured({ frame, given }) {
      const rigid = 0.5 * ACCELERATION * (frame * given.dt) ** 2;
      const way = (path[frame] - path[0]).toFixed(3);
      const late = lateAcceleration(path, given.dt).toFixed(4);
      const feetText = feet.map(({ stops, frames }) => `${stops}/${frames}`).join(' ');
      const accelerations = `${late} m/s2 in the second half (${ACCELERATION.toFixed(4)})`;
      return `${way} m (a rigid one ${rigid.toFixed(3)}), ${accelerations}, feet stopped/frames at rest ${feetText}`;
    },
  };
}

/** Mean acceleration over the second half of a path of one place a frame, m/s2. */
function lateAcceleration(path: readonly number[], dt: number): number {
  const last = path.length - 1;
  const step = Math.floor(last / 4);
  return (path[last] - 2 * path[last - step] + path[last - 2 * step]) / (step * dt) ** 2;
}

function seeFoot(foot: Foot, at: number, dt: number): void {
  const sticks = Math.abs(at - foot.at) < STILL * dt;
  foot.at = at;
  if (sticks) foot.frames++;
  if (sticks && !foot.sticks) foot.stops++;
  foot.sticks = sticks;
}

/** The four groups of vertices on the slope, by their side of the middle. */
function feetOf(points: Float64Array): Foot[] {
  const height = (v: number) => points[3 * v] * Math.sin(SLOPE) + points[3 * v + 1] * Math.cos(SLOPE);
  const low = all(points).filter((v) => height(v) < FOOT);
  const middle = alongOf(points, low);
  const sides = [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ];
  return sides.map(([down, across]) => {
    const vertices = low.filter((v) => down * (alongOf(points, [v]) - middle) > 0 && across * points[3 * v + 2] > 0);
    return { vertices, at: alongOf(points, vertices), sticks: true, stops: 0, frames: 0 };
  });
}

/** Mean place down the slope, m. */
function alongOf(points: Float64Array, vertices: readonly number[]): number {
  const sum = vertices.reduce(
    (total, v) => total + points[3 * v] * Math.cos(SLOPE) - points[3 * v + 1] * Math.sin(SLOPE),
    0,
  );
  return sum / vertices.length;
}

function all(points: Float64Array): number[] {
  return Array.from({ length: points.length / 3 }, (_, v) => v);
}
