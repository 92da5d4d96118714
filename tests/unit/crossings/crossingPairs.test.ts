import { describe, expect, test } from 'vitest';
import { crossingPairs } from '../../support/crossings/crossingPairs.ts';
import { orientation } from '../../support/crossings/orientation.ts';
import { segmentPasses } from '../../support/crossings/segmentTriangle.ts';
import { SeededRandom } from '../../support/random.ts';

const signOf = (...points: readonly (readonly number[])[]) => orientation(Float64Array.from(points.flat()), 0, 3, 6, 9);
const passes = (...points: readonly (readonly number[])[]) =>
  segmentPasses(Float64Array.from(points.flat()), 0, 3, 6, 9, 12);
/** The next double above a positive one. */
const above = (x: number) => x + x * 2 ** -52;

describe('orientation', () => {
  test('is the sign of the volume of four points, and turns with two of them', () => {
    expect(signOf([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0])).toBe(1);
    expect(signOf([0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 0, 0])).toBe(-1);
  });

  test('is exactly 0 for points of a plane whose coordinates no rounding spares', () => {
    // x + y + z = 3 s in whole multiples of 2^-30: all exact, products of them are not.
    const unit = 2 ** -30;
    const point = (x: number, y: number) => [x * unit, y * unit, (3_000_000_007 - x - y) * unit];
    const flat = [point(123_456_789, 987_654_321), point(555_555_557, 17), point(1, 1_234_567_891), point(999, 1001)];
    expect(signOf(...flat)).toBe(0);
    const [a, b, c, d] = flat;
    expect(signOf(a, b, c, [d[0], d[1], above(d[2])])).toBe(-signOf(a, b, c, [d[0], d[1], d[2] - unit]));
    expect(signOf(a, b, c, [d[0], d[1], above(d[2])])).not.toBe(0);
  });

  test('sees one unit in the last place beside a plane, where the determinant in doubles has no sign', () => {
    // Points on the diagonal plane x = y, one of them off it by an ulp of 12 (Kettner et al. 2008).
    const on = [
      [0.5, 0.5, 0],
      [12, 12, 1],
      [24, 24, 5],
    ] as const;
    const [a, b, c] = on;
    expect(signOf(a, b, c, [7.3, 7.3, 9])).toBe(0);
    expect(signOf(a, b, c, [above(7.3), 7.3, 9])).toBe(-signOf(a, b, c, [7.3, above(7.3), 9]));
    expect(signOf(a, b, c, [above(7.3), 7.3, 9])).not.toBe(0);
  });

  test('is right where products underflow', () => {
    const tiny = 2 ** -540;
    expect(signOf([tiny, 0, 0], [0, tiny, 0], [0, 0, tiny], [0, 0, 0])).toBe(1);
    expect(signOf([5e-324, 0, 0], [0, 5e-324, 0], [0, 0, 1], [0, 0, 0])).toBe(1);
  });

  test('agrees with whole numbers on random points of single precision near a plane', () => {
    const random = new SeededRandom(7);
    for (let round = 0; round < 300; round++) {
      const rows = Array.from({ length: 4 }, () => [0, 1].map(() => Math.fround(4 * random.uniform() - 2)));
      const points = rows.map(([x, y]) => [x, y, Math.fround(0.3 * x + 0.7 * y)]);
      expect(signOf(...points)).toBe(wholeSign(points));
    }
  });
});

/** The sign by whole numbers: single-precision values of that size are multiples of 2^-160. */
function wholeSign(points: readonly (readonly number[])[]): number {
  const whole = points.map((point) => point.map((x) => BigInt(x * 2 ** 80) * 2n ** 80n));
  const [a, b, c] = whole.slice(0, 3).map((point) => point.map((x, k) => x - whole[3][k]));
  const minor = (i: number, j: number) => b[i] * c[j] - b[j] * c[i];
  const sum = a[0] * minor(1, 2) - a[1] * minor(0, 2) + a[2] * minor(0, 1);
  return sum === 0n ? 0 : sum > 0n ? 1 : -1;
}

describe('a segment and a triangle', () => {
  const triangle = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ] as const;

  test.each([
    ['through the inside', [0.2, 0.2, -1], [0.2, 0.2, 1], true],
    ['through an edge', [0.5, 0.5, -1], [0.5, 0.5, 1], true],
    ['through a corner', [0, 0, -1], [0, 0, 1], true],
    ['beside an edge, by a unit in the last place', [0.5, above(0.5), -1], [0.5, above(0.5), 1], false],
    ['ends on the triangle', [0.2, 0.2, 0], [0.2, 0.2, 1], false],
    ['ends a denormal below the triangle', [0.2, 0.2, -5e-324], [0.2, 0.2, 1], true],
    ['lies in its plane', [-1, 0.2, 0], [1, 0.2, 0], false],
    ['ends before it', [0.2, 0.2, 1], [0.2, 0.2, 2], false],
    ['passes beside it', [2, 2, -1], [2, 2, 1], false],
  ])('%s', (_name, p, q, wanted) => {
    expect(passes(p, q, ...triangle)).toBe(wanted);
    expect(passes(q, p, ...triangle)).toBe(wanted);
    expect(passes(p, q, triangle[1], triangle[2], triangle[0])).toBe(wanted);
  });
});

describe('surfaces', () => {
  /** Two triangles; those of the second at this height cross the first where it is below 0. */
  const wedge = (lowest: number) => ({
    points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 0.2, lowest, 0.2, 0.3, 1, 0.2, 0.2, 1, 0.3),
    triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
    owners: Int32Array.of(0, 1),
    looksAt: () => true,
  });

  test('cross by both edges of a corner that passes, and not by one that touches', () => {
    expect(crossingPairs(wedge(-1e-30))).toHaveLength(2);
    expect(crossingPairs(wedge(0))).toHaveLength(0);
    expect(crossingPairs({ ...wedge(-1), looksAt: (a, b) => a === b })).toHaveLength(0);
  });

  test('do not cross by edges that share a vertex with the triangle', () => {
    const { points } = wedge(-1);
    const triangles = Uint32Array.of(0, 1, 2, 0, 3, 4);
    const found = crossingPairs({ points, triangles, owners: Int32Array.of(0, 0), looksAt: () => true });
    expect(found.map(({ edge }) => edge)).toEqual([[3, 4]]);
  });

  test('cross as often as every edge against every triangle says', () => {
    const random = new SeededRandom(3);
    const count = 60;
    const points = Float64Array.from({ length: 9 * count }, () => random.uniform());
    const triangles = Uint32Array.from({ length: 3 * count }, (_, k) => k);
    const owners = Int32Array.from({ length: count }, (_, t) => t % 3);
    const looksAt = (a: number, b: number) => a !== b;
    const found = crossingPairs({ points, triangles, owners, looksAt });
    let wanted = 0;
    for (let s = 0; s < count; s++)
      for (let k = 0; k < 3; k++)
        for (let t = 0; t < count; t++)
          if (owners[s] !== owners[t])
            wanted += Number(
              segmentPasses(points, 9 * s + 3 * k, 9 * s + 3 * ((k + 1) % 3), 9 * t, 9 * t + 3, 9 * t + 6),
            );
    expect(wanted).toBeGreaterThan(100);
    expect(found).toHaveLength(wanted);
  });
});
