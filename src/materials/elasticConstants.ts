import { CoreError } from '../base/errors.ts';
import type { ElasticConstants } from './ConstitutiveModel.ts';

/** Poisson's ratio above which linear elements lock: they resist bending as if they were stiffer. */
export const LOCKING_POISSON_RATIO = 0.45;

/** Isotropic elastic constants in the three common pairs, Pa except for `poissonRatio`. */
export interface ElasticSummary extends ElasticConstants {
  /** Shear modulus G, equal to Lame's mu. */
  readonly mu: number;
  readonly lambda: number;
  /** K = lambda + 2/3 mu: pressure per relative change of volume. */
  readonly bulkModulus: number;
}

/**
 * Returns E = mu (3 lambda + 2 mu) / (lambda + mu), Pa, and nu = lambda / (2 (lambda + mu)) of Lame's parameters, Pa. Throws `document-invalid` unless mu > 0
 * and lambda > -2/3 mu (both moduli positive).
 */
export function elasticFromLame(mu: number, lambda: number): ElasticConstants {
  if (!(mu > 0 && Number.isFinite(mu) && Number.isFinite(lambda) && lambda > (-2 / 3) * mu)) {
    throw new CoreError('document-invalid', `mu = ${mu} Pa and lambda = ${lambda} Pa do not give a stable material`, {
      remedy: 'Use mu > 0 and lambda > -2/3 mu.',
    });
  }
  return {
    youngsModulus: (mu * (3 * lambda + 2 * mu)) / (lambda + mu),
    poissonRatio: lambda / (2 * (lambda + mu)),
  };
}

/** Returns E and nu of a shear modulus G and a bulk modulus K, Pa, with lambda = K - 2/3 G. */
export function elasticFromShearBulk(shearModulus: number, bulkModulus: number): ElasticConstants {
  return elasticFromLame(shearModulus, bulkModulus - (2 / 3) * shearModulus);
}

/**
 * Returns all elastic constants of a material. Throws `document-invalid` unless E > 0 and -1 < nu < 1/2 (at 1/2 the material is
 * incompressible and lambda infinite).
 */
export function elasticSummary({ youngsModulus, poissonRatio }: ElasticConstants): ElasticSummary {
  if (!(youngsModulus > 0 && Number.isFinite(youngsModulus) && poissonRatio > -1 && poissonRatio < 0.5)) {
    throw new CoreError(
      'document-invalid',
      `Young's modulus ${youngsModulus} Pa with Poisson's ratio ${poissonRatio} is not a stable material`,
      { remedy: 'Use a positive modulus and a ratio between -1 and 0.5, 0.5 excluded.' },
    );
  }
  const mu = youngsModulus / (2 * (1 + poissonRatio));
  const lambda = (2 * mu * poissonRatio) / (1 - 2 * poissonRatio);
  return { youngsModulus, poissonRatio, mu, lambda, bulkModulus: lambda + (2 / 3) * mu };
}

/** Returns a warning about these constants for the artist, or undefined where there is none. */
export function elasticWarning({ poissonRatio }: ElasticConstants): string | undefined {
  if (poissonRatio <= LOCKING_POISSON_RATIO) return undefined;
  return (
    `Poisson's ratio ${poissonRatio} is above ${LOCKING_POISSON_RATIO}: elements lock and look too stiff. ` +
    `Use ${LOCKING_POISSON_RATIO} or less, with volume conservation.`
  );
}
