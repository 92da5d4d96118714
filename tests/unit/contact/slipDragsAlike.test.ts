import { expect, test } from 'vitest';
import { SlipDrags } from '../../../src/collision/SlipDrags.ts';

function drags(vertex: number, coefficient: number, across: readonly number[]): SlipDrags {
  const out = new SlipDrags(4);
  out.count = 1;
  out.vertices[0] = vertex;
  out.coefficients[0] = coefficient;
  out.across.set(across);
  return out;
}

test('a factor stays valid for the same drags of friction, and for no others', () => {
  const one = drags(2, 3, [0, 0, 1]);
  const kept = new SlipDrags(4);
  expect(one.addsAs(kept)).toBe(false);
  kept.copy(one);
  expect(one.addsAs(kept)).toBe(true);
  expect(drags(1, 3, [0, 0, 1]).addsAs(kept)).toBe(false);
  expect(drags(2, 4, [0, 0, 1]).addsAs(kept)).toBe(false);
  expect(drags(2, 3, [0, 1, 0]).addsAs(kept)).toBe(false);
});
