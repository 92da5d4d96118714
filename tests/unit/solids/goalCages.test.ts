import { expect, test } from 'vitest';
import { goalCages } from '../../../src/plasticity/goalCages.ts';

const BLOCK = Float64Array.from([-1, -1, -1, 1, 3, 1]);

test('each step has the box that the steps before it leave, and its lattice as it deforms it', () => {
  const [first, second] = goalCages(
    [
      { type: 'stretch', params: { x: 1, y: 0.5, z: 2 } },
      { type: 'stretch', params: { x: 3, y: 1, z: 1 } },
    ],
    BLOCK,
  );
  expect(first).toMatchObject({ centre: [0, 1, 0], half: [1, 2, 1] });
  expect(second).toMatchObject({ centre: [0, 1, 0], half: [1, 1, 2] });
  const reach = (lines: Float64Array, axis: number) => Math.max(...lines.filter((_, k) => k % 3 === axis));
  expect([0, 1, 2].map((axis) => reach(first.lines, axis))).toEqual([1, 2, 2]);
  expect([0, 1, 2].map((axis) => reach(second.lines, axis))).toEqual([3, 2, 2]);
  expect(first.lines.length % 6).toBe(0);
});
