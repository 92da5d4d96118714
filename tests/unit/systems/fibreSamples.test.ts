import { expect, it } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { nearestSamples } from '../../../src/systems/solid/fibres/fibreSamples.ts';
import { spread } from '../../support/tetBodies.ts';

it.each([
  ['scattered', 1, 1, 1],
  ['in a plane', 1, 0, 1],
  ['on a line', 0, 1, 0],
  ['at one place', 0, 0, 0],
])('takes the nearest of samples %s, as comparing them all does', (_name, ...size) => {
  const random = new SeededRandom('samples');
  const points = Float64Array.from({ length: 3 * 300 }, (_, k) => size[k % 3] * spread(random, 1));
  const directions = Float64Array.from({ length: points.length }, (_, k) => (k % 3 === 0 ? k / 3 : 1));
  const queries = Float64Array.from({ length: 3 * 200 }, () => spread(random, 2));
  const found = nearestSamples(points, directions, queries);
  for (let q = 0; q < queries.length; q += 3) {
    let best = 0;
    let bestSquare = Infinity;
    for (let p = 0; p < points.length; p += 3) {
      const square = [0, 1, 2].reduce((sum, axis) => sum + (points[p + axis] - queries[q + axis]) ** 2, 0);
      if (square < bestSquare) [best, bestSquare] = [p / 3, square];
    }
    expect(found[q]).toBe(best);
  }
});
