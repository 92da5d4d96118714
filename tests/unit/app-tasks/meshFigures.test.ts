import { describe, expect, test } from 'vitest';
import { ANGLE_LIMITS, angleBins, angleQuality, badShare } from '../../../app/tasks/mesh/angleBins.ts';
import { bandColour, elementBands } from '../../../app/tasks/mesh/elementBands.ts';
import { asLinear, formatCost, frameCost } from '../../../app/tasks/mesh/frameCost.ts';
import { sourcePath } from '../../../app/tasks/mesh/SourceChecks.tsx';

describe('bars of the dihedral angles', () => {
  test('finer bins are joined to two degrees, none is lost', () => {
    const counts = Array.from({ length: 180 }, (_, k) => k + 1);
    const bins = angleBins({ from: 0, to: 180, counts });
    expect(bins).toHaveLength(90);
    expect(bins[0]).toMatchObject({ from: 0, to: 2, count: 3 });
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe((180 * 181) / 2);
  });

  test('heights grow with the square root of the count', () => {
    const counts = Array.from({ length: 90 }, () => 0);
    counts[30] = 400;
    counts[45] = 100;
    const bins = angleBins({ from: 0, to: 180, counts });
    expect([bins[30].height, bins[45].height, bins[0].height]).toEqual([1, 0.5, 0]);
  });

  test('bars beyond the limits are bad, those that touch them from inside are not', () => {
    const bins = angleBins({ from: 0, to: 180, counts: Array.from({ length: 90 }, () => 1) });
    expect(bins.filter(({ bad }) => bad).map(({ from }) => from)).toEqual([
      0, 2, 4, 6, 8, 166, 168, 170, 172, 174, 176, 178,
    ]);
    expect(ANGLE_LIMITS).toEqual({ least: 10, most: 165 });
    expect(badShare(bins)).toBeCloseTo(12 / 90, 12);
    expect(badShare([])).toBe(0);
  });

  test('the best angle is that of a regular tetrahedron', () => {
    expect(angleQuality(70.528779)).toBeCloseTo(1, 6);
    expect([angleQuality(0), angleQuality(180)]).toEqual([0, 0]);
    expect(angleQuality(40)).toBeGreaterThan(angleQuality(30));
    expect(angleQuality(120)).toBeLessThan(angleQuality(90));
  });

  test('angles outside of the scale count to its ends', () => {
    const bins = angleBins({ from: -200, to: 380, counts: [5, 0, 7] });
    expect(bins[0].count).toBe(5);
    expect(bins[89].count).toBe(7);
  });
});

describe('bands of a graded mesh', () => {
  /** Six times the volume of a cell of the lattice with long edge a: 6 a^3 / 12. */
  const cell = (edge: number) => edge ** 3 / 2;
  const mesh = (...edges: (readonly [number, number])[]) => ({
    elementSize: 4 as const,
    restDeterminants: Float32Array.from(
      edges.flatMap(([edge, count]) => Array.from({ length: count }, () => cell(edge))),
    ),
  });

  test('elements are sorted by powers of two of the edge, finest first', () => {
    const { bands, values } = elementBands(mesh([0.01, 60], [0.02, 30], [0.04, 10]), 0.01);
    expect(bands.map(({ level, elements, place }) => [level, elements, place])).toEqual([
      [0, 60, 0],
      [1, 30, 0.5],
      [2, 10, 1],
    ]);
    expect(bands.map(({ edge }) => edge)).toEqual([0.01, 0.02, 0.04]);
    expect([values[0], values[60], values[99]]).toEqual([0, 0.5, 1]);
  });

  test('squeezed elements count to the surface, unless detail was asked for', () => {
    const squeezed = mesh([0.005, 20], [0.01, 80]);
    expect(elementBands(squeezed, 0.01).bands).toHaveLength(1);
    expect(elementBands(squeezed, 0.01, 1).bands.map(({ level }) => level)).toEqual([-1, 0]);
  });

  test('a few odd elements are no band but are counted; flat ones do no harm', () => {
    const { bands } = elementBands(mesh([0.01, 9990], [0.08, 9], [0, 1]), 0.01);
    expect(bands).toMatchObject([{ level: 0, elements: 10_000 }]);
    expect(elementBands(mesh(), 0.01).bands).toEqual([]);
  });

  test('a hexahedron has the edge of a cube of its volume', () => {
    const cubes = { elementSize: 8 as const, restDeterminants: Float32Array.of(64 * 0.1 ** 3, 64 * 0.1 ** 3) };
    expect(elementBands(cubes, 0.1).bands).toMatchObject([{ level: 0, elements: 2 }]);
  });

  test('colours run from fine over middle to coarse', () => {
    expect(bandColour(0)).toBe('color-mix(in srgb, var(--band-middle) 0%, var(--band-fine))');
    expect(bandColour(0.5)).toBe('color-mix(in srgb, var(--band-middle) 100%, var(--band-fine))');
    expect(bandColour(1)).toBe('color-mix(in srgb, var(--band-coarse) 100%, var(--band-middle))');
  });
});

describe('what a frame costs', () => {
  test('grows faster than the number of elements', () => {
    const cost = frameCost([2, 2, 2], 1000, 8000)!;
    expect(cost.low).toBeCloseTo(2 * 8 ** (4 / 3), 9);
    expect(asLinear(800, true) / asLinear(1000, false)).toBe(8);
    expect(frameCost(undefined, 1000, 8000)).toBeUndefined();
    expect(frameCost([1], 0, 8000)).toBeUndefined();
  });

  test('is said as a range in a fitting unit', () => {
    expect(formatCost({ low: 0.0123, high: 0.0181 })).toBe('12–18\u00a0ms');
    expect(formatCost({ low: 1.41, high: 1.92 })).toBe('1.4–1.9\u00a0s');
    expect(formatCost({ low: 120, high: 180 })).toBe('2–3\u00a0min');
    expect(formatCost({ low: 1.001, high: 1.002 })).toBe('1\u00a0s');
  });
});

test('the file of a solid is found from the shot', () => {
  const solid = (path: string) =>
    ({ source: { kind: 'file', path, sha256: '', metresPerUnit: 1, upAxis: 'y' } }) as const;
  expect(sourcePath(solid('meshes/a.obj'), '/shots/x/shot.ductile')).toBe('/shots/x/meshes/a.obj');
  expect(sourcePath(solid('/abs/a.obj'), '/shots/x/shot.ductile')).toBe('/abs/a.obj');
  expect(sourcePath(solid('D:\\a.obj'), 'C:\\shots\\shot.ductile')).toBe('D:\\a.obj');
  expect(sourcePath(solid('a.obj'), 'C:\\shots\\shot.ductile')).toBe('C:\\shots\\a.obj');
});
