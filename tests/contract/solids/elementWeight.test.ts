import { describe, expect, test } from 'vitest';
import type { SolidBodyInput, SolidOperators } from '../../../src/solids/SolidOperators.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import { SeededRandom } from '../../support/random.ts';
import { boxOfHexes, boxOfTets, elementCount, mixedBox, quadratic } from '../../support/bodies.ts';
import { createModel, operatorImplementations, solidBody } from '../../support/solids.ts';

const meshes = [
  ['tetrahedra', boxOfTets([3, 2, 2], [0.6, 0.4, 0.5], 5)],
  ['hexahedra', boxOfHexes([3, 2, 2], [0.6, 0.4, 0.5])],
  ['quadratic tetrahedra', quadratic(boxOfTets([3, 2, 2], [0.6, 0.4, 0.5], 5))],
  ['hexahedra, prisms, pyramids and tetrahedra', mixedBox([3, 2, 2], [0.6, 0.4, 0.5])],
] as const;

const norm = (a: ArrayLike<number>) => Math.hypot(...Array.from(a));
const apart = (a: Float64Array, b: Float64Array) => norm(a.map((value, k) => value - b[k])) / norm(a);

/** Everything that operators say of a deformed body. */
function answers(operators: SolidOperators, body: SolidBodyInput) {
  const random = new SeededRandom('deformed');
  const x = body.restPositions.map((value) => value + 0.04 * (random.uniform() - 0.5));
  const velocity = x.map(() => random.uniform() - 0.5);
  operators.updateElastic(x, 0.8);
  operators.updateDamping();
  const damping = new Float64Array(x.length);
  operators.applyDamping(velocity, damping);
  const dv = new Float64Array(x.length);
  const constraints = { kinds: new Uint8Array(x.length / 3), normals: new Float64Array(x.length) };
  const rhs = velocity.map((value) => 1e-3 * value);
  const report = operators.solveVelocity({ h: 1e-3, tolerance: 1e-6, maxIterations: 500 }, rhs, constraints, dv);
  return {
    force: operators.elasticForce.slice(),
    energy: operators.elasticEnergy(),
    masses: operators.masses.slice(),
    waveFrequency: operators.waveFrequency,
    damping,
    dv,
    converged: report.converged,
  };
}

describe.each(operatorImplementations)('weights of elements: %s', (name, create) => {
  describe.each(meshes)('%s', (_mesh, mesh) => {
    describe.each(['rotated-linear', 'neo-hookean'])('%s', (type) => {
      const body = solidBody(mesh, { model: createModel(type, 1e5, 0.3), dampingTime: 0.01 });
      const answer = (weight?: Float64Array) => {
        const weighted = { ...body, elementWeight: weight };
        return answers(create(weighted), weighted);
      };
      const all = (weight: number) => new Float64Array(elementCount(mesh)).fill(weight);
      const random = new SeededRandom('weights');
      const mixed = all(0).map((_, element) => (element % 4 === 0 ? 0 : random.uniform()));

      test('of 1 change no byte', () => {
        expect(answer(all(1))).toEqual(answer());
      });

      test('all alike are the strength', () => {
        const whole = answer();
        const quarter = answer(all(0.25));
        expect(quarter.masses).toEqual(whole.masses);
        expect(
          apart(
            whole.force,
            quarter.force.map((value) => 4 * value),
          ),
        ).toBeLessThan(1e-6);
        expect(
          apart(
            whole.damping,
            quarter.damping.map((value) => 4 * value),
          ),
        ).toBeLessThan(1e-6);
        expect(quarter.energy / whole.energy).toBeCloseTo(0.25, 9);
        expect(quarter.waveFrequency / whole.waveFrequency).toBeCloseTo(0.5, 12);
      });

      test('that differ give what the reference gives', () => {
        const weighted = { ...body, elementWeight: mixed };
        const expected = answers(new ReferenceSolidOperators(weighted), weighted);
        const found = answer(mixed);
        for (const of of ['force', 'damping', 'dv'] as const) expect(apart(expected[of], found[of])).toBeLessThan(2e-4);
        expect(found.energy / expected.energy).toBeCloseTo(1, 5);
        expect(found.masses).toEqual(expected.masses);
        expect(found.waveFrequency).toBe(expected.waveFrequency);
      });

      test('of 0 leave no force, and a system that is solved', () => {
        const limp = answer(all(0));
        expect(norm(limp.force)).toBe(0);
        expect(norm(limp.damping)).toBe(0);
        expect([limp.energy, limp.waveFrequency, limp.converged]).toEqual([0, 0, true]);
        const expected = limp.dv.map((_, k) => limp.dv[k] * limp.masses[Math.floor(k / 3)]);
        expect(norm(expected)).toBeGreaterThan(0);
      });

      test('that differ keep the force the gradient of the energy', () => {
        const operators = create({ ...body, elementWeight: mixed });
        const source = new SeededRandom('gradient');
        const x = body.restPositions.map((value) => value + 0.05 * (source.uniform() - 0.5));
        const direction = x.map(() => source.uniform() - 0.5);
        const step = name === 'reference' ? 1e-6 : 1e-3;
        const energyAt = (s: number) => {
          operators.updateElastic(
            x.map((value, k) => value + s * direction[k]),
            1,
          );
          return operators.elasticEnergy();
        };
        const slope = (energyAt(step) - energyAt(-step)) / (2 * step);
        operators.updateElastic(x, 1);
        const work = -operators.elasticForce.reduce((sum, force, k) => sum + force * direction[k], 0);
        expect(slope / work).toBeCloseTo(1, name === 'reference' ? 6 : 2);
      });
    });
  });
});
