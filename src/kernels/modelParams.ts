/**
 * The packed parameter order of every model stage of the element kernel, at most `FIBRE_PARAMS` numbers per material,
 * stored as f32. `id` is the number that the kernel branches on. All stages compute the principal first Piola-Kirchhoff stress P (Pa) from
 * the signed principal stretches s of one element. Notation: c = max(s_i, t), d = min(s_i - t, 0), J = s0 s1 s2,
 * J_i = product of the other two stretches; mu, lambda Lame parameters in Pa.
 */
/**
 * Parameters of the tension along fibres, packed behind those of the stage, the same for all stages; all zero where the material has none. With
 * x = lambda inverseOptimal, d = x - 1, b = 1 - 4 d^2 for |d| < 0.4, else 9 max(0.6 - |d|, 0)^2, and b <- 1 - descendingLimb (1 - b) for d > 0:
 * T = peakStress (activation b + passiveScale (exp(passiveRate min(max(d, 0), passiveEnd)) - 1) + passiveEndSlope max(d - passiveEnd, 0)), Pa.
 */
export const fibreParams = [
  'peakStress',
  'inverseOptimal',
  'passiveScale',
  'passiveRate',
  'passiveEnd',
  'passiveEndSlope',
  'descendingLimb',
] as const;

export interface KernelStage {
  readonly id: number;
  readonly params: readonly string[];
}

/** One entry per stage: stress P (Pa) as a function of the stretches, and the parameters in their packed order. */
export const kernelStages = {
  /** P_i = 2 mu (s_i - 1) + lambda sum_k (s_k - 1). */
  rotatedLinear: { id: 1, params: ['mu', 'lambda'] },

  /** P_i = 2 mu (s_i - 1) + lambda (J - 1) J_i. */
  fixedCorotated: { id: 2, params: ['mu', 'lambda'] },

  /**
   * Separable, extended linearly below the threshold t with curvature `slope` (Pa):
   * P_i = mu c (c^2 - 1) + slope d + lambda L c, L = sum_k ((c_k^2 - 1)/2 + c_k d_k).
   */
  stVenantKirchhoff: { id: 3, params: ['mu', 'lambda', 'threshold', 'slope'] },

  /**
   * Separable, extended linearly below the threshold t with curvature `slope` (Pa):
   * P_i = mu (c - 1/c) + slope d + lambda L / c, L = sum_k (log c_k + d_k / c_k).
   */
  neoHookean: { id: 4, params: ['mu', 'lambda', 'threshold', 'slope'] },

  /**
   * Biphasic cubic spline with linear pressure: P_i = h(s_i) + lambda sum_k (s_k - 1). With x = clamp(s, low, high) - 1,
   * h = a1 x + a2 x^2 + a3 x^3 for x < 0, b1 x + b2 x^2 + b3 x^3 otherwise, plus lowSlope min(s - low, 0) plus
   * highSlope max(s - high, 0). Coefficients and slopes in Pa.
   */
  cubicSpline: {
    id: 5,
    params: ['lambda', 'low', 'high', 'lowSlope', 'highSlope', 'a1', 'a2', 'a3', 'b1', 'b2', 'b3'],
  },

  /**
   * P_i = mu (1 - 1/(I_C + 1)) s_i + lambda (J - restVolume) J_i + crushSlope min(s_i - collapseThreshold, 0),
   * I_C = sum s_k^2; mu, lambda, restVolume are the reparameterised constants of Smith et al. 2018, not the Lame parameters.
   */
  stableNeoHookean: { id: 6, params: ['mu', 'lambda', 'restVolume', 'crushSlope', 'collapseThreshold'] },

  /**
   * Separable, extended linearly below the threshold t with curvature `slope` (Pa):
   * P_i = 2 a c - 2 b c^-3 - 2 (a - b) / c + slope d + lambda L / c, L = sum_k (log c_k + d_k / c_k).
   */
  mooneyRivlin: { id: 7, params: ['a', 'b', 'lambda', 'threshold', 'slope'] },
} as const satisfies Record<string, KernelStage>;

export type KernelStageId = keyof typeof kernelStages;
