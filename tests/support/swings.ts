/** A turning point of a signal: when, s, and how far from where it comes to rest. */
export interface Swing {
  readonly time: number;
  readonly amplitude: number;
}

/** Returns the turning points of samples of an interval, s, the first of which is at 0, about `rest`, by parabolas through three samples. */
export function swings(values: readonly number[], interval: number, rest: number): Swing[] {
  const found: Swing[] = [];
  for (let k = 1; k + 1 < values.length; k++) {
    const [a, b, c] = [values[k - 1], values[k], values[k + 1]];
    if ((b - a) * (c - b) > 0) continue;
    const off = (a - c) / (2 * (a - 2 * b + c));
    found.push({ time: (k + off) * interval, amplitude: Math.abs(b - ((a - c) * off) / 4 - rest) });
  }
  return found;
}

/** Returns the frequency of `count` half periods from the first turning point on, 1/s. */
export function frequencyOf(found: readonly Swing[], count: number): number {
  return count / (2 * (found[count].time - found[0].time));
}

/** Returns the share of the amplitude that a period leaves, over `count` half periods. */
export function keptPerPeriod(found: readonly Swing[], count: number): number {
  return (found[count].amplitude / found[0].amplitude) ** (2 / count);
}
