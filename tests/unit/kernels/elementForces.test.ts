import { describe, expect, it } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { referenceElementForces } from '../../../src/kernels/reference/referenceElementForces.ts';
import { SolidKernelBody } from '../../../src/kernels/solid/SolidKernelBody.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels, type CreatedModel } from '../../../src/materials/ConstitutiveModel.ts';
import { SeededRandom } from '../../support/random.ts';
import { elementQuadrature } from '../../../src/solids/elementQuadrature.ts';
import {} from '../../../src/solids/waveFrequency.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import type { SolidBodyInput } from '../../../src/solids/SolidOperators.ts';
import { relativeError, softBox, softHexBox, softModel, spread } from '../../support/tetBodies.ts';

const pool = new KernelPool(compileKernels(false), { threads: 1 });

/** One unit corner tetrahedron per deformation gradient F (row-major): positions are exactly F X. */
function separateTets(gradients: readonly number[][]): { input: SolidBodyInput; positions: Float64Array } {
  const rest = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const restPositions = new Float64Array(12 * gradients.length);
  const positions = new Float64Array(12 * gradients.length);
  const elements = new Uint32Array(4 * gradients.length);
  gradients.forEach((f, t) => {
    for (let corner = 0; corner < 4; corner++) {
      elements[4 * t + corner] = 4 * t + corner;
      for (let i = 0; i < 3; i++) {
        restPositions[12 * t + 3 * corner + i] = rest[3 * corner + i];
        let sum = 0;
        for (let j = 0; j < 3; j++) sum += f[3 * i + j] * rest[3 * corner + j];
        positions[12 * t + 3 * corner + i] = sum;
      }
    }
  });
  return { input: { ...softBox(1, 1, 1), restPositions, elements }, positions };
}

/** Rest, rotations, reflections, planes, lines, points, repeated stretches, near-degenerate and random matrices. */
function awkwardGradients(): number[][] {
  const random = new SeededRandom('awkward gradients');
  const matrices = [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0, -1, 0, 1, 0, 0, 0, 0, 1],
    [-1, 0, 0, 0, -1, 0, 0, 0, -1],
    [1, 0, 0, 0, 1, 0, 0, 0, -1],
    [1, 0, 0, 0, 1, 0, 0, 0, 0],
    [0, 0, 0, 0, 1, 0, 0, 0, 1],
    [2, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 3, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 2, 3, 2, 4, 6, 0, 0, 1],
    [1, 1e-4, 0, 0, 1e-4, 1e-5, 0, 0, 1e-6],
    [0.5, 0, 0, 0, 0.5, 0, 0, 0, 2],
    [1e-12, 0, 0, 0, 1e-12, 0, 0, 0, 1e-12],
    [300, 0, 0, 0, 0.01, 0, 0, 0, -200],
  ];
  while (matrices.length < 400) {
    const f = Array.from({ length: 9 }, () => spread(random, 1.5));
    // Every fourth is flattened: the last column a combination of the others.
    if (matrices.length % 4 === 0) for (const row of [0, 3, 6]) f[row + 2] = 0.3 * f[row] - 0.8 * f[row + 1];
    matrices.push(f);
  }
  return matrices;
}

/**
 * Whether U V^T, hence the force, is determined by F: a line or a point has no second direction, and which of two equal
 * stretches is the negative one is anyone's choice.
 */
function isDetermined(s: ArrayLike<number>): boolean {
  const gap = 0.03 * s[0];
  return s[1] > gap && s[1] + s[2] > gap;
}

/** U (9) and V (9) of a slot from the kernel's lanes. */
function rotationsOf(body: SolidKernelBody, slot: number): { u: number[]; v: number[] } {
  const group = slot >> 2;
  const all = Array.from({ length: 18 }, (_, k) => body.rotations[72 * group + 4 * k + (slot & 3)]);
  return { u: all.slice(0, 9), v: all.slice(9) };
}

function determinant(m: number[]): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

describe('signed singular value decomposition in the kernel', () => {
  const gradients = awkwardGradients();
  const { input, positions } = separateTets(gradients);
  const quadrature = elementQuadrature(input);
  const body = new SolidKernelBody(
    {
      vertexCount: input.restPositions.length / 3,
      verticesPerElement: 4,
      pointsPerElement: 1,
      elements: input.elements,
      gradients: quadrature.gradients,
      volumes: quadrature.weights,
      masses: new Float64Array(input.restPositions.length / 3).fill(1),
      materials: [undefined],
      smallStrain: [false],
      damping: [{ beta: 0, alpha: 0 }],
      conserving: false,
    },
    pool,
  );
  for (let v = 0; v < body.vertexCount; v++) {
    for (let k = 0; k < 3; k++) body.positions[4 * v + k] = positions[3 * v + k];
  }
  body.updateElastic(1, 0, () => undefined);

  it.each(gradients.map((f, t) => [t, f] as const))('matrix %i', (t, f) => {
    const s = [...body.stretches.subarray(3 * t, 3 * t + 3)];
    const { u, v } = rotationsOf(body, t);
    const size = Math.max(...f.map(Math.abs), 1e-30);
    expect(Math.abs(determinant(u) - 1)).toBeLessThan(3e-6);
    expect(Math.abs(determinant(v) - 1)).toBeLessThan(3e-6);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let product = 0;
        let orthogonal = 0;
        for (let k = 0; k < 3; k++) {
          product += u[3 * i + k] * s[k] * v[3 * j + k];
          orthogonal += u[3 * i + k] * u[3 * j + k];
        }
        // V comes from F^T F, so stretches far below the largest lose digits: 3e-4 is the square root of the f32 rounding.
        expect(Math.abs(product - f[3 * i + j])).toBeLessThan(4e-4 * size);
        expect(Math.abs(orthogonal - (i === j ? 1 : 0))).toBeLessThan(3e-6);
      }
    }
    const rounding = 1e-6 * size;
    expect(s[0]).toBeGreaterThanOrEqual(s[1] - rounding);
    expect(s[1]).toBeGreaterThanOrEqual(Math.abs(s[2]) - 4e-4 * size);
    if (Math.abs(determinant(f)) > 1e-3 * size ** 3) expect(Math.sign(s[2])).toBe(Math.sign(determinant(f)));
  });
});

describe('element forces against float64', () => {
  const gradients = awkwardGradients().filter((f) => Math.max(...f.map(Math.abs)) < 10);
  const { input, positions } = separateTets(gradients);

  it.each(constitutiveModels.types())('%s, element by element', (type) => {
    const model = softModel(type);
    expect(model.kernel).toBeDefined();
    const body = { ...input, models: [model] };
    const fast = new KernelSolidOperators(body, pool);
    const reference = new ReferenceSolidOperators(body);
    fast.updateElastic(positions, 0.8);
    reference.updateElastic(positions, 0.8);
    let compared = 0;
    for (let t = 0; t < gradients.length; t++) {
      for (const force of fast.elasticForce.subarray(12 * t, 12 * t + 12)) expect(force).toSatisfy(Number.isFinite);
      // A small strain is a function of F alone.
      const { measure } = model;
      if (measure !== 'small-strain' && !isDetermined(reference.singularValues.subarray(3 * t, 3 * t + 3))) continue;
      compared++;
      const a = reference.elasticForce.subarray(12 * t, 12 * t + 12);
      const b = fast.elasticForce.subarray(12 * t, 12 * t + 12);
      // Relative to the stress of a unit strain, or to the force itself where it is larger.
      const scale = Math.max(model.mu + model.lambda, ...a.map(Math.abs));
      for (let k = 0; k < 12; k++) expect(Math.abs(a[k] - b[k])).toBeLessThan(2e-4 * scale);
    }
    expect(compared).toBeGreaterThan(300);
    fast.dispose();
  });

  it('the plain reference of the benchmarks is the same model', () => {
    const quadrature = elementQuadrature(input);
    const count = quadrature.weights.length;
    const inverseEdges = new Float64Array(9 * count);
    for (let t = 0; t < count; t++) {
      inverseEdges.set(quadrature.gradients.subarray(12 * t + 3, 12 * t + 12), 9 * t);
    }
    const elements = { tets: input.elements, inverseEdges, volumes: quadrature.weights };
    const stretches = new Float64Array(3 * count);
    const forces = new Float64Array(12 * count);
    const model = softModel();
    referenceElementForces(elements, positions, model.mu, model.lambda, stretches, forces);
    const reference = new ReferenceSolidOperators({ ...input, models: [model] });
    reference.updateElastic(positions, 1);
    for (let t = 0; t < count; t++) {
      if (!isDetermined(reference.singularValues.subarray(3 * t, 3 * t + 3))) continue;
      const expected = reference.elasticForce.subarray(12 * t, 12 * t + 12);
      for (let k = 0; k < 12; k++) expect(forces[12 * t + k]).toBeCloseTo(expected[k], 4);
    }
  });
});

describe('hexahedra', () => {
  const random = new SeededRandom('hexahedra');
  const input = softHexBox(4, 3, 5);
  const positions = input.restPositions.map((x) => x + spread(random, 0.015));

  it.each(constitutiveModels.types())('%s at eight points equals the reference', (type) => {
    const elementModel = Uint8Array.from({ length: 60 }, (_, e) => (e * 5) % 2);
    const models = [softModel(type), { ...softModel('neo-hookean'), kernel: undefined }];
    for (const body of [
      { ...input, models },
      { ...input, models, elementModel },
    ]) {
      const fast = new KernelSolidOperators(body, pool);
      const reference = new ReferenceSolidOperators(body);
      fast.updateElastic(positions, 0.8);
      reference.updateElastic(positions, 0.8);
      expect(fast.elementCount).toBe(60);
      expect(fast.singularValues).toHaveLength(3 * 8 * 60);
      expect(relativeError(reference.elasticForce, fast.elasticForce)).toBeLessThan(5e-6);
      expect(relativeError(reference.singularValues, fast.singularValues)).toBeLessThan(2e-6);
      expect(fast.elasticEnergy() / reference.elasticEnergy()).toBeCloseTo(1, 4);
    }
  });

  it('are pushed out of a plane, a line and a point', () => {
    const fast = new KernelSolidOperators(input, pool);
    for (const flattened of [[1], [1, 2], [0, 1, 2]]) {
      const crushed = input.restPositions.slice();
      for (let k = 0; k < crushed.length; k += 3) for (const axis of flattened) crushed[k + axis] = 0;
      fast.updateElastic(crushed, 1);
      expect(fast.elasticForce.every(Number.isFinite)).toBe(true);
      expect(Math.max(...fast.elasticForce)).toBeGreaterThan(1);
    }
  });
});

describe('element forces of a mesh', () => {
  const random = new SeededRandom('mesh forces');
  const input = softBox(4, 3, 5);
  const positions = input.restPositions.map((x) => x + spread(random, 0.02));

  it('vanish at rest and under rigid motion far from the origin', () => {
    const fast = new KernelSolidOperators(input, pool);
    const [c, s] = [Math.cos(1.1), Math.sin(1.1)];
    const moved = new Float64Array(input.restPositions.length);
    for (let k = 0; k < moved.length; k += 3) {
      const [x, y, z] = input.restPositions.subarray(k, k + 3);
      moved.set([1000 + c * x - s * y, -500 + s * x + c * y, 200 + z], k);
    }
    const stressScale = 5e4 * 0.1 * 0.1;
    for (const state of [input.restPositions, moved]) {
      fast.updateElastic(state, 1);
      for (const force of fast.elasticForce) expect(Math.abs(force)).toBeLessThan(1e-5 * stressScale);
      for (const stretch of fast.singularValues) expect(Math.abs(stretch - 1)).toBeLessThan(1e-5);
    }
  });

  it('add up to no total force or torque', () => {
    const fast = new KernelSolidOperators(input, pool);
    fast.updateElastic(positions, 1);
    const f = fast.elasticForce;
    const sums = new Float64Array(6);
    let size = 0;
    for (let k = 0; k < f.length; k += 3) {
      const [x, y, z] = positions.subarray(k, k + 3);
      sums[0] += f[k];
      sums[1] += f[k + 1];
      sums[2] += f[k + 2];
      sums[3] += y * f[k + 2] - z * f[k + 1];
      sums[4] += z * f[k] - x * f[k + 2];
      sums[5] += x * f[k + 1] - y * f[k];
      size += Math.abs(f[k]) + Math.abs(f[k + 1]) + Math.abs(f[k + 2]);
    }
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-6 * size);
  });

  it('mix several materials, with and without a stage in the kernel', () => {
    const linear = softModel();
    const stiff = constitutiveModels
      .get('neo-hookean')
      .create({ youngsModulus: 2e5, poissonRatio: 0.3 }, { threshold: 0.5 });
    const outside: CreatedModel = { ...softModel('fixed-corotated'), kernel: undefined };
    const elementModel = Uint8Array.from({ length: input.elements.length / 4 }, (_, e) => (e * 7) % 3);
    const mixed = { ...input, models: [linear, stiff, outside], elementModel };
    const fast = new KernelSolidOperators(mixed, pool);
    const reference = new ReferenceSolidOperators(mixed);
    fast.updateElastic(positions, 0.6);
    reference.updateElastic(positions, 0.6);
    expect(relativeError(reference.elasticForce, fast.elasticForce)).toBeLessThan(2e-6);
    expect(relativeError(reference.singularValues, fast.singularValues)).toBeLessThan(2e-6);
    expect(fast.elasticEnergy() / reference.elasticEnergy()).toBeCloseTo(1, 5);
    expect(relativeError(reference.masses, fast.masses)).toBe(0);
    expect(fast.waveFrequency).toBe(reference.waveFrequency);
  });

  it('refuses positions that are not finite, naming the vertex', () => {
    const fast = new KernelSolidOperators(input, pool);
    const broken = positions.slice();
    broken[3 * 17 + 1] = NaN;
    expect(() => fast.updateElastic(broken, 1)).toThrow('not finite');
  });
});
