/** How far a ball joint may turn: its axis by `cone` from where it began, rad, and about it by `twist` either way, rad. */
export interface RotationRange {
  readonly cone: number;
  readonly twist: number;
}

/**
 * Writes the angle of the rotation of a unit quaternion (x, y, z, w at q[at ...]) about its own x axis, in (-pi, pi], to out[0]: the twist of its decomposition into swing
 * and twist.
 */
export function writeTwist(q: Float64Array, at: number, out: Float64Array): void {
  const angle = 2 * Math.atan2(q[at], q[at + 3]);
  out[0] = angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle;
}
