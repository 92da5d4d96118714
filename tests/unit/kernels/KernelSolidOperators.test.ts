import { describe, expect, it } from 'vitest';
import { SlipDrags } from '../../../src/collision/SlipDrags.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { SeededRandom } from '../../support/random.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import { Constraint, type VelocityConstraints } from '../../../src/collision/VelocityConstraints.ts';
import type { SolidBodyInput } from '../../../src/solids/SolidOperators.ts';
import { allocatedBytes } from '../../support/allocatedBytes.ts';
import { relativeError, softBox, softBoxes, softKinds, spread } from '../../support/tetBodies.ts';

const single = new KernelPool(compileKernels(false), { threads: 1 });

/** A fifth of the vertices slide, a seventh are fixed. */
function mixedConstraints(vertexCount: number, random: SeededRandom): VelocityConstraints {
  const kinds = new Uint8Array(vertexCount);
  const normals = new Float64Array(3 * vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    if (v % 5 === 1) kinds[v] = Constraint.normal;
    if (v % 7 === 2) kinds[v] = Constraint.fixed;
    const n = [spread(random, 1), spread(random, 1), spread(random, 1)];
    const length = Math.hypot(...n);
    for (let k = 0; k < 3; k++) normals[3 * v + k] = n[k] / length;
  }
  return { kinds, normals };
}

function freeConstraints(vertexCount: number): VelocityConstraints {
  return { kinds: new Uint8Array(vertexCount), normals: new Float64Array(3 * vertexCount) };
}

/** Kernel and reference in the same disturbed state, damping assembled. */
function twins(input: SolidBodyInput, noise = 0.03) {
  const random = new SeededRandom('twins');
  const positions = input.restPositions.map((x) => x + spread(random, noise));
  const velocity = input.restPositions.map(() => spread(random, 1));
  const fast = new KernelSolidOperators(input, single);
  const reference = new ReferenceSolidOperators(input);
  for (const operators of [fast, reference]) {
    operators.updateElastic(positions, 0.7);
    operators.updateDamping();
  }
  return { random, velocity, fast, reference, size: velocity.length };
}

/** D as a dense matrix, column by column. */
function denseDamping(operators: KernelSolidOperators): Float64Array[] {
  const size = 3 * operators.vertexCount;
  return Array.from({ length: size }, (_, column) => {
    const unit = new Float64Array(size);
    unit[column] = 1;
    const out = new Float64Array(size);
    operators.applyDamping(unit, out);
    return out;
  });
}

/** Gaussian elimination with partial pivoting; rows of `a` are overwritten. */
function solveDense(a: Float64Array[], b: Float64Array): Float64Array {
  const n = b.length;
  const x = b.slice();
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[pivot][k])) pivot = i;
    [a[k], a[pivot]] = [a[pivot], a[k]];
    [x[k], x[pivot]] = [x[pivot], x[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      if (factor === 0) continue;
      for (let j = k; j < n; j++) a[i][j] -= factor * a[k][j];
      x[i] -= factor * x[k];
    }
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
  return x;
}

const forms = softKinds.flatMap((kind) => ['robust', 'conserving'].map((form) => [kind, form] as const));

describe.each(forms)('damping of %s bodies in the %s form', (kind, form) => {
  const dampingForm = form as SolidBodyInput['dampingForm'];
  const box = softBoxes[kind];

  it('equals the float64 reference, also where elements are inverted', () => {
    for (const noise of [0.02, 0.06]) {
      const { fast, reference, velocity, size } = twins(box(3, 4, 5, { dampingForm }), noise);
      const [a, b] = [new Float64Array(size), new Float64Array(size)];
      reference.applyDamping(velocity, a);
      fast.applyDamping(velocity, b);
      // Inverted elements whose two smallest stretches nearly agree have no definite frame; few are that close.
      expect(relativeError(a, b)).toBeLessThan(noise === 0.02 ? 2e-6 : 2e-3);
    }
  });

  it('is symmetric and positive semidefinite, and ignores translation', () => {
    const { fast, size, random } = twins(box(2, 2, 2, { dampingForm }));
    const d = denseDamping(fast);
    let largest = 0;
    for (const column of d) for (const value of column) largest = Math.max(largest, Math.abs(value));
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++) expect(Math.abs(d[i][j] - d[j][i])).toBeLessThan(1e-6 * largest);
    }
    const out = new Float64Array(size);
    for (let trial = 0; trial < 50; trial++) {
      const v = Float64Array.from({ length: size }, () => spread(random, 1));
      fast.applyDamping(v, out);
      expect(v.reduce((sum, value, k) => sum + value * out[k], 0)).toBeGreaterThan(0);
    }
    fast.applyDamping(
      Float64Array.from({ length: size }, (_, k) => [300, -200, 100][k % 3]),
      out,
    );
    expect(Math.max(...out.map(Math.abs))).toBe(0);
  });

  it('has the diagonal of the dense matrix, also after a solve with drags', () => {
    const { fast, size, velocity } = twins(box(2, 2, 2, { dampingForm }));
    const d = denseDamping(fast);
    const largest = Math.max(...d.map((column, k) => column[k]));
    const drags = new SlipDrags(size / 3);
    drags.count = 1;
    drags.vertices[0] = 3;
    drags.coefficients[0] = largest;
    drags.across[0] = 1;
    const solve = { h: 0.01, tolerance: 1e-6, maxIterations: 100 };
    fast.solveVelocity(solve, velocity, { ...freeConstraints(size / 3), drags }, new Float64Array(size));
    const diagonal = new Float64Array(size / 3);
    fast.writeDiagonal(diagonal);
    for (let v = 0; v < diagonal.length; v++) {
      const mean = (d[3 * v][3 * v] + d[3 * v + 1][3 * v + 1] + d[3 * v + 2][3 * v + 2]) / 3;
      expect(Math.abs(diagonal[v] - mean)).toBeLessThan(1e-6 * largest);
    }
  });

  it('solves like the dense system with sliding and fixed vertices', () => {
    const { fast, random, size } = twins(box(2, 2, 2, { dampingForm }));
    const constraints = mixedConstraints(size / 3, random);
    const rhs = Float64Array.from({ length: size }, () => spread(random, 1));
    const h = 0.02;
    const dv = new Float64Array(size);
    const report = fast.solveVelocity({ h, tolerance: 1e-10, maxIterations: 500 }, rhs, constraints, dv);
    expect(report.converged).toBe(true);
    expect(report.relativeResidual).toBeLessThanOrEqual(1e-10);

    // P A P + (I - P), whose solution of P b is P-constrained.
    const d = denseDamping(fast);
    const project = (x: Float64Array): Float64Array => {
      const out = x.slice();
      constraints.kinds.forEach((kind, v) => {
        if (kind === Constraint.fixed) out.fill(0, 3 * v, 3 * v + 3);
        if (kind !== Constraint.normal) return;
        const n = constraints.normals.subarray(3 * v, 3 * v + 3);
        const along = n[0] * x[3 * v] + n[1] * x[3 * v + 1] + n[2] * x[3 * v + 2];
        for (let k = 0; k < 3; k++) out[3 * v + k] -= along * n[k];
      });
      return out;
    };
    const columns = Array.from({ length: size }, (_, j) => {
      const unit = new Float64Array(size);
      unit[j] = 1;
      const p = project(unit);
      const image = new Float64Array(size);
      for (let c = 0; c < size; c++) {
        if (p[c] === 0) continue;
        for (let i = 0; i < size; i++)
          image[i] += p[c] * (h * d[c][i] + (i === c ? fast.masses[Math.floor(i / 3)] : 0));
      }
      const projected = project(image);
      return projected.map((value, i) => value + unit[i] - p[i]);
    });
    const rows = Array.from({ length: size }, (_, i) => Float64Array.from(columns, (column) => column[i]));
    const expected = solveDense(rows, project(rhs));
    expect(relativeError(expected, dv)).toBeLessThan(1e-7);
    expect(relativeError(project(dv), dv)).toBeLessThan(1e-15);
  });
});

describe('velocity solve', () => {
  it('takes the iterations of the reference and stops at the same residual', () => {
    const { fast, reference, velocity, size, random } = twins(softBox(5, 5, 5));
    const constraints = mixedConstraints(size / 3, random);
    const [a, b] = [new Float64Array(size), new Float64Array(size)];
    for (const tolerance of [1e-1, 1e-2, 1e-3, 1e-5, 1e-7, 1e-11]) {
      const expected = reference.solveVelocity({ h: 0.02, tolerance, maxIterations: 400 }, velocity, constraints, a);
      const actual = fast.solveVelocity({ h: 0.02, tolerance, maxIterations: 400 }, velocity, constraints, b);
      expect(actual.converged).toBe(true);
      expect(actual.relativeResidual).toBeLessThanOrEqual(tolerance);
      expect(actual.iterations).toBeLessThanOrEqual(2 + 1.5 * expected.iterations);
      expect(relativeError(a, b)).toBeLessThan(20 * Math.max(tolerance, 1e-7));
    }
  });

  it('reports the true residual, also where it trusts the f32 iterations', () => {
    const { fast, reference, velocity, size } = twins(softBox(6, 6, 6));
    const h = 0.05;
    const [dv, product] = [new Float64Array(size), new Float64Array(size)];
    const unit = new Float64Array(size);
    // The preconditioner needs tr(D_vv), read from the diagonal of D.
    const inverse = fast.masses.map((mass, v) => {
      let trace = 0;
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        unit[k] = 1;
        fast.applyDamping(unit, product);
        unit[k] = 0;
        trace += product[k];
      }
      return 1 / (mass + (h * trace) / 3);
    });
    const size2 = (r: Float64Array) => r.reduce((sum, x, k) => sum + inverse[Math.floor(k / 3)] * x * x, 0);
    for (const tolerance of [1e-1, 1e-2, 1e-3, 1e-6, 1e-9]) {
      const report = fast.solveVelocity({ h, tolerance, maxIterations: 400 }, velocity, freeConstraints(size / 3), dv);
      reference.applyDamping(dv, product);
      const residual = velocity.map((b, k) => b - fast.masses[Math.floor(k / 3)] * dv[k] - h * product[k]);
      const actual = Math.sqrt(size2(residual) / size2(velocity));
      // The reference's blocks differ by the rounding of f32.
      expect(Math.abs(actual - report.relativeResidual)).toBeLessThan(1e-6);
      expect(actual).toBeLessThan(tolerance + 1e-6);
    }
  });

  it('reports an exhausted iteration limit', () => {
    const { fast, velocity, size } = twins(softBox(4, 4, 4));
    const dv = new Float64Array(size);
    const report = fast.solveVelocity(
      { h: 1, tolerance: 1e-8, maxIterations: 3 },
      velocity,
      freeConstraints(size / 3),
      dv,
    );
    expect(report.iterations).toBe(3);
    expect(report.converged).toBe(false);
    expect(report.relativeResidual).toBeGreaterThan(1e-8);
  });

  it('does nothing for no right-hand side, or none that is free', () => {
    const { fast, velocity, size } = twins(softBox(2, 2, 2));
    const dv = new Float64Array(size).fill(7);
    const zero = fast.solveVelocity(
      { h: 0.01, tolerance: 1e-6, maxIterations: 50 },
      new Float64Array(size),
      freeConstraints(size / 3),
      dv,
    );
    expect(zero).toEqual({
      iterations: 0,
      relativeResidual: 0,
      converged: true,
      initial: 0,
      solution: new Float64Array(size),
    });
    expect(dv.every((x) => x === 0)).toBe(true);
    const fixed = { kinds: new Uint8Array(size / 3).fill(Constraint.fixed), normals: new Float64Array(size) };
    expect(fast.solveVelocity({ h: 0.01, tolerance: 1e-6, maxIterations: 50 }, velocity, fixed, dv).converged).toBe(
      true,
    );
    expect(dv.every((x) => x === 0)).toBe(true);
  });

  it('leaves free fall exact: gravity is an eigenvector', () => {
    const { fast, size } = twins(softBox(4, 3, 3));
    const rhs = new Float64Array(size);
    for (let v = 0; v < fast.vertexCount; v++) rhs[3 * v + 1] = -9.81 * 0.01 * fast.masses[v];
    const dv = new Float64Array(size);
    fast.solveVelocity({ h: 0.01, tolerance: 1e-9, maxIterations: 200 }, rhs, freeConstraints(size / 3), dv);
    for (let v = 0; v < fast.vertexCount; v++) expect(dv[3 * v + 1]).toBeCloseTo(-0.0981, 9);
  });

  it('gives up on numbers that are not finite without passing them on', () => {
    const { fast, velocity, size } = twins(softBox(2, 2, 2));
    const rhs = velocity.slice();
    rhs[4] = NaN;
    const dv = new Float64Array(size).fill(1);
    const report = fast.solveVelocity(
      { h: 0.01, tolerance: 1e-3, maxIterations: 50 },
      rhs,
      freeConstraints(size / 3),
      dv,
    );
    expect(report.converged).toBe(false);
    expect(dv.every((x) => x === 0)).toBe(true);
  });

  it('multiplies by the mass alone in a body without damping', () => {
    const { fast, velocity, size } = twins(softBox(2, 2, 2, { dampingBeta: 0, dampingAlpha: 0 }));
    const dv = new Float64Array(size);
    fast.solveVelocity({ h: 0.01, tolerance: 1e-9, maxIterations: 50 }, velocity, freeConstraints(size / 3), dv);
    for (let k = 0; k < size; k++) expect(dv[k] * fast.masses[Math.floor(k / 3)]).toBeCloseTo(velocity[k], 6);
  });
});

describe('warm calls', () => {
  it('keep every array where it is and leave nothing behind', () => {
    const { fast, velocity, size } = twins(softBox(5, 5, 5));
    const positions = new Float64Array(size).map((_, k) => 0.01 * k);
    const out = new Float64Array(size);
    const constraints = freeConstraints(size / 3);
    const step = (): void => {
      fast.updateElastic(positions, 1);
      fast.updateDamping();
      fast.applyDamping(velocity, out);
      fast.solveVelocity({ h: 0.01, tolerance: 1e-3, maxIterations: 20 }, velocity, constraints, out);
    };
    const force = fast.elasticForce;
    const stretches = fast.singularValues;
    for (let k = 0; k < 300; k++) step();
    const before = process.memoryUsage().arrayBuffers;
    const bytes = allocatedBytes(() => {
      for (let k = 0; k < 300; k++) step();
    });
    expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before);
    // A report per solve, against more than 10 MB if any vector were allocated per step.
    expect(bytes).toBeLessThan(1.5e6);
    expect(fast.elasticForce).toBe(force);
    expect(fast.singularValues).toBe(stretches);
  });
});
