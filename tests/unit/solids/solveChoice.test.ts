import { expect, test } from 'vitest';
import { SolveChoice } from '../../../src/solids/SolveChoice.ts';
import type { DirectSolve } from '../../../src/solids/implicit/DirectSolve.ts';
import type { VelocityOperators } from '../../../src/solids/VelocityOperators.ts';

/** A choice for a body whose factor takes as long as 600 iterations. */
function choice() {
  const operators = { vertexCount: 100 } as VelocityOperators;
  const direct = { entryCount: 1000, factorIterations: 150, renew: () => undefined } as unknown as DirectSolve;
  return { made: new SolveChoice(operators, () => direct), operators, direct };
}

/** One substep of so many solves of `iterations` each, where nothing factors. Returns whether it begins with a factor, and ends with one. */
function substep(made: SolveChoice, direct: DirectSolve, solves: number, iterations: number): [boolean, boolean] {
  const isDirect = () => (made.solver as unknown) === direct;
  made.begin();
  const begins = isDirect();
  for (let solve = 0; solve < solves; solve++) made.spend(isDirect() ? 0 : iterations);
  const ends = isDirect();
  made.end();
  return [begins, ends];
}

test('a factor takes over from long iterations, the substeps after that begin with it, and one of them tries iterations again', () => {
  const { made, direct } = choice();
  expect(substep(made, direct, 3, 100)).toEqual([false, false]);
  expect(substep(made, direct, 10, 100)).toEqual([false, true]);
  const later = Array.from({ length: 30 }, () => substep(made, direct, 10, 100));
  const begun = later.filter(([begins]) => begins).length;
  expect(later[0]).toEqual([true, true]);
  expect(begun).toBeGreaterThan(24);
  expect(begun).toBeLessThan(30);
  // When iterations are short again, they are found so and kept.
  const short = Array.from({ length: 30 }, () => substep(made, direct, 10, 10));
  expect(short.at(-1)).toEqual([false, false]);
});

test('a substep that did not last changes nothing, and what is expected is all that later ones depend on', () => {
  const { made, direct } = choice();
  made.begin();
  made.spend(5000);
  expect(substep(made, direct, 1, 10)).toEqual([false, false]);
  substep(made, direct, 10, 100);
  const other = choice();
  other.made.expected.set(made.expected);
  for (let k = 0; k < 20; k++) {
    expect(substep(other.made, other.direct, 10, 100)).toEqual(substep(made, direct, 10, 100));
  }
});
