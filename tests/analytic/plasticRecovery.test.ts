import { expect, test } from 'vitest';
import { SeededRandom } from '../support/random.ts';
import { PlasticFlow } from '../../src/plasticity/PlasticFlow.ts';
import { yieldLaws } from '../../src/plasticity/YieldLaw.ts';
import { elementQuadrature } from '../../src/solids/elementQuadrature.ts';
import { waveFrequencySquares } from '../../src/solids/waveFrequency.ts';
import { boxOfTets } from '../support/bodies.ts';
import { createIntegrator, operatorImplementations, solidBody } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const SIZE = 1;

function volumeOf(elements: Uint32Array, x: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < elements.length; t += 4) {
    const [a, b, c] = [1, 2, 3].map((k) => [0, 1, 2].map((i) => x[3 * elements[t + k] + i] - x[3 * elements[t] + i]));
    sum +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  return sum;
}

test.each([1, 2])('a plastic body whose vertices were thrown about finds its volume, scrambled %d', (seed) => {
  const mesh = boxOfTets([5, 5, 5], [SIZE, SIZE, SIZE], 5);
  const body = { ...solidBody(mesh, { youngsModulus: 1e5, dampingTime: 0.02 }), plastic: true };
  const operators = new Map(operatorImplementations).get('kernel')!(body);
  const quadrature = elementQuadrature(body);
  const flow = new PlasticFlow({
    body: { ...quadrature, elements: body.elements, frequencySquares: waveFrequencySquares(quadrature, body) },
    operators,
    law: yieldLaws.get('log-strain').create({ yieldStrain: 0.05, compressible: false }),
    stretchLimit: 4,
  });
  const random = new SeededRandom(`scrambled ${seed}`);
  const integrator = createIntegrator(body, operators, {
    positions: body.restPositions.map(() => random.between(-SIZE / 2, SIZE / 2)),
    tolerance: 1e-3,
    flow: {
      get frequencyFactor() {
        return flow.frequencyFactor;
      },
      advance: (positions, dt) => flow.flow(positions, dt, 0),
    },
  });
  for (let frame = 0; frame < 96; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
  let inverted = 0;
  for (let k = 2; k < operators.singularValues.length; k += 3) if (operators.singularValues[k] < 0) inverted++;
  expect(inverted).toBe(0);
  const ratio = volumeOf(body.elements, integrator.positions) / volumeOf(body.elements, body.restPositions);
  expect(Math.abs(ratio - 1)).toBeLessThan(0.01);
  // A scar stays: the rest shape has changed.
  expect(flow.state.save().get('points')!.length).toBeGreaterThan(0);
  expect(flow.volumeDrift()).toBeLessThan(1e-12);
});
