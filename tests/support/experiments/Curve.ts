const texts = import.meta.glob<string>('./curves/*.csv', { query: '?raw', import: 'default', eager: true });

/** A quantity over time: points with ascending times, linear between them. */
export interface Curve {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

/** A measured curve of `curves/`, whose first line says what it is and where it comes from; points are put in the order of their times. */
export function measured(name: string): Curve {
  const text = texts[`./curves/${name}.csv`];
  const rows = text
    .split('\n')
    .filter((line) => /^-?[\d.]/.test(line))
    .map((line) => line.split(',').map(Number))
    .sort(([a], [b]) => a - b);
  return { times: rows.map(([time]) => time), values: rows.map(([, value]) => value) };
}

/** The curve in other units: times and values multiplied. */
export function scaled({ times, values }: Curve, time: number, value: number): Curve {
  return { times: times.map((t) => t * time), values: values.map((v) => v * value) };
}

/** First time from which on the value is at least `level`, between two points; undefined where it never is. */
export function arrival({ times, values }: Curve, level: number): number | undefined {
  const n = values.findIndex((value) => value >= level);
  if (n < 0) return undefined;
  if (n === 0) return times[0];
  const share = (level - values[n - 1]) / (values[n] - values[n - 1]);
  return times[n - 1] + share * (times[n] - times[n - 1]);
}

/** Value at a time; the nearest end outside. */
export function valueAt({ times, values }: Curve, time: number): number {
  const n = times.findIndex((t) => t >= time);
  if (n === 0) return values[0];
  if (n < 0) return values[values.length - 1];
  const share = (time - times[n - 1]) / Math.max(times[n] - times[n - 1], Number.MIN_VALUE);
  return values[n - 1] + share * (values[n] - values[n - 1]);
}

/** Integral over the times from `from` to `to`, by trapezoids. */
export function integral(curve: Curve, from: number, to: number): number {
  const inside = curve.times.filter((t) => t > from && t < to);
  const times = [from, ...inside, to];
  const values = times.map((t) => valueAt(curve, t));
  return times.slice(1).reduce((sum, t, n) => sum + ((values[n] + values[n + 1]) / 2) * (t - times[n]), 0);
}

/** Largest value, its time. */
export function peak({ times, values }: Curve): { readonly time: number; readonly value: number } {
  const value = Math.max(...values);
  return { time: times[values.indexOf(value)], value };
}
