import { describe, expect, it } from 'vitest';
import { laplaceFibres } from '../../../src/solids/laplaceFibres.ts';
import { boxOfHexes, boxOfTets, type TestBody } from '../../support/bodies.ts';

const kinds: [string, typeof boxOfTets][] = [
  ['tetrahedra', boxOfTets],
  ['hexahedra', boxOfHexes],
];

/** Vertices that satisfy a condition. */
function patch({ restPositions: x }: TestBody, holds: (x: number, y: number, z: number) => boolean): Uint32Array {
  const numbers = Uint32Array.from({ length: x.length / 3 }, (_, v) => v);
  return numbers.filter((v) => holds(x[3 * v], x[3 * v + 1], x[3 * v + 2]));
}

function centroid({ restPositions, elements, elementKind }: TestBody, element: number): number[] {
  const size = elementKind === 'tet' ? 4 : 8;
  const corners = elements.subarray(size * element, size * (element + 1));
  return [0, 1, 2].map((axis) => corners.reduce((sum, v) => sum + restPositions[3 * v + axis], 0) / size);
}

describe.each(kinds)('fibres of %s', (_name, box) => {
  it('run straight from end to end of a bar, thick patches included', () => {
    const body = box([8, 3, 3], [0.8, 0.3, 0.3]);
    const from = patch(body, (x) => x < 0.21);
    const to = patch(body, (x) => x > 0.69);
    const fibres = laplaceFibres(body, from, to);
    for (let e = 0; e < fibres.length / 3; e++) {
      expect(fibres[3 * e]).toBeCloseTo(1, 6);
      expect(Math.hypot(fibres[3 * e + 1], fibres[3 * e + 2])).toBeLessThan(1e-6);
    }
  });

  it('go round a bend: the potential of an annulus is its angle', () => {
    const straight = box([24, 6, 1], [1, 1, 1]);
    // x is the angle over a half turn, y the radius from 1 to 2.
    const restPositions = straight.restPositions.slice();
    for (let k = 0; k < restPositions.length; k += 3) {
      const [angle, radius] = [Math.PI * restPositions[k], 1 + restPositions[k + 1]];
      restPositions.set([-radius * Math.cos(angle), radius * Math.sin(angle), restPositions[k + 2]], k);
    }
    const body = { ...straight, restPositions };
    const elements = body.elements.slice();
    const from = patch(straight, (x) => x < 1e-9);
    const to = patch(straight, (x) => x > 1 - 1e-9);
    const bend = mirrored(body, elements);
    const fibres = laplaceFibres(bend, from, to);
    let worst = 0;
    for (let e = 0; e < fibres.length / 3; e++) {
      const [x, y] = centroid(bend, e);
      const radius = Math.hypot(x, y);
      const along = (fibres[3 * e] * y - fibres[3 * e + 1] * x) / radius;
      worst = Math.max(worst, Math.acos(Math.min(1, along)));
    }
    // Elements are about 7 degrees long.
    expect(worst).toBeLessThan(0.16);
  });

  it('are unit vectors also where no patch is joined', () => {
    const a = box([2, 2, 2], [1, 1, 1]);
    const vertices = a.restPositions.length / 3;
    const b = a.restPositions.map((x, k) => (k % 3 === 0 ? x + 5 : x));
    const body = {
      ...a,
      restPositions: Float64Array.from([...a.restPositions, ...b]),
      elements: Uint32Array.from([...a.elements, ...a.elements.map((v) => v + vertices)]),
    };
    const from = patch(a, (_x, y) => y < 0.01);
    const to = patch(a, (_x, y) => y > 0.99);
    const fibres = laplaceFibres(body, from, to);
    for (let e = 0; e < fibres.length / 3; e++) expect(fibres[3 * e + 1]).toBeCloseTo(1, 6);
  });
});

/** The body with its elements the right way round where bending turned them inside out. */
function mirrored(body: TestBody, elements: Uint32Array): TestBody {
  const size = body.elementKind === 'tet' ? 4 : 8;
  const x = body.restPositions;
  const edge = (a: number, b: number) => [0, 1, 2].map((axis) => x[3 * b + axis] - x[3 * a + axis]);
  for (let first = 0; first < elements.length; first += size) {
    const [p, q, r, s] = size === 4 ? [0, 1, 2, 3] : [0, 1, 2, 4];
    const corner = (k: number) => elements[first + k];
    const [u, v, w] = [q, r, s].map((k) => edge(corner(p), corner(k)));
    const volume =
      u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
    if (volume > 0) continue;
    const swaps = size === 4 ? [[1, 2]] : [0, 1, 2, 3].map((k) => [k, k + 4]);
    for (const [a, b] of swaps) [elements[first + a], elements[first + b]] = [elements[first + b], elements[first + a]];
  }
  return { ...body, elements };
}
