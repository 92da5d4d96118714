import { describe, expect, test } from 'vitest';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import type { VelocityConstraints } from '../../../src/collision/VelocityConstraints.ts';
import { KernelQueue } from '../../../src/kernels/threads/KernelQueue.ts';
import type { SolidOperators } from '../../../src/solids/SolidOperators.ts';
import { boxOfHexes, boxOfTets, mixedBox, quadratic, torusOfTets } from '../../support/bodies.ts';
import { createModel, operatorImplementations, solidBody } from '../../support/solids.ts';
import { withDrags } from '../../support/slipDrags.ts';

/** A smooth, large, non-symmetric deformation without inversion. */
function deform(rest: Float64Array, amount: number): Float64Array {
  const x = rest.slice();
  for (let k = 0; k < x.length; k += 3) {
    const [a, b, c] = [rest[k], rest[k + 1], rest[k + 2]];
    x[k] += amount * (0.4 * b + 0.3 * Math.sin(5 * c));
    x[k + 1] += amount * (0.3 * c - 0.2 * a + 0.2 * a * b);
    x[k + 2] += amount * (0.25 * a + 0.3 * Math.cos(4 * b));
  }
  return x;
}

function field(length: number, seed: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, k) => Math.sin((k + 1) * (1.7 + seed)) + 0.3 * Math.cos(k * k * (seed + 0.1)),
  );
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const norm = (a: Float64Array) => Math.sqrt(dot(a, a));
const total = (a: Float64Array) => [0, 1, 2].map((axis) => a.reduce((s, x, k) => (k % 3 === axis ? s + x : s), 0));

function torque(x: Float64Array, f: Float64Array): number[] {
  const sum = [0, 0, 0];
  for (let k = 0; k < x.length; k += 3) {
    sum[0] += x[k + 1] * f[k + 2] - x[k + 2] * f[k + 1];
    sum[1] += x[k + 2] * f[k] - x[k] * f[k + 2];
    sum[2] += x[k] * f[k + 1] - x[k + 1] * f[k];
  }
  return sum;
}

function applied(operators: SolidOperators, v: Float64Array): Float64Array {
  const out = new Float64Array(v.length);
  operators.applyDamping(v, out);
  return out;
}

interface QueuedSystem {
  readonly h: number;
  readonly tolerance: number;
  readonly rhs: Float64Array;
  readonly constraints: VelocityConstraints;
}

/** Returns the sum of the solutions of solves for shares of `rhs`, of which all but the last are loose and leave the rest to the next. */
function queuedSolves(
  operators: SolidOperators,
  shares: readonly number[],
  { h, tolerance, rhs, constraints }: QueuedSystem,
) {
  const queue = new KernelQueue();
  const pending = operators.queuedRhs ?? new Float64Array(0);
  const sum = new Float64Array(rhs.length);
  pending.fill(0);
  shares.forEach((share, part) => {
    for (let k = 0; k < rhs.length; k++) pending[k] += share * rhs[k];
    const isLast = part === shares.length - 1;
    const solve = { h, tolerance: isLast ? tolerance : 0.3, least: 0, keepsSystem: part > 0, maxIterations: 1000 };
    operators.askVelocity?.(solve, constraints, queue);
    queue.run();
    const report = operators.takeVelocity?.();
    expect(report).toMatchObject({ converged: true });
    report?.solution.forEach((value, k) => (sum[k] += value));
  });
  return sum;
}

const meshes = [
  ['box of tetrahedra', boxOfTets([3, 2, 2], [0.6, 0.4, 0.5], 5)],
  ['torus of tetrahedra', torusOfTets(0.5, 0.2, 0.1)],
  ['box of hexahedra', boxOfHexes([3, 2, 2], [0.6, 0.4, 0.5])],
  ['box of quadratic tetrahedra', quadratic(boxOfTets([3, 2, 2], [0.6, 0.4, 0.5], 5))],
  ['box of hexahedra, prisms, pyramids and tetrahedra', mixedBox([3, 2, 2], [0.6, 0.4, 0.5])],
] as const;

describe.each(operatorImplementations)('solid operators: %s', (name, create) => {
  // Bounds are in float64 rounding; float32 kernels round 1e9 times coarser, of which their float64 sums win most back.
  const digits = name === 'reference' ? 1 : 1e6;

  describe.each(meshes)('%s', (_mesh, mesh) => {
    test('masses add up to density times volume', () => {
      const operators = create(solidBody(mesh, { density: 700 }));
      const box = mesh === meshes[1][1] ? undefined : 0.6 * 0.4 * 0.5;
      const mass = operators.masses.reduce((sum, m) => sum + m, 0);
      if (box !== undefined) expect(mass / (700 * box)).toBeCloseTo(1, 6);
      expect(Math.min(...operators.masses)).toBeGreaterThan(0);
    });

    test.each(['rotated-linear', 'neo-hookean', 'linear'])('%s: force is minus the gradient of the energy', (type) => {
      const body = solidBody(mesh, { model: createModel(type, 1e5, 0.3) });
      const operators = create(body);
      const x = deform(body.restPositions, 0.5);
      const direction = field(x.length, 0.3);
      operators.updateElastic(x, 0.7);
      const work = -dot(operators.elasticForce, direction);
      const step = name === 'reference' ? 1e-6 : 1e-3;
      const energyAt = (s: number) => {
        operators.updateElastic(
          x.map((value, k) => value + s * direction[k]),
          0.7,
        );
        return operators.elasticEnergy();
      };
      // Of fourth order: the kernels' rounding forbids short steps.
      const near = energyAt(step) - energyAt(-step);
      const slope = (8 * near - energyAt(2 * step) + energyAt(-2 * step)) / (12 * step);
      expect(slope / work).toBeCloseTo(1, name === 'reference' ? 6 : 2);
    });

    test('elastic forces have no resultant and no torque, also for inverted elements', () => {
      const body = solidBody(mesh);
      const operators = create(body);
      const noise = field(body.restPositions.length, 0.8);
      const x = body.restPositions.map((value, k) => value + 0.2 * noise[k]);
      operators.updateElastic(x, 1);
      expect(Math.min(...operators.singularValues)).toBeLessThan(0);
      const scale = norm(operators.elasticForce);
      expect(Math.hypot(...total(operators.elasticForce)) / scale).toBeLessThan(1e-12 * digits);
      expect(Math.hypot(...torque(x, operators.elasticForce)) / scale).toBeLessThan(1e-10 * digits);
    });

    test('a turned and moved body feels nothing', () => {
      const body = solidBody(mesh);
      const operators = create(body);
      const x = body.restPositions.slice();
      for (let k = 0; k < x.length; k += 3) {
        const [a, b] = [x[k], x[k + 1]];
        x[k] = 0.8 * a - 0.6 * b + 3;
        x[k + 1] = 0.6 * a + 0.8 * b - 1;
      }
      operators.updateElastic(x, 1);
      expect(norm(operators.elasticForce)).toBeLessThan(1e5 * 1e-13 * digits * 30);
    });

    test.each([0, 0.01])(
      'damping that is assembled after the stiffness has nothing of it: damping time %d',
      (dampingTime) => {
        const body = { ...solidBody(mesh, { dampingTime }), implicit: { typicalStep: 0.01 } };
        const operators = create(body);
        const velocity = field(body.restPositions.length, 0.4);
        operators.updateElastic(deform(body.restPositions, 0.3), 1);
        operators.updateDamping();
        const alone = applied(operators, velocity);
        operators.updateStiffness(0.01);
        expect(norm(applied(operators, velocity))).toBeGreaterThan(2 * norm(alone));
        operators.updateDamping();
        expect(applied(operators, velocity)).toEqual(alone);
      },
    );

    describe.each(['robust', 'conserving'] as const)('%s damping', (dampingForm) => {
      const prepare = (amount: number, strength = 1) => {
        const body = solidBody(mesh, { dampingTime: 0.01, dampingForm });
        const operators = create(body);
        const x = deform(body.restPositions, amount);
        operators.updateElastic(x, strength);
        operators.updateDamping();
        return { operators, x };
      };

      test('is symmetric, positive semidefinite and without resultant', () => {
        for (const amount of [0, 0.5, 4]) {
          const { operators, x } = prepare(amount);
          const a = field(x.length, 0.2);
          const b = field(x.length, 0.9);
          const da = applied(operators, a);
          const db = applied(operators, b);
          expect(Math.abs(dot(a, db) - dot(b, da)) / (norm(a) * norm(db))).toBeLessThan(1e-13 * digits);
          expect(dot(a, da)).toBeGreaterThan(0);
          expect(Math.hypot(...total(da)) / norm(da)).toBeLessThan(1e-12 * digits);
        }
      });

      test('scales with strength', () => {
        const v = field(mesh.restPositions.length, 0.4);
        const whole = applied(prepare(0.5).operators, v);
        const half = applied(prepare(0.5, 0.5).operators, v);
        expect(norm(half.map((value, k) => value - 0.5 * whole[k])) / norm(whole)).toBeLessThan(1e-13 * digits);
      });

      test('at rest it is the damping time times the stiffness', () => {
        const { operators, x } = prepare(0);
        const v = field(x.length, 0.5);
        const body = solidBody(mesh, { dampingTime: 0.01, dampingForm });
        const rest = body.restPositions;
        const step = name === 'reference' ? 1e-7 : 1e-4;
        const forceAt = (s: number) => {
          operators.updateElastic(
            rest.map((value, k) => value + s * v[k]),
            1,
          );
          return operators.elasticForce.slice();
        };
        const zero = prepare(0).operators;
        operators.updateElastic(rest, 1);
        const plus = forceAt(step);
        const minus = forceAt(-step);
        const stiffness = plus.map((value, k) => (minus[k] - value) / (2 * step));
        const start = create(body);
        start.updateElastic(rest, 1);
        start.updateDamping();
        const damped = applied(start, v);
        expect(norm(damped.map((value, k) => value - 0.01 * stiffness[k])) / norm(damped)).toBeLessThan(
          name === 'reference' ? 1e-5 : 5e-3,
        );
        zero.dispose();
      });
    });

    test('conserving damping makes no torque where no element is flattened', () => {
      const body = solidBody(mesh, { dampingTime: 0.01, dampingForm: 'conserving' });
      const operators = create(body);
      const x = deform(body.restPositions, 0.5);
      operators.updateElastic(x, 1);
      operators.updateDamping();
      expect(Math.min(...operators.singularValues)).toBeGreaterThan(0.5);
      const force = applied(operators, field(x.length, 0.6));
      expect(Math.hypot(...torque(x, force)) / norm(force)).toBeLessThan(1e-12 * digits);
      const robust = create({ ...body, dampingForm: 'robust' });
      robust.updateElastic(x, 1);
      robust.updateDamping();
      const other = applied(robust, field(x.length, 0.6));
      expect(Math.hypot(...torque(x, other)) / norm(other)).toBeGreaterThan(1e-4);
    });

    test('no vibration about rest is faster than the wave frequency', () => {
      // At rest D is the damping time times the stiffness: the fastest vibration by power iteration on D / m.
      const body = solidBody(mesh, { dampingTime: 1 });
      const operators = create(body);
      operators.updateElastic(body.restPositions, 1);
      operators.updateDamping();
      let mode = field(body.restPositions.length, 0.35);
      let square = 0;
      for (let k = 0; k < 200; k++) {
        const image = applied(operators, mode).map((value, i) => value / operators.masses[Math.floor(i / 3)]);
        const size = norm(image);
        square = size / norm(mode);
        mode = image.map((value) => value / size);
      }
      expect(Math.sqrt(square) / operators.waveFrequency).toBeLessThanOrEqual(1);
      expect(Math.sqrt(square) / operators.waveFrequency).toBeGreaterThan(0.3);
    });

    test.each([0, 3])(
      'the velocity solve satisfies the projected system, with a drag of %f of the diagonal across slips',
      (share) => {
        const body = solidBody(mesh, { dampingTime: 0.02 });
        const operators = create(body);
        operators.updateElastic(deform(body.restPositions, 0.5), 1);
        operators.updateDamping();
        const count = operators.vertexCount;
        const kinds = Uint8Array.from({ length: count }, (_, v) => v % 5);
        for (let v = 0; v < count; v++) if (kinds[v] === 4) kinds[v] = Constraint.free;
        const normals = new Float64Array(3 * count);
        for (let v = 0; v < count; v++) normals.set([0.6, v % 2 === 0 ? 0.8 : 0, v % 2 === 0 ? 0 : -0.8], 3 * v);
        const rhs = field(3 * count, 0.7).map((value, k) => value * operators.masses[Math.floor(k / 3)]);
        const dv = new Float64Array(3 * count);
        const h = 0.01;
        const tolerance = name === 'reference' ? 1e-10 : 1e-5;
        const constraints = withDrags({ kinds, normals }, operators, { h, share });
        const report = operators.solveVelocity({ h, tolerance, maxIterations: 1000 }, rhs, constraints, dv);
        expect(report.converged).toBe(true);
        if (operators.askVelocity !== undefined) {
          const once = queuedSolves(operators, [1], { h, tolerance, rhs, constraints });
          expect(norm(once.map((value, k) => value - dv[k]))).toBe(0);
          // Two parts, of which the first leaves a third of its residual to the second.
          const twice = queuedSolves(operators, [0.7, 0.3], { h, tolerance, rhs, constraints });
          expect(norm(twice.map((value, k) => value - dv[k]))).toBeLessThan(100 * tolerance * norm(dv));
        }
        const residual = applied(operators, dv).map(
          (value, k) => rhs[k] - h * value - operators.masses[Math.floor(k / 3)] * dv[k],
        );
        constraints.drags.addForces(dv, h, residual);
        let worst = 0;
        for (let v = 0; v < count; v++) {
          const n = normals.subarray(3 * v, 3 * v + 3);
          const along = (a: Float64Array) => a[3 * v] * n[0] + a[3 * v + 1] * n[1] + a[3 * v + 2] * n[2];
          for (let axis = 0; axis < 3; axis++) {
            const k = 3 * v + axis;
            const free = [residual[k], residual[k] - along(residual) * n[axis], 0, along(residual) * n[axis]][kinds[v]];
            const barred = [0, along(dv) * n[axis], dv[k], dv[k] - along(dv) * n[axis]][kinds[v]];
            worst = Math.max(worst, Math.abs(free) / norm(rhs), Math.abs(barred) / norm(dv));
          }
        }
        expect(worst).toBeLessThan(10 * tolerance);
      },
    );

    test('zero right-hand side gives zero', () => {
      const body = solidBody(mesh, { dampingTime: 0.02 });
      const operators = create(body);
      operators.updateElastic(body.restPositions, 1);
      operators.updateDamping();
      const n = 3 * operators.vertexCount;
      const dv = new Float64Array(n).fill(1);
      const constraints = { kinds: new Uint8Array(n / 3), normals: new Float64Array(n) };
      const report = operators.solveVelocity(
        { h: 0.01, tolerance: 1e-3, maxIterations: 10 },
        new Float64Array(n),
        constraints,
        dv,
      );
      expect(report).toMatchObject({ iterations: 0, converged: true });
      expect(norm(dv)).toBe(0);
    });
  });

  test('uniform stretch gives the stress of the model exactly (patch test)', () => {
    for (const [, mesh] of meshes) {
      const model = createModel('neo-hookean', 2e5, 0.35);
      const body = solidBody(mesh, { model });
      const operators = create(body);
      const stretch = [1.2, 0.9, 1.05];
      operators.updateElastic(
        body.restPositions.map((value, k) => value * stretch[k % 3]),
        1,
      );
      const sorted = Float64Array.of(1.2, 1.05, 0.9);
      for (let k = 0; k < operators.singularValues.length; k++) {
        expect(operators.singularValues[k]).toBeCloseTo(sorted[k % 3], 5);
      }
      const stress = new Float64Array(3);
      model.principalStress(sorted, stress);
      // Virtual work of the stretch along x: sum f_x X = -P_xx volume.
      let work = 0;
      for (let k = 0; k < body.restPositions.length; k += 3) work -= operators.elasticForce[k] * body.restPositions[k];
      const volume = operators.masses.reduce((sum, m) => sum + m, 0) / body.density;
      expect(work / (stress[0] * volume)).toBeCloseTo(1, name === 'reference' ? 10 : 4);
    }
  });

  test('a flat element at rest is refused with its number', () => {
    const mesh = boxOfTets([1, 1, 1], [1, 1, 1]);
    const restPositions = mesh.restPositions.map((value, k) => (k % 3 === 1 ? 0 : value));
    expect(() => create(solidBody({ ...mesh, restPositions }))).toThrowError(
      expect.objectContaining({ code: 'geometry-invalid', place: 'tet 0' }) as Error,
    );
  });
});

// Positions as f32 alone were rounded by a share of the body, which is a strain of its small elements: forces that changed from step to step, and heated an undamped stiff beam.
test.each([
  ['tetrahedra', boxOfTets([40, 1, 1], [1, 0.025, 0.025], 6)],
  ['hexahedra', boxOfHexes([40, 1, 1], [1, 0.025, 0.025])],
] as const)(
  'forces of small strains in small elements, far from the centre, are as precise as f32: %s',
  (_name, mesh) => {
    const body = solidBody(mesh, { youngsModulus: 1e8 });
    const x = body.restPositions.map((value, k) => value + 1e-5 * Math.sin(3 * body.restPositions[k - (k % 3)]));
    const [exact, rounded] = operatorImplementations.map(([, create]) => {
      const operators = create(body);
      operators.updateElastic(x, 1);
      return operators.elasticForce.slice();
    });
    const error = norm(rounded.map((force, k) => force - exact[k])) / norm(exact);
    // The strains are 1e-5, of which f32 leaves 6e-8 of the deformation gradient.
    expect(error).toBeLessThan(0.02);
  },
);
