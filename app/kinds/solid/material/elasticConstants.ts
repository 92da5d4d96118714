/** An isotropic material's stiffness as Young's modulus E (Pa) and Poisson's ratio nu. */
export interface YoungPoisson {
  readonly youngsModulus: number;
  readonly poissonRatio: number;
}

/** The pairs that the stiffness can be edited as. */
export const elasticPairs = ['E, ν', 'μ, λ', 'G, K'] as const;
export type ElasticPair = (typeof elasticPairs)[number];

/** First Lame constant lambda, shear modulus mu (= G) and bulk modulus K, all in Pa. */
export function derivedConstants({ youngsModulus: E, poissonRatio: nu }: YoungPoisson) {
  return {
    mu: E / (2 * (1 + nu)),
    lambda: (E * nu) / ((1 + nu) * (1 - 2 * nu)),
    bulk: E / (3 * (1 - 2 * nu)),
  };
}

/** E and nu of a shear modulus and a first Lame constant, Pa. */
export function fromLame(mu: number, lambda: number): YoungPoisson {
  return { youngsModulus: (mu * (3 * lambda + 2 * mu)) / (lambda + mu), poissonRatio: lambda / (2 * (lambda + mu)) };
}

/** E and nu of a shear modulus and a bulk modulus, Pa. */
export function fromShearBulk(shear: number, bulk: number): YoungPoisson {
  return {
    youngsModulus: (9 * bulk * shear) / (3 * bulk + shear),
    poissonRatio: (3 * bulk - 2 * shear) / (2 * (3 * bulk + shear)),
  };
}
