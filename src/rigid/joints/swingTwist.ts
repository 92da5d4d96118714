/** How far a ball joint may turn: its axis by `cone` from where it began, rad, and about it by `twist` either way, rad. */
export interface RotationRange {
  readonly cone: number;
  readonly twist: number;
}

/** Angle of the rotation of a unit quaternion (x, y, z, w at q[at ...]) about its own x axis, in (-pi, pi]: the twist of its decomposition into swing and twist. */
export function twistAngle(q: Float64Array, at: number): number {
  const angle = 2 * Math.atan2(q[at], q[at + 3]);
  return angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}

/** The angle nearest to `last` that differs from `angle` by whole turns, rad. */
export function nearestTurn(angle: number, last: number): number {
  return angle + 2 * Math.PI * Math.round((last - angle) / (2 * Math.PI));
}
