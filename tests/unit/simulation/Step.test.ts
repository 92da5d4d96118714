import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import type { Interaction } from '../../../src/simulation/Interaction.ts';
import { Step } from '../../../src/simulation/Step.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import type { DeformableBody } from '../../../src/solids/DeformableBody.ts';
import { FrameFailure, StepFailure } from '../../../src/solids/StepFailure.ts';
import { advanceFrame } from '../../support/advanceFrame.ts';
import { boxOfTets, placed, regularTet } from '../../support/bodies.ts';
import { createIntegrator, halfSpace, solidBody, standing } from '../../support/solids.ts';

const FPS = 24;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const idle: Interaction = { maxStep: () => Infinity, before: () => {} };

/** A block that falls onto the ground; stiffer ones need shorter substeps. */
function block(youngsModulus: number, height = 0.05): DeformableBody {
  const body = solidBody(placed(boxOfTets([2, 2, 2], [0.2, 0.2, 0.2], 5), identity, [0, height, 0]), {
    youngsModulus,
    dampingTime: 0.002,
  });
  return createIntegrator(body, new ReferenceSolidOperators(body), {
    gravity: [0, -9.81, 0],
    colliders: [standing(halfSpace([0, 1, 0]), 0.5)],
    tolerance: 1e-3,
  });
}

describe('bodies moved together', () => {
  test('take the substeps of the one that needs the shortest', () => {
    const alone = advanceFrame(block(1e6), 0, 1 / FPS).substeps.map(({ dt }) => dt);
    const [soft, stiff] = [block(1e4), block(1e6)];
    new Step([soft, stiff]).advance(0, 1 / FPS);
    expect(soft.substeps.map(({ dt }) => dt)).toEqual(alone);
    expect(stiff.substeps.map(({ dt }) => dt)).toEqual(alone);
    expect(advanceFrame(block(1e4), 0, 1 / FPS).substeps.length).toBeLessThan(alone.length);
  });

  test('move like alone where they take the same substeps and touch nobody', () => {
    const [one, other, alone] = [block(1e5), block(1e5), block(1e5)];
    const step = new Step([one, other], [idle]);
    for (let frame = 0; frame < 8; frame++) {
      step.advance(frame / FPS, (frame + 1) / FPS);
      advanceFrame(alone, frame / FPS, (frame + 1) / FPS);
    }
    expect(one.positions).toEqual(alone.positions);
    expect(other.velocities).toEqual(alone.velocities);
  });

  test('meet their contact before and after the move, and at its end', () => {
    const body = createIntegrator(solidBody(regularTet()), new ReferenceSolidOperators(solidBody(regularTet())));
    const seen: string[] = [];
    const contact: Interaction = {
      ...idle,
      begin: () => seen.push('begin'),
      before: (dt) => {
        seen.push(`before ${dt}`);
        for (let k = 1; k < 12; k += 3) body.moveVelocity[k] += 1;
      },
      between: () => {
        seen.push('after');
        for (let k = 0; k < 12; k += 3)
          expect(body.nextPositions[k + 1] - body.positions[k + 1]).toBeCloseTo(0.001, 12);
        for (let k = 0; k < 12; k += 3) body.startVelocity[k] += 2;
        body.touched = true;
        // The body keeps the momentum that contact says it brings: 2 m/s along x in each of its vertices.
        const [linear, angular] = [new Float64Array(3), new Float64Array(3)];
        body.masses.forEach((mass, v) => {
          linear[0] += 2 * mass;
          angular[1] += 2 * mass * body.nextPositions[3 * v + 2];
          angular[2] -= 2 * mass * body.nextPositions[3 * v + 1];
        });
        body.balance?.bring(linear, angular);
      },
      after: () => {
        seen.push('end');
        for (let k = 0; k < 12; k += 3) expect(body.nextVelocity[k]).toBeCloseTo(2, 6);
        for (let k = 0; k < 12; k += 3) body.nextVelocity[k] = 3;
      },
    };
    new Step([body], [contact]).advance(0, 0.001);
    expect(seen).toEqual(['begin', 'before 0.001', 'after', 'end']);
    expect([...body.velocities].filter((_, k) => k % 3 === 0)).toEqual([3, 3, 3, 3]);
  });

  test('go back to the last whole substep together, and the failure says whose it is', () => {
    const [steady, broken] = [block(1e5, 0), block(1e5, 0)];
    new Step([steady]).advance(0, 1 / FPS);
    broken.velocities[4] = NaN;
    const before = steady.state.save();
    let thrown: unknown;
    try {
      new Step([steady, broken]).advance(1 / FPS, 2 / FPS);
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof CoreError) || !(thrown.cause instanceof FrameFailure)) throw new Error(String(thrown));
    expect(thrown.code).toBe('simulation-failed');
    expect(thrown.cause.body).toBe(1);
    expect(steady.state.save()).toEqual(before);
  });

  test('take longer substeps again after one that failed', () => {
    const usual = block(1e5);
    new Step([usual]).advance(0, 1 / FPS);
    const body = block(1e5);
    let fails = 3;
    const contact: Interaction = {
      ...idle,
      before: () => {
        if (fails-- > 0) throw new StepFailure('not yet', 0);
      },
    };
    expect(new Step([body], [contact]).advance(0, 1 / FPS)).toBe(3);
    const steps = body.substeps.map(({ dt }) => dt);
    expect(steps[0]).toBeCloseTo(usual.substeps[0].dt / 8, 6);
    expect(Math.max(...steps)).toBeGreaterThan(4 * steps[0]);
    expect(steps.length).toBeLessThan(3 * usual.substeps.length);
  });

  test('are asked to stop before every substep', () => {
    let polls = 0;
    const step = new Step([block(1e5), block(1e6)]);
    expect(() => step.advance(0, 1 / FPS, () => ++polls > 2)).toThrowError(
      expect.objectContaining({ code: 'cancelled' }) as Error,
    );
    expect(polls).toBe(3);
  });
});
