import { expect, test } from 'vitest';
import { inSentence } from '../../../app/ui/inSentence.ts';

test.each([
  ['Damping time', 'damping time'],
  ["Young's E", "Young's E"],
  ["Poisson's ratio", "Poisson's ratio"],
  ['E', 'E'],
  ['Position Y', 'position Y'],
])('%s stands inside a sentence as %s', (label, inside) => {
  expect(inSentence(label)).toBe(inside);
});
