import { describe, expect, test } from 'vitest';
import { boxOfHexes, boxOfTets, regularTet } from '../support/bodies.ts';
import { createIntegrator, massMean, operatorImplementations, shapeError, solidBody } from '../support/solids.ts';
import { advanceFrame } from '../support/advanceFrame.ts';

describe.each(operatorImplementations)('free fall with %s operators', (_name, create) => {
  test.each([
    ['tetrahedron', regularTet(0.3)],
    ['box of tetrahedra', boxOfTets([3, 2, 2], [0.3, 0.2, 0.2], 5)],
    ['box of hexahedra', boxOfHexes([2, 2, 2], [0.2, 0.2, 0.2])],
  ])('a %s follows x0 + v0 t + g t^2 / 2 exactly', (_kind, mesh) => {
    const body = solidBody(mesh, { dampingTime: 0.01 });
    const operators = create(body);
    const velocities = new Float64Array(body.restPositions.length);
    for (let k = 0; k < velocities.length; k += 3) velocities[k] = 2;
    const integrator = createIntegrator(body, operators, { gravity: [0, -9.81, 0], velocities, minSubsteps: 3 });
    for (let frame = 0; frame < 24; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
    const before = massMean(body.restPositions, operators.masses);
    const after = massMean(integrator.positions, operators.masses);
    expect(after[0] - before[0]).toBeCloseTo(2, 6);
    expect(after[1] - before[1]).toBeCloseTo(-9.81 / 2, 6);
    expect(shapeError(integrator.positions, body.restPositions)).toBeLessThan(1e-5);
  });

  test('drag gives the terminal speed g / c', () => {
    const body = solidBody(regularTet(0.3));
    const operators = create(body);
    const integrator = createIntegrator(body, operators, {
      gravity: [0, -9.81, 0],
      dragAt: () => 5,
      minSubsteps: 4,
    });
    for (let frame = 0; frame < 96; frame++) advanceFrame(integrator, frame / 24, (frame + 1) / 24);
    // Its vertices tremble about it, by what the kernels round.
    expect(massMean(integrator.velocities, operators.masses)[1]).toBeCloseTo(-9.81 / 5, 7);
    for (let k = 1; k < 12; k += 3) expect(integrator.velocities[k]).toBeCloseTo(-9.81 / 5, 4);
  });
});
