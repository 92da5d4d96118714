import { describe, expect, test } from 'vitest';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { boxOfHexes, boxOfTets, mixedBox, quadratic, torusOfTets, type TestBody } from '../support/bodies.ts';
import { createIntegrator, createModel, operatorImplementations, solidBody } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const FPS = 24;
const meshes: readonly (readonly [string, TestBody])[] = [
  ['tetrahedra', torusOfTets(0.5, 0.2, 0.13)],
  ['hexahedra', boxOfHexes([3, 2, 2], [0.6, 0.4, 0.5])],
  ['quadratic tetrahedra', quadratic(boxOfTets([2, 2, 2], [0.6, 0.4, 0.5]))],
  ['mixed shapes', mixedBox([3, 2, 2], [0.6, 0.4, 0.5])],
];
const states: readonly (readonly [string, number, number, number])[] = [
  ['a point', 0, 0, 0],
  ['a line', 1, 0, 0],
  ['a plane', 1, 0, 1],
];

// The kernels only: what they compute is held to the reference elsewhere, and they take a tenth of its time.
describe.each(operatorImplementations.filter(([name]) => name === 'kernel'))(
  'a mesh on %s operators',
  (_name, create) => {
    const cases = meshes.flatMap(([elements, mesh]) =>
      constitutiveModels.types().map((type) => [elements, type, mesh] as const),
    );
    describe.each(cases)('of %s of model %s', (_elements, type, mesh) => {
      test.each(states)('recovers from %s', (_state, ...scale) => {
        const positions = mesh.restPositions.map((value, k) => value * scale[k % 3]);
        const body = solidBody(mesh, { model: createModel(type, 5e4, 0.3), dampingTime: 0.01 });
        const operators = create(body);
        // Drag stills the slow ringing that damping leaves; it cannot bend anything back.
        const integrator = createIntegrator(body, operators, { positions, tolerance: 1e-2, dragAt: () => 4 });
        for (let frame = 0; frame < 5 * FPS; frame++) {
          advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
          if (frame % FPS === 0) expect(integrator.positions.every(Number.isFinite)).toBe(true);
        }
        operators.updateElastic(integrator.positions, 1);
        const strain = Math.max(...Array.from(operators.singularValues, (s) => Math.abs(s - 1)));
        expect(strain).toBeLessThan(1e-3);
        operators.dispose();
      });
    });
  },
);
