/**
 * Stretch below which the conserving damping form leaves P = F S, as half its value: the blend starts at twice this.
 * Larger damps flattened elements more and keeps angular momentum for fewer; 0 would leave flat elements undamped.
 */
export const STRETCH_FLOOR = 0.25;

/**
 * Both forms of rotated damping (Irving 2007, 2.6.2) are P = M S with M = U diag(m) V^T, 2 E = M^T Fdot + Fdot^T M and
 * S = 2 beta E + alpha tr(E) I, which is symmetric positive semidefinite in the velocity for any m.
 *
 * m = 1 gives the robust form as printed: M = U V^T never vanishes, but makes angular momentum. m = s gives M = F, the
 * conserving form (S is then a second Piola-Kirchhoff stress), which vanishes on flat elements. This function is the
 * conserving form with a floor: m(s) = s for s >= 2 c, c + s^2 / (4 c) for 0 <= s <= 2 c, c for s <= 0, once continuously
 * differentiable, c = STRETCH_FLOOR.
 */
export function conservingStretch(s: number): number {
  if (s >= 2 * STRETCH_FLOOR) return s;
  if (s <= 0) return STRETCH_FLOOR;
  return STRETCH_FLOOR + (s * s) / (4 * STRETCH_FLOOR);
}
