import type { ContactRun } from './ContactRun.ts';
import type { Outcome } from './outcomes.ts';

const GRAVITY = 9.81;
/** Angle of the slope, rad, and the coefficient of friction. */
const SLOPE = (10 * Math.PI) / 180;
const FRICTION = 0.15;
/** Height above the slope, m, up to which a vertex is one of a foot at the first frame. */
const FOOT = 1e-3;
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

/** A table of four legs goes down a slope that is steeper than its friction holds: feet stand while the rest of it moves on, let go, and stop again. */
export function stickSlip(run: ContactRun): Outcome {
  const points = run.positions('body-1');
  const feet = feetOf(points);
  const begun = alongOf(points, all(points));
  return {
    wanted: 'feet stick and slip',
    see(one) {
      const now = one.positions('body-1');
      for (const foot of feet) seeFoot(foot, alongOf(now, foot.vertices), one.given.dt);
    },
    holds: ({ frame, lastFrame }) =>
      frame < lastFrame ? undefined : feet.every(({ stops, frames }) => stops > 0 && frames < lastFrame),
    measured(one) {
      const now = one.positions('body-1');
      const time = one.frame * one.given.dt;
      const free = 0.5 * GRAVITY * (Math.sin(SLOPE) - FRICTION * Math.cos(SLOPE)) * time * time;
      const way = (alongOf(now, all(now)) - begun).toFixed(3);
      const feetText = feet.map(({ stops, frames }) => `${stops}/${frames}`).join(' ');
      return `${way} m (${free.toFixed(3)} by Coulomb's law), feet stopped/frames at rest ${feetText}`;
    },
  };
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
