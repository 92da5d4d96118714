import type { CreatedModel } from '../../materials/ConstitutiveModel.ts';

/** What a shell or a piece of cloth is made of, fixed for its life. SI. */
export interface ShellInput {
  /** Rest shape, m, xyz interleaved. */
  readonly restPositions: Float64Array;
  /** Three vertices per triangle. */
  readonly triangles: Uint32Array;
  /** kg/m2. */
  readonly areaDensity: number;
  /** Stretching stiffness k = E t, N/m. */
  readonly membraneStiffness: number;
  readonly poissonRatio: number;
  /** Constitutive model of the membrane, created with E t of the weaker thread direction in the place of E (`PlaneStress`); left out, rotated linear elasticity. */
  readonly model?: CreatedModel;
  /** k_b of Bridson et al. 2003, N m: four times the flexural rigidity D = E t^3 / (12 (1 - nu^2)). */
  readonly bendingStiffness: number;
  /** tau, s: damping is tau times the stiffness that deformation, not rotation, feels. */
  readonly dampingTime: number;
  /** Factors of the membrane stiffness along and across the grain. */
  readonly warpFactor: number;
  readonly weftFactor: number;
  /** Direction of the grain of each triangle at rest, xyz per triangle, any length; projected into its plane. */
  readonly warpDirections: Float64Array;
  /** Whether it lies on a known surface (`KnownSurface`), so that triangles that face the other way are inverted. */
  readonly liesOnSurface?: boolean;
}

/** Lame constants of plane stress, N/m: mu = k / (2 (1 + nu)), lambda = k nu / (1 - nu^2). */
export function membraneConstants(stiffness: number, poissonRatio: number): { mu: number; lambda: number } {
  return {
    mu: stiffness / (2 * (1 + poissonRatio)),
    lambda: (stiffness * poissonRatio) / (1 - poissonRatio * poissonRatio),
  };
}
