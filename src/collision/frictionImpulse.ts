/** Effect of Gamma on a velocity. */
export const ImpulseOutcome = {
  /** The velocity did not approach the collider: unchanged. */
  separating: 0,
  /** The normal part was removed, the tangential part reduced. */
  slip: 1,
  /** All relative velocity was removed. */
  stick: 2,
} as const;
export type ImpulseOutcome = (typeof ImpulseOutcome)[keyof typeof ImpulseOutcome];

/**
 * Gamma of Irving 2007, 3.2: removes the velocity into a collider and applies the resulting friction, in place on
 * `v[offset ..]`: v_N <- max(v_N, v_BN); v_T,rel <- max(0, 1 - mu (v*_N - v_N) / |v_T,rel|) v_T,rel. `normal`: unit, outward; mu is
 * `frictions[collider]`. m/s.
 */
export function applyContactImpulse(
  v: Float64Array,
  offset: number,
  normal: Float64Array,
  bodyVelocity: Float64Array,
  frictions: Float64Array,
  collider: number,
): ImpulseOutcome {
  let x = v[offset] - bodyVelocity[0];
  let y = v[offset + 1] - bodyVelocity[1];
  let z = v[offset + 2] - bodyVelocity[2];
  const along = x * normal[0] + y * normal[1] + z * normal[2];
  if (along >= 0) return ImpulseOutcome.separating;
  x -= along * normal[0];
  y -= along * normal[1];
  z -= along * normal[2];
  const speed = Math.sqrt(x * x + y * y + z * z);
  const removed = -along * frictions[collider];
  const keep = speed > removed ? 1 - removed / speed : 0;
  v[offset] = bodyVelocity[0] + keep * x;
  v[offset + 1] = bodyVelocity[1] + keep * y;
  v[offset + 2] = bodyVelocity[2] + keep * z;
  return keep === 0 ? ImpulseOutcome.stick : ImpulseOutcome.slip;
}
