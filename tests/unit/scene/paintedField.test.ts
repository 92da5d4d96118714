import { describe, expect, test } from 'vitest';
import { SeededRandom } from '../../support/random.ts';
import { paintedField, type PaintedField, type PaintStroke } from '../../../src/scene/paintedField.ts';
import { paintedValues } from '../../../src/scene/painting/PaintedPoints.ts';

const parse = (field: unknown) => paintedField(0, 'paint').parse(field);
const at = (field: unknown, ...points: number[]) => [
  ...paintedValues(parse(field), Float64Array.from(points), new Float64Array(points.length / 3)),
];
const dot = { radius: 1, hardness: 0.5, points: [0, 0, 0] };

/** The definition, point by point and dab by dab. */
function bruteForce(field: PaintedField, points: Float64Array): number[] {
  return Array.from({ length: points.length / 3 }, (_, i) => {
    let value = field.base;
    for (const stroke of field.strokes) {
      let most = 0;
      for (let k = 0; k < stroke.points.length; k += 3) {
        const distance = Math.hypot(...[0, 1, 2].map((axis) => points[3 * i + axis] - stroke.points[k + axis]));
        most = Math.max(most, falloff(distance / stroke.radius, stroke.hardness));
      }
      value += (stroke.value - value) * stroke.opacity * most;
    }
    return value;
  });
}

function falloff(t: number, hardness: number): number {
  if (t <= hardness) return 1;
  if (t >= 1) return 0;
  const u = (1 - t) / (1 - hardness);
  return u * u * (3 - 2 * u);
}

describe('paintedField', () => {
  test('fills in defaults', () => {
    expect(paintedField(1, 'paint').parse({})).toEqual({ base: 1, strokes: [] });
    expect(parse({ strokes: [{ radius: 2, points: [1, 2, 3] }] }).strokes[0]).toEqual({
      value: 1,
      radius: 2,
      hardness: 0.5,
      opacity: 1,
      points: [1, 2, 3],
    });
  });

  test.each([
    ['a radius of 0', { ...dot, radius: 0 }, /radius above 0/],
    ['no point', { ...dot, points: [] }, /small/],
    ['half a point', { ...dot, points: [1, 2, 3, 4] }, /three coordinates/],
    ['a coordinate that is no number', { ...dot, points: [NaN, 0, 0] }, /NaN/],
    ['an endless coordinate', { ...dot, points: [Infinity, 0, 0] }, /number/],
    ['a value above 1', { ...dot, value: 1.5 }, /big/],
    ['a hardness below 0', { ...dot, hardness: -1 }, /small/],
    ['too many points', { ...dot, points: new Array(30_003).fill(0) }, /big/],
    ['an unknown member', { ...dot, mode: 'add' }, /mode/],
  ])('refuses %s', (_, stroke, message) => {
    expect(() => parse({ strokes: [stroke] })).toThrow(message);
  });

  test('refuses more strokes, or more points together, than it evaluates in bounded time', () => {
    expect(() => parse({ strokes: new Array(10_001).fill(dot) })).toThrow(/big/);
    const long = { ...dot, points: new Array(30_000).fill(0) };
    expect(parse({ strokes: new Array(20).fill(long) }).strokes).toHaveLength(20);
    expect(() => parse({ strokes: new Array(21).fill(long) })).toThrow(/200000 points/);
  });
});

describe('paintedValues', () => {
  test('are the base where nothing is painted', () => {
    expect(at({ base: 0.3 }, 0, 0, 0, 1, 1, 1)).toEqual([0.3, 0.3]);
    expect(at({ base: 0.3, strokes: [dot] }, 1, 0, 0, 5, 5, 5)).toEqual([0.3, 0.3]);
  });

  test('are full up to the hardness and fall off smoothly to the radius', () => {
    const field = { strokes: [{ ...dot, value: 0.8 }] };
    expect(at(field, 0.5, 0, 0)).toEqual([0.8]);
    expect(at(field, 0, 0.75, 0)[0]).toBeCloseTo(0.4, 12);
    expect(at({ strokes: [{ ...dot, hardness: 1 }] }, 0, 0, 0.999, 0, 0, 1.001)).toEqual([1, 0]);
  });

  test('do not build up within a stroke, but do from stroke to stroke', () => {
    const half = { ...dot, opacity: 0.5 };
    expect(at({ strokes: [{ ...half, points: [0, 0, 0, 0.1, 0, 0, 0, 0, 0] }] }, 0, 0, 0)).toEqual([0.5]);
    expect(at({ strokes: [half, half] }, 0, 0, 0)).toEqual([0.75]);
  });

  test('of ten thousand strokes over one another are those that nothing hides', () => {
    const strokes = Array.from({ length: 10_000 }, (_, k) => ({ ...dot, value: (k % 11) / 10, opacity: 0.7 }));
    const points = new Float64Array(3 * 20_000).fill(0.1);
    const values = paintedValues(parse({ strokes }), points, new Float64Array(20_000));
    const expected = strokes.reduce((value, stroke) => value + (stroke.value - value) * 0.7, 0);
    expect(Math.min(...values)).toBeCloseTo(expected, 11);
    expect(Math.max(...values)).toBeCloseTo(expected, 11);
  });

  test('stay within 0 and 1', () => {
    const random = new SeededRandom('bounds');
    const strokes = Array.from({ length: 40 }, () => ({ ...dot, value: 1, opacity: random.uniform() }));
    const points = Float64Array.from({ length: 3000 }, () => 2 * random.uniform() - 1);
    const values = paintedValues(parse({ base: 1, strokes }), points, new Float64Array(1000));
    for (const value of values) {
      expect(value).toBeLessThanOrEqual(1);
      expect(value).toBeCloseTo(1, 12);
    }
  });

  test('paint later strokes over earlier ones', () => {
    const erase = { ...dot, value: 0 };
    expect(at({ strokes: [dot, erase] }, 0, 0, 0)).toEqual([0]);
    expect(at({ strokes: [erase, dot] }, 0, 0, 0)).toEqual([1]);
  });

  test.each([1, 2, 3, 4, 5, 6])('are those of the definition (seed %i)', (seed) => {
    const random = new SeededRandom(seed);
    const between = (low: number, high: number) => low + (high - low) * random.uniform();
    const near = (count: number) => Array.from({ length: 3 * count }, () => between(-1, 1));
    const strokes: PaintStroke[] = Array.from({ length: 12 }, () => ({
      value: random.uniform(),
      radius: 10 ** between(-2, 0.5),
      hardness: random.uniform() < 0.2 ? 1 : random.uniform(),
      opacity: random.uniform(),
      points: near(1 + Math.floor(between(0, 90))),
    }));
    const field = { base: random.uniform(), strokes };
    const points = Float64Array.from(near(700));
    const values = paintedValues(field, points, new Float64Array(700));
    bruteForce(field, points).forEach((value, i) => expect(values[i]).toBeCloseTo(value, 12));
  });

  test('do not depend on which other points are asked for', () => {
    const random = new SeededRandom('subset');
    const points = Float64Array.from({ length: 3000 }, () => random.uniform());
    const field = parse({
      strokes: [0.1, 0.3].map((radius) => ({
        radius,
        opacity: 0.7,
        points: Array.from({ length: 300 }, () => random.uniform()),
      })),
    });
    const all = paintedValues(field, points, new Float64Array(1000));
    const some = paintedValues(field, points.slice(900, 1200), new Float64Array(100));
    expect([...some]).toEqual([...all.slice(300, 400)]);
  });

  test('are numbers wherever they are asked for', () => {
    const field = { base: 0.2, strokes: [{ ...dot, radius: 1e6, points: [1e9, -1e9, 1e9] }, dot] };
    expect(at(field, NaN, 0, 0, Infinity, 0, 0, -Infinity, NaN, Infinity, 1e308, 0, 0)).toEqual([0.2, 0.2, 0.2, 0.2]);
    expect(paintedValues(parse(field), new Float64Array(0), new Float64Array(0))).toHaveLength(0);
  });
});
