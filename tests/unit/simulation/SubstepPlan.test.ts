import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import type { Interaction } from '../../../src/simulation/Interaction.ts';
import { SubstepPlan } from '../../../src/simulation/SubstepPlan.ts';
import { FrameFailure, StepFailure } from '../../../src/solids/StepFailure.ts';
import type { SteppedSystem } from '../../../src/solids/SteppedSystem.ts';

/** A system that allows substeps of `longest`, s, and does nothing. */
function system(longest: number, more: Partial<SteppedSystem> = {}): SteppedSystem {
  return {
    minSubsteps: 1,
    maxSubsteps: 100,
    beginInterval: () => {},
    maxStep: () => longest,
    predict: () => {},
    integratePositions: () => {},
    integrateVelocities: () => {},
    commit: () => {},
    rollback: () => {},
    ...more,
  };
}

/** The substeps of an interval of one second, all of which are whole. */
function lengths(plan: SubstepPlan): number[] {
  const found: number[] = [];
  plan.begin(0, 1);
  while (plan.next()) {
    found.push(plan.dt);
    plan.accept();
  }
  expect(plan.start).toBe(1);
  return found;
}

describe('a plan of substeps', () => {
  test('divides what is left into even parts, as many as the strictest system or interaction asks for', () => {
    expect(lengths(new SubstepPlan([system(0.4), system(0.3)], []))).toEqual([0.25, 0.25, 0.25, 0.25]);
    const contact: Interaction = { maxStep: () => 0.2, before: () => {} };
    expect(lengths(new SubstepPlan([system(0.4)], [contact]))).toHaveLength(5);
    expect(lengths(new SubstepPlan([system(Infinity, { minSubsteps: 2 }), system(1)], []))).toEqual([0.5, 0.5]);
  });

  test('takes what a system that chooses its steps allows, where it moves alone', () => {
    const chooser = system(0.3, { choosesSteps: true });
    const taken = lengths(new SubstepPlan([chooser], []));
    expect(taken).toEqual([0.3, 0.3, 0.3, 0.3]);
    expect(lengths(new SubstepPlan([chooser, system(1)], []))).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  test('ends with the interval where a chosen step ends beside it', () => {
    const plan = new SubstepPlan([system(0.1, { choosesSteps: true })], []);
    expect(lengths(plan)).toHaveLength(10);
  });

  test('halves failed substeps, which grow again, and gives up after eight failures', () => {
    const plan = new SubstepPlan([system(1)], []);
    const failure = new StepFailure('not yet', 3);
    plan.begin(0, 1);
    plan.next();
    plan.halve(failure, 0);
    plan.next();
    expect(plan.dt).toBe(0.5);
    plan.accept();
    plan.next();
    expect(plan.dt).toBe(0.5);
    const stuck = () => {
      for (let k = 0; k < 9; k++) {
        expect(plan.mayRetry).toBe(k < 8);
        plan.halve(failure, 1);
        plan.next();
      }
    };
    let thrown: unknown;
    try {
      stuck();
    } catch (error) {
      thrown = error;
    }
    if (!(thrown instanceof CoreError) || !(thrown.cause instanceof FrameFailure)) throw new Error(String(thrown));
    expect(thrown.cause).toMatchObject({ body: 1, time: 0.5, step: failure });
  });

  test('is refused where it would need too many substeps, in the words of who asks for them', () => {
    const plan = new SubstepPlan([system(1), system(1e-4)], []);
    plan.begin(0, 1);
    expect(() => plan.next()).toThrow(/substeps of 0.000100 s, more than the maximum substeps/);
    const told = new SubstepPlan([system(1e-4, { tooManySubsteps: () => new Error('the liquid is too fast') })], []);
    told.begin(0, 1);
    expect(() => told.next()).toThrow('the liquid is too fast');
    const chooser = system(0.3, { choosesSteps: true, maxSubsteps: 2 });
    const counted = new SubstepPlan([chooser], []);
    expect(() => lengths(counted)).toThrow(/more than the maximum substeps/);
  });
});
