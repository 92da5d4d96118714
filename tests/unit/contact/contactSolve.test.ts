import { describe, expect, test } from 'vitest';
import { ContactSolve, ContactStage } from '../../../src/collision/contactSolve.ts';
import { ContactPhase, ContactState } from '../../../src/collision/contactState.ts';
import { GapClosingLimit } from '../../../src/collision/GapClosingLimit.ts';

const STEP = 0.01;

/** Vertices of 1 kg on a floor, each pressed on it by 1 N, with a friction of 1/2. */
function standing(count: number, phase: number, contactError?: number) {
  const state = new ContactState(count);
  for (let v = 0; v < count; v++) {
    state.add(v, 0, Float64Array.of(0, 1, 0, 0));
    state.phases[v] = phase;
    state.slipDirections[3 * v] = 1;
    state.normalForces[3 * v] = 1;
  }
  const solve = new ContactSolve(state, Float64Array.of(0.5), new Float64Array(count).fill(1), contactError);
  solve.collect();
  solve.addFriction(new Float64Array(3 * count), STEP, new Float64Array(3 * count));
  return { state, solve };
}

describe('another solve is due', () => {
  test('where slipping vertices turn back by more than a hundredth of all friction', () => {
    for (const [count, due] of [
      [200, false],
      [20, true],
    ] as const) {
      const { state, solve } = standing(count, ContactPhase.slip);
      const u = new Float64Array(3 * count);
      // Half of its friction would have kept the first one from turning back.
      u[0] = -0.25 * STEP;
      const start = new Float64Array(3 * count);
      expect(solve.revise(ContactStage.direct, start, u, new Float64Array(3 * count), STEP)).toBe(due);
      expect(state.phases[0]).toBe(due ? ContactPhase.stick : ContactPhase.slip);
      // Either way it does not end turning back.
      solve.finish(u);
      expect(state.phases[0]).toBe(ContactPhase.stick);
      if (!due) expect(u[0]).toBe(0);
    }
  });

  test('where sticking vertices need more than a hundredth over all friction; those over their cone slip next time', () => {
    for (const [count, due] of [
      [200, false],
      [20, true],
    ] as const) {
      const { state, solve } = standing(count, ContactPhase.stick);
      const tangential = new Float64Array(3 * count);
      tangential[2] = 0.75;
      const still = new Float64Array(3 * count);
      expect(solve.revise(ContactStage.direct, still, still, tangential, STEP)).toBe(due);
      expect(state.phases[0]).toBe(ContactPhase.slip);
      expect([...state.slipDirections.subarray(0, 3)]).toEqual([-0, -0, -1]);
      expect(state.phases[1]).toBe(ContactPhase.stick);
    }
  });

  test('where a contact pulls, unless contacts are kept', () => {
    for (const mayRelease of [true, false]) {
      const { state, solve } = standing(200, ContactPhase.slip);
      solve.mayRelease = mayRelease;
      state.normalForces[0] = -1e-3;
      const still = new Float64Array(600);
      expect(solve.revise(ContactStage.direct, still, still, new Float64Array(600), STEP)).toBe(mayRelease);
      expect(state.phases[0]).toBe(mayRelease ? ContactPhase.free : ContactPhase.slip);
    }
  });

  test.each([
    [0.04, false],
    [0.06, true],
  ])('where friction is wrong by .5 N of 5.5, a contact pulls with %f N, and a tenth is allowed', (pull, due) => {
    const { state, solve } = standing(11, ContactPhase.slip, 0.1);
    const still = new Float64Array(33);
    state.normalForces[0] = -pull;
    state.normalForces[3] = 2;
    expect(solve.revise(ContactStage.direct, still, still, new Float64Array(33), STEP)).toBe(due);
    expect(state.phases[0]).toBe(ContactPhase.free);
  });
});

test('a squeezed body knows the gap that closes and the substep that closes a twentieth of it', () => {
  const state = new ContactState(2);
  state.add(0, 0, Float64Array.of(0, 1, 0, 0));
  state.add(1, 1, Float64Array.of(0, -1, 0, 0));
  const limit = new GapClosingLimit(state, 2);
  const positions = Float64Array.of(0, 0, 0, 0.3, 0.2, 0);
  expect(limit.longestStep(positions, Float64Array.of(0, 1, 0, 0, -3, 0))).toBeCloseTo(0.05 * (0.2 / 4), 12);
  expect(limit.leastGap).toBeCloseTo(0.2, 12);
  expect(limit.longestStep(positions, Float64Array.of(0, -1, 0, 0, 3, 0))).toBe(Infinity);
  expect(limit.leastGap).toBe(Infinity);
});
