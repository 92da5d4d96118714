import { expect, test } from 'vitest';
import { CUBE_CASES, EDGE_CORNERS } from '../../../src/geometry/surfacing/cubeCases.ts';

const corner = (inside: number, c: number) => (inside >> c) & 1;

test('each case crosses just the edges between inside and outside', () => {
  CUBE_CASES.forEach((edges, inside) => {
    const crossed = EDGE_CORNERS.map((low, edge) => corner(inside, low) !== corner(inside, low | (1 << (edge >> 2))));
    expect(EDGE_CORNERS.map((_, edge) => edges.includes(edge))).toEqual(crossed);
  });
  expect(CUBE_CASES[1]).toHaveLength(3);
  expect(CUBE_CASES[15]).toHaveLength(6);
});
