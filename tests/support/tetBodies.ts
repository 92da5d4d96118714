import { constitutiveModels, type CreatedModel } from '../../src/materials/ConstitutiveModel.ts';
import type { SeededRandom } from './random.ts';
import type { SolidBodyInput } from '../../src/solids/SolidOperators.ts';
import { mixedBox, quadratic } from './bodies.ts';
import { freudenthalBox, hexBox } from './freudenthalBox.ts';

/** A registered model with its default parameters, E = 5e4 Pa and nu = 0.4. */
export function softModel(type = 'rotated-linear'): CreatedModel {
  const definition = constitutiveModels.get(type);
  return definition.create({ youngsModulus: 5e4, poissonRatio: 0.4 }, definition.params.parse({}));
}

/** A damped box of 6 nx ny nz tetrahedra, 0.1 m cells, tau = 0.01 s. */
export function softBox(nx: number, ny: number, nz: number, overrides: Partial<SolidBodyInput> = {}): SolidBodyInput {
  const mesh = freudenthalBox(nx, ny, nz, 0.1);
  const models = overrides.models ?? [softModel()];
  return {
    restPositions: mesh.positions,
    elementKind: 'tet',
    elements: mesh.tets,
    models,
    density: 1000,
    dampingBeta: 0.01 * models[0].mu,
    dampingAlpha: 0.01 * models[0].lambda,
    dampingForm: 'robust',
    ...overrides,
  };
}

/** `softBox` in hexahedra. */
export function softHexBox(
  nx: number,
  ny: number,
  nz: number,
  overrides: Partial<SolidBodyInput> = {},
): SolidBodyInput {
  const mesh = hexBox(nx, ny, nz, 0.1);
  const hexahedra = { restPositions: mesh.positions, elements: mesh.hexes, elementKind: 'hex' as const };
  return softBox(nx, ny, nz, { ...hexahedra, ...overrides });
}

/** `softBox` in quadratic tetrahedra. */
export function softQuadraticBox(
  nx: number,
  ny: number,
  nz: number,
  overrides: Partial<SolidBodyInput> = {},
): SolidBodyInput {
  return quadratic(softBox(nx, ny, nz, overrides));
}

/** `softBox` of hexahedra, prisms, pyramids and tetrahedra, three cells long at least. */
export function softMixedBox(
  nx: number,
  ny: number,
  nz: number,
  overrides: Partial<SolidBodyInput> = {},
): SolidBodyInput {
  const cells = [Math.max(nx, 3), ny, nz] as const;
  const mixed = mixedBox(cells, [0.1 * cells[0], 0.1 * ny, 0.1 * nz]);
  return softBox(nx, ny, nz, { ...mixed, ...overrides });
}

/** A soft box of each kind of element, and one in which shapes are mixed. */
export const softBoxes = { tet: softBox, hex: softHexBox, tet10: softQuadraticBox, mixed: softMixedBox };
export type SoftBox = keyof typeof softBoxes;
export const softKinds = Object.keys(softBoxes) as readonly SoftBox[];

/** Uniform in [-size, size). */
export function spread(random: SeededRandom, size: number): number {
  return size * (random.uint32() / 2 ** 31 - 1);
}

/** Largest difference over the largest reference magnitude. */
export function relativeError(reference: ArrayLike<number>, actual: ArrayLike<number>): number {
  let difference = 0;
  let size = 0;
  for (let k = 0; k < reference.length; k++) {
    difference = Math.max(difference, Math.abs(reference[k] - actual[k]));
    size = Math.max(size, Math.abs(reference[k]));
  }
  return difference / size;
}
