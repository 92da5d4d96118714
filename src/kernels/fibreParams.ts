/**
 * Parameters of the tension along fibres, packed behind those of the model, the same for all models; all zero where the material has none. With
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
