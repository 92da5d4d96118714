import { expect, test } from 'vitest';
import { alternation } from '../../bench/against/alternation.ts';
import { printedRows } from '../../bench/against/benchLine.ts';
import { compareRows, comparedText, medianRatio } from '../../bench/against/ratioTable.ts';

test('two programs run by turns, suite by suite', () => {
  const turns = alternation(['kernels', 'cloth'], 3);
  expect(turns.map(({ suite, round, side }) => `${suite[0]}${round}${side[0]}`).join(' ')).toBe(
    'k0t k0n k1t k1n k2t k2n c0t c0n c1t c1n c2t c2n',
  );
});

const machine = JSON.stringify({ machine: { cores: 2 } });
const growth = JSON.stringify({ suite: 'cloth', series: 'drape', exponent: 1.1, rows: [] });
const line = (name: string, clock: number, processor: number, unit = 's') =>
  JSON.stringify({ suite: 'cloth', name, unit, measured: { by: 'clock', clock, processor }, note: '' });

test('rows are read from what programs print, of the older form with one number too; nothing else is a row', () => {
  const older = JSON.stringify({
    suite: 'cloth',
    name: 'drape',
    fast: 3,
    ratio: 9,
    reference: 27,
    unit: 's',
    note: '',
  });
  const bytes = JSON.stringify({ suite: 'packing', name: 'frame', unit: 'MB', measured: { by: 'figure', figure: 5 } });
  expect(printedRows([machine, line('drape', 2, 4), older, bytes, growth, 'a word', ''].join('\n'))).toEqual([
    { name: 'drape', unit: 's', by: 'clock', figures: { clock: 2, processor: 4 } },
    { name: 'drape', unit: 's', figures: { figure: 3 } },
    { name: 'frame', unit: 'MB', by: 'figure', figures: { figure: 5 } },
  ]);
});

test('the least of the rounds of both is compared; rows of one program alone and of other units have no ratio', () => {
  const older = JSON.stringify({ suite: 'cloth', name: 'old form', fast: 3, unit: 's', note: '' });
  const then = printedRows(
    [line('drape', 5, 9), line('drape', 4, 8), line('gone', 1, 1), line('unit', 1, 1, 'ms'), older].join('\n'),
  );
  const now = printedRows(
    [line('drape', 2, 20), line('drape', 3, 30), line('new', 1, 1), line('unit', 1, 1), line('old form', 2, 2)].join(
      '\n',
    ),
  );
  const rows = compareRows(then, now);
  expect(rows).toEqual([
    { name: 'drape', unit: 's', by: 'clock', then: 4, now: 2, ratio: 2 },
    { name: 'new', unit: 's', by: 'clock', then: undefined, now: 1, ratio: undefined },
    { name: 'unit', unit: 's', by: 'clock', then: 1, now: 1, ratio: undefined },
    { name: 'old form', unit: 's', by: 'clock', then: 3, now: 2, ratio: 1.5 },
    { name: 'gone', unit: 's', by: 'clock', then: 1, now: undefined, ratio: undefined },
  ]);
  const text = comparedText('cloth', '0123456789abcdef', rows).split('\n');
  expect(text[0]).toMatch(/^cloth +0123456789 +now$/);
  expect(text[1]).toMatch(/^drape +4\.000 +2\.000 s +2\.00 x {2}clock$/);
  expect(text[2]).toMatch(/^new +- +1\.000 s +clock$/);
});

test('from five rounds on the ratios of pairs are judged, whose interval is narrow where both change alike', () => {
  const speeds = [1, 1.5, 0.9, 2, 1.2, 1.1, 1.7];
  const rounds = (factor: (k: number) => number) =>
    printedRows(speeds.map((speed, k) => line('drape', speed * factor(k), 1)).join('\n'));
  const [row] = compareRows(
    rounds(() => 1.1),
    rounds((k) => (k === 3 ? 5 : 1)),
  );
  expect(row.ratio).toBeCloseTo(1.1, 12);
  expect(row.spread).toBeLessThan(1e-12);
  const apart = compareRows(
    rounds((k) => 1 + 0.1 * k),
    rounds(() => 1),
  )[0];
  expect(apart.ratio).toBeCloseTo(1.3, 12);
  // Quartiles of 1, 1.1, ..., 1.6 are .3 apart.
  expect(apart.spread).toBeCloseTo((1.57 * 0.3) / Math.sqrt(7), 12);
  expect(comparedText('cloth', '0123456789abcdef', [apart])).toMatch(/1\.300 x \+-0\.178 {2}clock$/);
});

test('what the editor prints is compared part by part', () => {
  const figure = (value: number) =>
    JSON.stringify({ suite: 'editor', part: 'play', name: 'frame, p50', value, unit: 'ms', note: 'of 9' });
  expect(compareRows(printedRows(figure(3)), printedRows(figure(2)))).toEqual([
    { name: 'play: frame, p50', unit: 'ms', by: 'figure', then: 3, now: 2, ratio: 1.5 },
  ]);
});

test('frames of two programs are compared by the median of their pairs, which single frames do not move', () => {
  const before = [2, 4, 6, 8, 10];
  const after = [1, 2, 3, 4, 500];
  expect(medianRatio(before, after)).toEqual({ ratio: 2, spread: 0 });
});
