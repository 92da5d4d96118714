import { expect, test } from 'vitest';
import { type BenchRow, ratioOf } from '../../bench/BenchRow.ts';
import { growthExponent, GrowthSeries } from '../../bench/report/growth.ts';
import { rowText } from '../../bench/report/tableText.ts';

const clock = (seconds: number) => ({ by: 'clock', clock: seconds, processor: 10 * seconds }) as const;
const processor = (seconds: number) => ({ by: 'processor', clock: 10 * seconds, processor: seconds }) as const;

function row(changes: Partial<BenchRow>): BenchRow {
  return { name: 'work', unit: 's', measured: clock(2), note: '', ...changes };
}

test('a ratio is formed with what was measured beside and judged alike, and with nothing else', () => {
  expect(ratioOf(row({ reference: { what: 'slow', measured: clock(6) } }))).toBe(3);
  expect(ratioOf(row({ measured: processor(2), reference: { what: 'slow', measured: processor(5) } }))).toBe(2.5);
  const bytes = { by: 'figure', figure: 4 } as const;
  expect(ratioOf(row({ measured: bytes, reference: { what: 'raw', measured: { ...bytes, figure: 12 } } }))).toBe(3);
  expect(ratioOf(row({}))).toBeUndefined();
  expect(ratioOf(row({ printed: { where: 'a paper', figure: 18 } }))).toBeUndefined();
  expect(() => ratioOf(row({ reference: { what: 'slow', measured: processor(6) } }))).toThrow(/judged/);
});

test('a line of the table has both times, the reference and its ratio; what a paper prints is named and divides nothing', () => {
  const line = rowText(row({ reference: { what: 'one thread', measured: clock(3) }, note: 'warm' }), 1.25, 1e10);
  expect(line.split(/\s{2,}/)).toEqual([
    'work',
    '2.000',
    '20.00 s',
    '3.000',
    '1.50 x',
    'n^1.25',
    'reference: one thread (by the clock); warm',
  ]);
  const printed = rowText(row({ printed: { where: 'A 2007', figure: 18 } }), undefined, 1e10);
  expect(printed).toContain('printed in A 2007: 18 s');
  expect(printed).not.toMatch(/\d x\b/);
  expect(rowText(row({ bandwidth: 5e9 }), undefined, 1e10)).toMatch(/5\.0 GB\/s, 50 % of reading memory$/);
  expect(rowText(row({ bandwidth: 2e10 }), undefined, 1e10)).toContain('200 % of reading memory: caches hold it');
});

test('the exponent of a power law is found again, whatever its factor', () => {
  const counts = [1e3, 8e3, 5e4, 7e5];
  for (const exponent of [0, 1, 1.37, 2.9]) {
    const series = counts.map((count) => ({ count, time: 4e-7 * count ** exponent }));
    expect(growthExponent(series)).toBeCloseTo(exponent, 10);
  }
  expect(growthExponent([{ count: 10, time: 1 }])).toBeUndefined();
  expect(
    growthExponent([
      { count: 10, time: 1 },
      { count: 10, time: 2 },
    ]),
  ).toBeUndefined();
  expect(
    growthExponent([
      { count: 10, time: 0 },
      { count: 20, time: 2 },
    ]),
  ).toBeUndefined();
});

test('series of growing size are kept apart; each row tells the growth from the one before it, and long series their own', () => {
  const growth = new GrowthSeries();
  expect(growth.add('a', { count: 10, time: 1 })).toBeUndefined();
  expect(growth.add('b', { count: 5, time: 7 })).toBeUndefined();
  expect(growth.add('a', { count: 20, time: 4 })).toBeCloseTo(2, 12);
  expect(growth.add('a', { count: 40, time: 8 })).toBeCloseTo(1, 12);
  expect(growth.add('b', { count: 10, time: 7 })).toBeCloseTo(0, 12);
  const summaries = growth.summaries();
  expect(summaries.map(({ series }) => series)).toEqual(['a']);
  expect(summaries[0].exponent).toBeCloseTo(1.5, 12);
});
