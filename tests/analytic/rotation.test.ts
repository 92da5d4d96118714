import { describe, expect, test } from 'vitest';
import { boxOfTets } from '../support/bodies.ts';
import { angularMomentum, createIntegrator, massMean, operatorImplementations, solidBody } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

const FPS = 24;

describe.each(operatorImplementations)('a spinning body with %s operators', (name, create) => {
  test.each(['robust', 'conserving'] as const)('keeps its momenta with %s damping', (dampingForm) => {
    const mesh = boxOfTets([4, 2, 2], [0.4, 0.2, 0.2], 6);
    const body = solidBody(mesh, { youngsModulus: 2e4, dampingTime: 0.02, dampingForm });
    const operators = create(body);
    const centre = massMean(mesh.restPositions, operators.masses);
    const spin = [1, 3, 6];
    // Start stretched, so that damping works hard while the body turns.
    const positions = mesh.restPositions.map((x, k) => centre[k % 3] + (x - centre[k % 3]) * [1.4, 0.8, 1.1][k % 3]);
    const velocities = new Float64Array(positions.length);
    for (let k = 0; k < positions.length; k += 3) {
      const r = [0, 1, 2].map((axis) => positions[k + axis] - centre[axis]);
      velocities[k] = spin[1] * r[2] - spin[2] * r[1] + 1;
      velocities[k + 1] = spin[2] * r[0] - spin[0] * r[2];
      velocities[k + 2] = spin[0] * r[1] - spin[1] * r[0];
    }
    const integrator = createIntegrator(body, operators, { positions, velocities, minSubsteps: 8, tolerance: 1e-3 });
    const before = angularMomentum(positions, velocities, operators.masses);
    for (let frame = 0; frame < 2 * FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    const after = angularMomentum(integrator.positions, integrator.velocities, operators.masses);
    const size = Math.hypot(...before);
    expect(Math.hypot(...after.map((x, axis) => x - before[axis])) / size).toBeLessThan(
      name === 'reference' ? 1e-9 : 1e-4,
    );
    const velocity = massMean(integrator.velocities, operators.masses);
    expect(Math.hypot(velocity[0] - 1, velocity[1], velocity[2])).toBeLessThan(name === 'reference' ? 1e-9 : 1e-5);
  });

  test('a body without angular momentum does not start to spin', () => {
    const mesh = boxOfTets([3, 2, 2], [0.3, 0.2, 0.2], 5);
    const body = solidBody(mesh, { youngsModulus: 2e4, dampingTime: 0.02 });
    const operators = create(body);
    const positions = mesh.restPositions.slice();
    for (let k = 0; k < positions.length; k += 3) {
      positions[k] += 0.8 * positions[k + 1] + 0.3 * Math.sin(9 * positions[k + 2]);
      positions[k + 1] -= 0.9 * positions[k + 2] * positions[k];
    }
    const integrator = createIntegrator(body, operators, { positions, tolerance: 1e-3 });
    for (let frame = 0; frame < FPS; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
    const momentum = angularMomentum(integrator.positions, integrator.velocities, operators.masses);
    // Against a spin of 1 rad/s of this body, about 0.1 kg m2/s.
    expect(Math.hypot(...momentum)).toBeLessThan(name === 'reference' ? 1e-9 : 1e-4);
  });
});
