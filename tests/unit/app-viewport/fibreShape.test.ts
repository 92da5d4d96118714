import { expect, it } from 'vitest';
import type { MeshStatics } from '../../../app/state/DisplayStatics.ts';
import { FibreShape } from '../../../app/viewport/fibres/FibreShape.ts';

/** One element with its corners as display vertices, all facing up. */
function body(elementSize: 4 | 8, restVolume: number[]): MeshStatics {
  const count = restVolume.length / 3;
  return {
    entity: 'muscle',
    name: 'mesh',
    type: 'mesh',
    purpose: 'result',
    attributes: [],
    elementSize,
    elements: Uint32Array.from({ length: count }, (_, v) => v),
    restVolume: Float32Array.from(restVolume),
    restDeterminants: Float32Array.of(1),
    surface: {
      source: Uint32Array.from({ length: count }, (_, v) => v),
      triangles: new Uint32Array(),
      edges: new Uint32Array(),
      element: new Uint32Array(count),
      restPositions: Float32Array.from(restVolume),
      restNormals: Float32Array.from({ length: 3 * count }, (_, k) => (k % 3 === 1 ? 1 : 0)),
      restHullNormals: new Float32Array(3 * count),
    },
  };
}

const tet = body(4, [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
const hex = body(
  8,
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [c & 1, (c >> 1) & 1, c >> 2]),
);

it.each([
  ['tetrahedra', tet],
  ['hexahedra', hex],
])('lines on %s follow the deformation of the element, in the skin', (_name, statics) => {
  const shape = new FibreShape(statics, Float32Array.of(0.6, 0.8, 0));
  expect(shape.count).toBe(statics.elements.length);
  const ends = new Float32Array(6 * shape.count);
  const stretches = new Float32Array(shape.count);
  // F = diag(2, 0.5, 1), away from the origin.
  const moved = statics.restVolume.map((x, k) => [2, 0.5, 1][k % 3] * x + 3);
  shape.write(moved, moved, statics.surface.restNormals, ends, stretches);
  for (let line = 0; line < shape.count; line++) {
    expect(stretches[line]).toBeCloseTo(Math.hypot(1.2, 0.4), 6);
    const way = [0, 1, 2].map((axis) => ends[6 * line + 3 + axis] - ends[6 * line + axis]);
    // F a = (1.2, 0.4, 0) without what points out of the skin, y.
    expect(way[0]).toBeGreaterThan(0);
    expect(way[1]).toBeCloseTo(0, 6);
    expect(way[2]).toBeCloseTo(0, 6);
  }
});

it('elements without a fibre have no line', () => {
  expect(new FibreShape(tet, new Float32Array(3)).count).toBe(0);
});
