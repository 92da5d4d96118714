import { expect, test } from 'vitest';
import { depthRanges, elementDepths } from '../../../app/tasks/mesh/elementDepths.ts';

const SIDE = 8;

/** A cube of 1 m in `SIDE`^3 hexahedra, with the two triangles of each of its sides as its surface. */
function cube() {
  const row = SIDE + 1;
  const restVolume: number[] = [];
  for (let k = 0; k < row; k++)
    for (let j = 0; j < row; j++) for (let i = 0; i < row; i++) restVolume.push(i / SIDE, j / SIDE, k / SIDE);
  const elements: number[] = [];
  for (let k = 0; k < SIDE; k++)
    for (let j = 0; j < SIDE; j++)
      for (let i = 0; i < SIDE; i++)
        for (let corner = 0; corner < 8; corner++)
          elements.push(i + (corner & 1) + row * (j + ((corner >> 1) & 1) + row * (k + (corner >> 2))));
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [c & 1, (c >> 1) & 1, c >> 2]);
  const sides = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  return {
    elementSize: 8 as const,
    elements: Uint32Array.from(elements),
    restVolume: Float32Array.from(restVolume),
    surface: {
      triangles: Uint32Array.from(sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
      restPositions: Float32Array.from(corners),
    } as Parameters<typeof elementDepths>[0]['surface'],
  };
}

test('the depth of an element is its distance to the nearest side, to a cell of the grid', () => {
  const depths = elementDepths(cube());
  for (let e = 0; e < depths.length; e++) {
    const place = [e % SIDE, Math.floor(e / SIDE) % SIDE, Math.floor(e / SIDE ** 2)];
    const expected = Math.min(...place.map((at) => (Math.min(at, SIDE - 1 - at) + 0.5) / SIDE));
    expect(Math.abs(depths[e] - expected)).toBeLessThan(1 / 40);
  }
});

test('a band goes from its shallow elements to its deep ones; a few odd ones do not widen it', () => {
  const depths = Float32Array.from({ length: 100 }, (_, e) => (e < 98 ? 0.01 * (e % 10) : 5));
  const ranges = depthRanges(depths, new Float32Array(100).fill(0.5));
  expect(ranges.get(0.5)?.low).toBeCloseTo(0, 6);
  expect(ranges.get(0.5)?.high).toBeCloseTo(0.09, 6);
});
