import { describe, expect, test } from 'vitest';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { regularTet } from '../support/bodies.ts';
import {
  angularMomentum,
  createIntegrator,
  createKernelOperators,
  createModel,
  shapeError,
  solidBody,
} from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

/** Numbers in [0, 1) by a 32-bit linear congruential generator. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** m; the slowest mode of a body this small dies out well within the four seconds of the test. */
const EDGE = 0.2;

const rest = regularTet(EDGE).restPositions;
const random = Array.from({ length: 20 }, (_, seed): [string, Float64Array] => {
  const next = seeded(seed + 1);
  return [`random state ${seed + 1}`, Float64Array.from({ length: 12 }, () => EDGE * (2 * next() - 1))];
});
const scaled = (x: number, y: number, z: number) => rest.map((value, k) => value * [x, y, z][k % 3]);
const known: [string, Float64Array][] = [
  ['a point', scaled(0, 0, 0)],
  ['a line', scaled(1, 0, 0)],
  ['a plane', scaled(1, 0, 1)],
  ['its mirror image', scaled(-1, 1, 1)],
];
const states = [...known, ...random];

function followsRotation(type: string): boolean {
  return createModel(type, 1, 0.3).measure !== 'small-strain';
}

/** sum X cross x of vertices that were at X, m2: what is skew in how they are deformed. */
function skewPart(x: Float64Array): number[] {
  return [...angularMomentum(rest, x, new Float64Array(4).fill(1))];
}

describe('one tetrahedron', () => {
  describe.each(constitutiveModels.types())('of model %s', (type) => {
    test.each(followsRotation(type) ? states : known)('recovers from %s', (_state, positions) => {
      const body = solidBody(regularTet(EDGE), { model: createModel(type, 5e4, 0.3), dampingTime: 0.01 });
      const integrator = createIntegrator(body, createKernelOperators(body), { positions });
      let substeps = 0;
      for (let frame = 0; frame < 96; frame++) {
        substeps += advanceFrame(integrator, frame / 24, (frame + 1) / 24).substeps.length;
      }
      expect(shapeError(integrator.positions, rest)).toBeLessThan(1e-4 * EDGE);
      expect(substeps).toBeLessThan(96 * 60);
    });
  });

  // Its strain is the symmetric part of the displacement's gradient: what is skew has no energy, and its forces turn the body but never change that.
  test.each(random)(
    'of a model without rotation loses its strain from %s, and keeps what is skew',
    (_state, positions) => {
      const body = solidBody(regularTet(EDGE), { model: createModel('linear', 5e4, 0.3), dampingTime: 0.01 });
      const integrator = createIntegrator(body, createKernelOperators(body), { positions });
      const before = integrator.energies(0).elastic;
      for (let frame = 0; frame < 96; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
      expect(integrator.energies(4).elastic / before).toBeLessThan(1e-8);
      const skew = skewPart(positions);
      skewPart(integrator.positions).forEach((value, axis) => {
        expect(Math.abs(value - skew[axis])).toBeLessThan(1e-3 * EDGE * EDGE);
      });
    },
  );
});
