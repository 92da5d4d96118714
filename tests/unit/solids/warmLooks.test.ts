import { expect, test } from 'vitest';
import { constitutiveModels } from '../../../src/materials/ConstitutiveModel.ts';
import { PACKED } from '../../../src/plasticity/packedSymmetric.ts';
import { elementQuadrature } from '../../../src/solids/elementQuadrature.ts';
import { FibreStep } from '../../../src/solids/FibreStep.ts';
import { TearCriterion } from '../../../src/solids/fracture/TearCriterion.ts';
import { allocatedBytes, SUBSTEP_BOUND } from '../../support/allocatedBytes.ts';
import { softBox } from '../../support/tetBodies.ts';
import '../../support/withoutInlining.ts';

/** V8 compiles when it likes. */
const ROUNDS = 60;

const body = softBox(8, 8, 8);
const tets = body.elements;
/** One boxed number for each tet would be 40 kB. */
const count = tets.length / 4;

/** The least bytes of a round of `work`. */
function leastBytes(work: () => void): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least >= SUBSTEP_BOUND; round++) least = Math.min(least, allocatedBytes(work));
  return least;
}

test('looking where a body tears, plastic flow included, allocates a few numbers', () => {
  const criterion = new TearCriterion(tets, elementQuadrature(body));
  const positions = body.restPositions.map((x, k) => 1.1 * x + 0.01 * Math.sin(k));
  const inverse = new Float64Array(PACKED * count).map((_, k) => [0.9, 0.02, 0, 1, 0.01, 1.1][k % PACKED]);
  let pulled = 0;
  const bytes = leastBytes(() => {
    pulled = 0;
    for (let t = 0; t < count; t++) {
      criterion.measure(t, positions, inverse);
      if (criterion.pull[0] > 0 && criterion.stretch[0] > 0) pulled++;
    }
  });
  expect(pulled).toBe(count);
  expect(bytes).toBeLessThan(SUBSTEP_BOUND);
});

test('finding how fibres shorten the substep allocates a few numbers', () => {
  const definition = constitutiveModels.get('muscle');
  const muscle = definition.create({ youngsModulus: 1e4, poissonRatio: 0.4 }, definition.params.parse({}));
  const step = new FibreStep({ ...body, models: [muscle] });
  const stretches = Float32Array.from({ length: count }, (_, q) => 0.7 + (0.6 * q) / count);
  let longest = 0;
  const bytes = leastBytes(() => (longest = step.longest(stretches, 0.5, 1e3, 0.01, 1)));
  expect(longest).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(SUBSTEP_BOUND);
});
