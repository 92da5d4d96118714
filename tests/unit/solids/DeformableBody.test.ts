import { describe, expect, test } from 'vitest';
import type { SavedState } from '../../../src/base/state/stateFields.ts';
import type { NodeTargets } from '../../../src/solids/NodeTargets.ts';
import type { DeformableBody } from '../../../src/solids/DeformableBody.ts';
import { boxOfHexes, boxOfTets, placed, regularTet } from '../../support/bodies.ts';
import { particleBody, particleOperators } from '../../support/particleOperators.ts';
import {
  clamp,
  createIntegrator,
  createModel,
  halfSpace,
  massMean,
  moving,
  operatorImplementations,
  solidBody,
  standing,
} from '../../support/solids.ts';
import { advanceFrame } from '../../support/advanceFrame.ts';

const FPS = 24;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function run(integrator: DeformableBody, from: number, to: number): void {
  for (let frame = from; frame < to; frame++) advanceFrame(integrator, frame / FPS, (frame + 1) / FPS);
}

describe.each(operatorImplementations)('integrator on %s operators', (_name, create) => {
  /** A soft block that falls onto a slope, slides and comes to rest: contacts in every phase. */
  const falling = () => {
    const body = solidBody(placed(boxOfTets([3, 2, 2], [0.3, 0.2, 0.2], 5), identity, [0, 0.15, 0]), {
      model: createModel('neo-hookean', 3e4, 0.3),
      dampingTime: 0.01,
    });
    return createIntegrator(body, create(body), {
      gravity: [0, -9.81, 0],
      colliders: [
        standing(halfSpace([-0.28, 0.96, 0]), 0.5),
        moving(
          halfSpace([1, 0, 0], [-0.2, 0, 0]),
          0.3,
          (t) => [0.05 * t, 0, 0],
          () => [0.05, 0, 0],
        ),
      ],
      strengthAt: (time) => (time < 0.5 ? 1 : 0.5),
      dragAt: (time) => 0.2 * time,
      tolerance: 1e-3,
    });
  };

  test('a resumed run repeats every byte', () => {
    const whole = falling();
    const saved = new Map<number, SavedState>();
    for (let frame = 0; frame < 30; frame++) {
      if (frame % 5 === 0) saved.set(frame, whole.state.save());
      run(whole, frame, frame + 1);
    }
    expect(whole.contacts.phases.some((phase) => phase !== 0)).toBe(true);
    for (const [frame, state] of saved) {
      const resumed = falling();
      resumed.state.load(structuredClone(state));
      run(resumed, frame, 30);
      expect(resumed.positions).toEqual(whole.positions);
      expect(resumed.velocities).toEqual(whole.velocities);
    }
  });

  test('refuses the state of another body', () => {
    const state = falling().state.save();
    const body = solidBody(regularTet());
    expect(() => createIntegrator(body, create(body)).state.load(state)).toThrowError(
      expect.objectContaining({ code: 'cache-damaged' }) as Error,
    );
  });

  test('held vertices are at their targets to the last bit, and go on freely when released', () => {
    const mesh = boxOfTets([2, 1, 1], [0.2, 0.1, 0.1], 6);
    const base = clamp(mesh, (x) => x === 0);
    const pull: NodeTargets = {
      ...base,
      activeAt: (time) => time < 0.5,
      positionsAt: (time, out) => {
        base.positionsAt(time, out);
        for (let k = 0; k < out.length; k += 3) out[k] += 0.4 * time;
      },
    };
    const body = solidBody(mesh, { dampingTime: 0.01 });
    const operators = create(body);
    const integrator = createIntegrator(body, operators, { targets: [pull] });
    const expected = new Float64Array(3 * pull.vertices.length);
    for (let frame = 1; frame <= FPS / 2; frame++) {
      run(integrator, frame - 1, frame);
      pull.positionsAt(frame / FPS, expected);
      pull.vertices.forEach((v, i) => {
        expect([...integrator.positions.subarray(3 * v, 3 * v + 3)]).toEqual([...expected.subarray(3 * i, 3 * i + 3)]);
      });
    }
    run(integrator, FPS / 2, FPS);
    expect(massMean(integrator.velocities, operators.masses)[0]).toBeCloseTo(0.4, 1);
    expect(massMean(integrator.velocities, operators.masses)[1]).toBeCloseTo(0, 3);
  });

  test('soft targets pull the body to rest at weight over stiffness', () => {
    const mesh = regularTet(0.2);
    const body = solidBody(mesh, { youngsModulus: 1e5, dampingTime: 0.01 });
    const operators = create(body);
    const stiffness = 200;
    const targets: NodeTargets = {
      ...clamp(mesh, () => true),
      spring: { stiffness, dampingRatio: 0.5 },
    };
    const integrator = createIntegrator(body, operators, { gravity: [0, -9.81, 0], targets: [targets] });
    run(integrator, 0, 4 * FPS);
    const mass = operators.masses.reduce((sum, m) => sum + m, 0);
    const sag = massMean(mesh.restPositions, operators.masses)[1] - massMean(integrator.positions, operators.masses)[1];
    expect(sag / ((mass * 9.81) / (4 * stiffness))).toBeCloseTo(1, 3);
  });

  test('substeps add up to the frame, and the report says what happened', () => {
    const integrator = falling();
    const report = advanceFrame(integrator, 0, 1 / FPS);
    const sum = report.substeps.reduce((total, substep) => total + substep.dt, 0);
    expect(sum).toBeCloseTo(1 / FPS, 15);
    expect(report.substeps[0].start).toBe(0);
    expect(report.retries).toBe(0);
    expect(report.iterations).toBeGreaterThan(0);
    expect(report.substeps.every((substep) => substep.converged && substep.residual <= 1e-3)).toBe(true);
  });

  test.each([
    ['tetrahedra', boxOfTets([2, 2, 2], [0.2, 0.2, 0.2], 5)],
    ['hexahedra', boxOfHexes([2, 2, 2], [0.2, 0.2, 0.2])],
  ])('strength 0 makes a body of %s limp, and it stands up again', (_kind, mesh) => {
    const body = solidBody(mesh, { youngsModulus: 5e4, dampingTime: 0.01 });
    const integrator = createIntegrator(body, create(body), {
      gravity: [0, -9.81, 0],
      colliders: [standing(halfSpace([0, 1, 0]), 0.5)],
      strengthAt: (time) => (time < 1 ? 0 : 1),
      tolerance: 1e-3,
    });
    const height = () => Math.max(...integrator.positions.filter((_, k) => k % 3 === 1));
    run(integrator, 0, FPS);
    expect(height()).toBeLessThan(1e-3);
    let inverted = 0;
    for (let frame = FPS; frame < 5 * FPS; frame++) {
      inverted = Math.max(inverted, advanceFrame(integrator, frame / FPS, (frame + 1) / FPS).inverted);
    }
    expect(height()).toBeGreaterThan(0.19);
    expect(height()).toBeLessThan(0.2);
    expect(inverted).toBeLessThan(mesh.elements.length);
  });

  test('cancelling keeps the last whole substep', () => {
    const integrator = falling();
    let polls = 0;
    expect(() => advanceFrame(integrator, 0, 1 / FPS, () => ++polls > 2)).toThrowError(
      expect.objectContaining({ code: 'cancelled' }) as Error,
    );
    expect(integrator.positions.every(Number.isFinite)).toBe(true);
    expect(polls).toBe(3);
  });

  test('no damping, no motion, no forces: nothing changes', () => {
    const body = solidBody(regularTet());
    const integrator = createIntegrator(body, create(body));
    run(integrator, 0, 2);
    for (let k = 0; k < 12; k++) expect(integrator.positions[k]).toBeCloseTo(body.restPositions[k], 6);
  });
});

describe('a failing simulation', () => {
  test('names the element and stops after bounded retries', () => {
    const body = solidBody(boxOfTets([1, 1, 1], [1, 1, 1]));
    const operators = operatorImplementations[0][1](body);
    const positions = body.restPositions.slice();
    const integrator = createIntegrator(body, operators, { positions });
    integrator.velocities[3] = NaN;
    expect(() => advanceFrame(integrator, 0, 1)).toThrowError(
      expect.objectContaining({
        code: 'simulation-failed',
        remedy: expect.stringContaining('damping') as string,
      }) as Error,
    );
  });

  test('a stiff target spring bounds the substep', () => {
    const target: NodeTargets = {
      vertices: Uint32Array.of(0),
      spring: { stiffness: 1e4, dampingRatio: 0 },
      activeAt: () => true,
      positionsAt: (_time, out) => out.fill(0),
    };
    const integrator = createIntegrator(particleBody([1, 0, 0]), particleOperators(1), { targets: [target] });
    const report = advanceFrame(integrator, 0, 0.1);
    expect(report.substeps.length).toBeGreaterThanOrEqual(20);
    expect(Math.abs(integrator.positions[0])).toBeLessThan(1.1);
  });
});
