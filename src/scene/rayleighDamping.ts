/**
 * Rayleigh damping of a solid, D = a M + tau K (Rayleigh 1877, section 102; Zarifi 2017, chapter 3): the mass damping a, 1/s, and the damping time tau, s, the ratio
 * of viscous to elastic stiffness.
 */
export interface RayleighDamping {
  readonly massDamping: number;
  readonly dampingTime: number;
}

/** Returns the damping ratio a / (2 omega) + tau omega / 2 of a mode of `frequency` (Hz), omega = 2 pi frequency: 1 is critical. */
export function dampingRatio({ massDamping, dampingTime }: RayleighDamping, frequency: number): number {
  const omega = 2 * Math.PI * frequency;
  return massDamping / (2 * omega) + (dampingTime * omega) / 2;
}
