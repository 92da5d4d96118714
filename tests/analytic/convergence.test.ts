import { describe, expect, test } from 'vitest';
import type { NodeTargets } from '../../src/solids/NodeTargets.ts';
import { regularTet } from '../support/bodies.ts';
import { particleBody, particleOperators } from '../support/particleOperators.ts';
import { createIntegrator, operatorImplementations, solidBody } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

/** Slope of log error over log step between the coarsest and the finest. */
const order = (errors: number[], ratio: number) =>
  Math.log(errors[0] / errors[errors.length - 1]) / Math.log(ratio ** (errors.length - 1));

describe('order of convergence', () => {
  test('a particle on a spring follows the cosine with second order', () => {
    const stiffness = 100;
    const errors = [40, 80, 160].map((steps) => {
      const target: NodeTargets = {
        vertices: Uint32Array.of(0),
        spring: { stiffness, dampingRatio: 0 },
        activeAt: () => true,
        positionsAt: (_time, out) => out.fill(0),
      };
      const integrator = createIntegrator(particleBody([1, 0, 0]), particleOperators(1), {
        targets: [target],
        minSubsteps: steps,
      });
      advanceFrame(integrator, 0, 1);
      return Math.abs(integrator.positions[0] - Math.cos(10));
    });
    expect(errors[2]).toBeLessThan(1e-2);
    expect(order(errors, 2)).toBeGreaterThan(1.9);
    expect(order(errors, 2)).toBeLessThan(2.2);
  });

  test.each(operatorImplementations.filter(([name]) => name === 'reference'))(
    'a damped tetrahedron converges with second order, %s operators',
    (_name, create) => {
      const solve = (steps: number) => {
        const body = solidBody(regularTet(0.5), { youngsModulus: 1e4, dampingTime: 0.01, dampingForm: 'conserving' });
        const positions = body.restPositions.map((x, k) => x * [1.1, 0.95, 1][k % 3]);
        const integrator = createIntegrator(body, create(body), { positions, minSubsteps: steps, tolerance: 1e-13 });
        advanceFrame(integrator, 0, 0.5);
        return integrator.positions.slice();
      };
      const exact = solve(4096);
      const errors = [64, 128, 256].map((steps) => Math.max(...solve(steps).map((x, k) => Math.abs(x - exact[k]))));
      expect(order(errors, 2)).toBeGreaterThan(1.8);
    },
  );
});
