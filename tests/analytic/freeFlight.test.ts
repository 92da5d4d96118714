import { describe, expect, test } from 'vitest';
import { timeSchemes } from '../../src/solids/TimeScheme.ts';
import { advanceFrame } from '../support/advanceFrame.ts';
import { boxOfTets } from '../support/bodies.ts';
import { clothBody, shellOf } from '../support/clothBodies.ts';
import { createIntegrator, massMean, operatorImplementations, solidBody } from '../support/solids.ts';

const FPS = 24;
const G = -9.81;
const box = boxOfTets([3, 2, 2], [0.3, 0.2, 0.2], 5);
const START = [2, 1, -0.5];

/** How far the centre is from the parabola x0 + v0 t + g t^2 / 2 after a second, m. */
function missed(before: readonly number[], after: readonly number[]): number {
  return Math.hypot(...after.map((x, axis) => x - before[axis] - START[axis] - (axis === 1 ? G / 2 : 0)));
}

describe.each(operatorImplementations)('on %s operators', (_name, create) => {
  test.each(timeSchemes.types())('%s: free flight is a parabola to 1e-9, however long the substeps are', (scheme) => {
    for (const minSubsteps of [1, 3, 10]) {
      const plain = solidBody(box, { youngsModulus: 2e5, dampingTime: 0.01 });
      const { implicit } = timeSchemes.get(scheme);
      const body = implicit ? { ...plain, implicit: { typicalStep: 1 / FPS } } : plain;
      const operators = create(body);
      const velocities = box.restPositions.map((_, k) => START[k % 3]);
      const integrator = createIntegrator(body, operators, { gravity: [0, G, 0], velocities, minSubsteps, scheme });
      for (let frame = 0; frame < FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
      const { masses } = operators;
      expect(missed(massMean(box.restPositions, masses), massMean(integrator.positions, masses))).toBeLessThan(1e-9);
      expect(massMean(integrator.velocities, masses)[1]).toBeCloseTo(START[1] + G, 9);
    }
  });
});

test('a shell flies on the same parabola', () => {
  const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1]);
  const shell = shellOf({
    positions,
    faceOffsets: Uint32Array.of(0, 4),
    faceVertices: Uint32Array.of(0, 3, 2, 1),
    name: 'sheet',
    groups: [],
    vertexAttributes: [],
  });
  for (const minSubsteps of [1, 4]) {
    const body = clothBody(shell, {
      minSubsteps,
      gravityAt: (_, out) => void out.set([0, G, 0]),
      velocitiesOf: (masses) => Float64Array.from({ length: 3 * masses.length }, (_, k) => START[k % 3]),
    });
    for (let frame = 0; frame < FPS; frame++) advanceFrame(body, frame / FPS, (frame + 1) / FPS);
    expect(missed(massMean(shell.restPositions, body.masses), massMean(body.positions, body.masses))).toBeLessThan(
      1e-9,
    );
  }
});
