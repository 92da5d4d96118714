import { quadraticVolume } from '../../../src/geometry/elements/quadraticVolume.ts';
import { elementCountOf, elementsOfVolume } from '../../../src/geometry/elements/elementTypes.ts';
import { elementKinds, type ElementKind } from '../../../src/geometry/elements/ElementType.ts';
import { describe, expect, it } from 'vitest';
import { writeVonMises } from '../../../src/systems/solid/writeVonMises.ts';
import { boxHexes } from '../../../src/geometry/primitives/boxHexes.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { boxSurface } from '../../../src/geometry/primitives/surfaces.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { constitutiveModels, lameParameters } from '../../../src/materials/ConstitutiveModel.ts';

const elastic = { youngsModulus: 5e4, poissonRatio: 0.3 };
const { mu, lambda } = lameParameters(elastic);
const linear = constitutiveModels.get('rotated-linear').create(elastic, {});
const surface = boxSurface([1, 1, 1], [1, 1, 1]);
const embedding = { vertices: new Uint32Array(0), weights: new Float64Array(0) };
const volumes: Record<ElementKind, VolumeMesh> = {
  tet10: quadraticVolume({
    kind: 'tet',
    mesh: boxTets([1, 1, 1], [2, 2, 2]),
    surface,
    embedding: { ...embedding, size: 4 },
  }),
  tet: { kind: 'tet', mesh: boxTets([1, 1, 1], [2, 2, 2]), surface, embedding: { ...embedding, size: 4 } },
  hex: { kind: 'hex', mesh: boxHexes([1, 1, 1], [2, 2, 2]), surface, embedding: { ...embedding, size: 8 } },
};

/** Stress of every element when the body is moved by the row-major matrix `m` and shifted. */
function stressOf(kind: ElementKind, m: readonly number[], strength = 1): number[] {
  const volume = volumes[kind];
  const rest = volume.mesh.positions;
  const positions = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) {
    for (let row = 0; row < 3; row++) {
      positions[i + row] = m[3 * row] * rest[i] + m[3 * row + 1] * rest[i + 1] + m[3 * row + 2] * rest[i + 2] + 7;
    }
  }
  const body = { elements: elementsOfVolume(volume), rest, positions, modelOf: () => linear, strength };
  const out = new Float32Array(elementCountOf(volume));
  writeVonMises(body, out, 0, 3);
  writeVonMises(body, out, 3, out.length);
  return [...out];
}

const [cos, sin] = [Math.cos(0.8), Math.sin(0.8)];

describe.each(elementKinds)('von Mises stress of %s elements', (kind) => {
  it('stretched along one axis is (P0 s - P1) / s with P = 2 mu (s - 1) + lambda tr', () => {
    const s = 1.3;
    const trace = s - 1;
    // sigma0 = P0 s / s, sigma1 = sigma2 = P1 / s.
    const expected = Math.abs(2 * mu * (s - 1) + lambda * trace - (lambda * trace) / s);
    for (const value of stressOf(kind, [s, 0, 0, 0, 1, 0, 0, 0, 1])) expect(value / expected).toBeCloseTo(1, 4);
  });

  it('does not depend on how the body is turned, and follows the strength', () => {
    const s = 0.7;
    const turned = [cos * s, -sin, 0, sin * s, cos, 0, 0, 0, 1];
    const upright = stressOf(kind, [s, 0, 0, 0, 1, 0, 0, 0, 1]);
    stressOf(kind, turned).forEach((value, k) => expect(value / upright[k]).toBeCloseTo(1, 4));
    stressOf(kind, turned, 0.25).forEach((value, k) => expect(value / upright[k]).toBeCloseTo(0.25, 4));
    expect(Math.max(...stressOf(kind, turned, 0))).toBe(0);
  });

  it('is nothing at rest and under pressure from all sides', () => {
    const scale = elastic.youngsModulus;
    expect(Math.max(...stressOf(kind, [cos, -sin, 0, sin, cos, 0, 0, 0, 1])) / scale).toBeLessThan(1e-5);
    expect(Math.max(...stressOf(kind, [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5])) / scale).toBeLessThan(1e-5);
  });

  it('is finite for flat and inverted elements', () => {
    for (const s of [0, -1, 1e-6, -1e-6]) {
      for (const value of stressOf(kind, [s, 0, 0, 0, 1, 0, 0, 0, 1])) {
        expect(Number.isFinite(value)).toBe(true);
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThan(1e4 * elastic.youngsModulus);
      }
    }
    expect(stressOf(kind, [NaN, 0, 0, 0, 1, 0, 0, 0, 1])).toEqual(
      stressOf(kind, [1, 0, 0, 0, 1, 0, 0, 0, 1]).map(() => 0),
    );
  });
});
