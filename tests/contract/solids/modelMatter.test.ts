import { describe, expect, test } from 'vitest';
import { createModel, operatorImplementations, solidBody } from '../../support/solids.ts';
import { boxOfHexes, boxOfTets } from '../../support/bodies.ts';
import { relativeError } from '../../support/tetBodies.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import { stiffnessDampingTime } from '../../../src/solids/timeStep.ts';
import type { SolidBodyInput } from '../../../src/solids/SolidOperators.ts';
import { SeededRandom } from '../../support/random.ts';
import { spread } from '../../support/tetBodies.ts';

const TAU = 0.02;
const MATTER = [
  { model: createModel('rotated-linear', 1e5, 0.3), density: 1000 },
  { model: createModel('rotated-linear', 3e4, 0.45), density: 200 },
  { model: createModel('rotated-linear', 2e6, 0), density: 5000 },
];

const meshes = [
  ['tetrahedra', boxOfTets([3, 2, 2], [0.6, 0.4, 0.4], 5)],
  ['hexahedra', boxOfHexes([3, 2, 2], [0.6, 0.4, 0.4])],
] as const;

/** The mesh in three materials by turns, each damped at the same time. */
function mixed(mesh: (typeof meshes)[number][1], dampingForm: 'robust' | 'conserving'): SolidBodyInput {
  const count = mesh.elements.length / (mesh.elementKind === 'tet' ? 4 : 8);
  return {
    ...solidBody(mesh, { dampingForm }),
    models: MATTER.map(({ model }) => model),
    modelMatter: MATTER.map(({ model, density }) => ({
      density,
      dampingBeta: TAU * model.mu,
      dampingAlpha: TAU * model.lambda,
    })),
    elementModel: Uint8Array.from({ length: count }, (_, element) => (5 * element) % 3),
    implicit: { typicalStep: 0.02 },
  };
}

describe.each(operatorImplementations)('a body of several materials with %s operators', (_name, create) => {
  describe.each(meshes)('in %s', (_kind, mesh) => {
    test.each(['robust', 'conserving'] as const)('is damped by tau times the stiffness at rest of each: %s', (form) => {
      const body = mixed(mesh, form);
      const operators = create(body);
      operators.updateElastic(body.restPositions, 0.7);
      const random = new SeededRandom('mixed');
      const direction = body.restPositions.map(() => spread(random, 1));
      const [damped, both] = [new Float64Array(direction.length), new Float64Array(direction.length)];
      operators.updateDamping();
      operators.applyDamping(direction, damped);
      operators.updateStiffness(TAU);
      operators.applyDamping(direction, both);
      expect(
        relativeError(
          both,
          damped.map((force) => 2 * force),
        ),
      ).toBeLessThan(1e-4);
      expect(stiffnessDampingTime(body)).toBeCloseTo(TAU, 10);
    });

    test.each(['robust', 'conserving'] as const)('is damped as the reference is, deformed: %s', (form) => {
      const body = mixed(mesh, form);
      const random = new SeededRandom('deformed');
      const x = body.restPositions.map((value) => value + spread(random, 0.05));
      const direction = x.map(() => spread(random, 1));
      const [own, reference] = [create(body), new ReferenceSolidOperators(body)].map((operators) => {
        const out = new Float64Array(x.length);
        operators.updateElastic(x, 0.7);
        operators.updateDamping();
        operators.applyDamping(direction, out);
        return out;
      });
      expect(relativeError(reference, own)).toBeLessThan(1e-5);
    });

    test('weighs what its elements weigh', () => {
      const body = mixed(mesh, 'robust');
      const single = MATTER.map(({ density }, m) => {
        // What is of another material weighs next to nothing.
        const modelMatter = body.modelMatter!.map((matter, k) => ({ ...matter, density: k === m ? density : 1e-9 }));
        return create({ ...body, modelMatter }).masses;
      });
      const { masses } = create(body);
      masses.forEach((mass, v) =>
        expect(mass).toBeCloseTo(
          single.reduce((sum, own) => sum + own[v], 0),
          6,
        ),
      );
    });
  });
});
