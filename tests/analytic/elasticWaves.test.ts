import { describe, expect, test } from 'vitest';
import { boxOfTets } from '../support/bodies.ts';
import {
  createIntegrator,
  createModel,
  operatorImplementations,
  solidBody,
  upwardCrossings,
} from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const FPS = 24;

describe.each(operatorImplementations)('elastic waves with %s operators', (_name, create) => {
  test('a bar with sides that cannot move rings at sqrt((lambda + 2 mu) / rho) / (2 length)', () => {
    const length = 1;
    const mesh = boxOfTets([20, 1, 1], [length, 0.05, 0.05], 5);
    const model = createModel('rotated-linear', 1e5, 0.3);
    const body = solidBody(mesh, { model });
    const operators = create(body);
    const speed = Math.sqrt((model.lambda + 2 * model.mu) / body.density);
    // Plane waves: no vertex moves sideways; the standing wave of a bar with free ends.
    const velocities = new Float64Array(mesh.restPositions.length);
    for (let k = 0; k < velocities.length; k += 3) {
      velocities[k] = 1e-3 * Math.cos((Math.PI * mesh.restPositions[k]) / length);
    }
    const integrator = createIntegrator(body, operators, { velocities });
    const times: number[] = [];
    const values: number[] = [];
    const sample = 1 / (FPS * 120);
    for (let i = 0; i < 1200; i++) {
      advanceFrame(integrator, i * sample, (i + 1) * sample);
      // The sides are on rails: sideways motion is taken away after every short substep.
      for (let k = 0; k < velocities.length; k += 3) {
        for (const axis of [1, 2]) {
          integrator.positions[k + axis] = mesh.restPositions[k + axis];
          integrator.velocities[k + axis] = 0;
        }
      }
      times.push((i + 1) * sample);
      values.push(-integrator.velocities[0]);
    }
    const crossings = upwardCrossings(times, values);
    expect(crossings.length).toBeGreaterThan(2);
    const period = (crossings[crossings.length - 1] - crossings[0]) / (crossings.length - 1);
    expect(period / ((2 * length) / speed)).toBeCloseTo(1, 2);
  });

  test('energy of undamped motion stays within 1 % for many periods', () => {
    const mesh = boxOfTets([4, 1, 1], [0.4, 0.1, 0.1]);
    const body = solidBody(mesh, { youngsModulus: 1e5 });
    const operators = create(body);
    const velocities = mesh.restPositions.map((_, k) => (k % 3 === 1 ? 0.3 * mesh.restPositions[k - 1] : 0));
    const integrator = createIntegrator(body, operators, { velocities, minSubsteps: 40 });
    const sum = (time: number) => {
      const { kinetic, elastic } = integrator.energies(time);
      return kinetic + elastic;
    };
    const start = sum(0);
    for (let frame = 0; frame < 2 * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    expect(sum(2) / start).toBeCloseTo(1, 2);
  });
});
