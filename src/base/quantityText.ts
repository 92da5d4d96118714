/** Prefixed multiples of SI units, the smallest first; units that are not listed are printed without a prefix. */
const PREFIXED: Readonly<Record<string, readonly (readonly [symbol: string, factor: number])[]>> = {
  Pa: [
    ['Pa', 1],
    ['kPa', 1e3],
    ['MPa', 1e6],
    ['GPa', 1e9],
  ],
  s: [
    ['ns', 1e-9],
    ['µs', 1e-6],
    ['ms', 1e-3],
    ['s', 1],
  ],
  m: [
    ['µm', 1e-6],
    ['mm', 1e-3],
    ['m', 1],
    ['km', 1e3],
  ],
};

/** Formats a unit of the schema for display: `m/s²` for `m/s2`. */
export function unitText(unit: string): string {
  return unit.replaceAll('2', '²').replaceAll('3', '³');
}

/** Formats a value in an SI unit with the most readable prefix: `200 GPa`, `1.25 ms`, `0.94 m/s`. */
export function quantityText(value: number, unit: string, digits = 3): string {
  const multiples = PREFIXED[unit] ?? [[unitText(unit), 1]];
  const size = Math.abs(value) * (1 + 1e-12);
  const fitting =
    value === 0 ? multiples.filter(([, factor]) => factor === 1) : multiples.filter(([, factor]) => size >= factor);
  const [symbol, factor] = fitting.at(-1) ?? multiples[0];
  const number = String(Number((value / factor).toPrecision(digits)));
  return symbol === '' ? number : `${number} ${symbol}`;
}
