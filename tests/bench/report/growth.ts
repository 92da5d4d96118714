/** The size of a problem, such as its elements, and what it took. */
export interface SizedTime {
  readonly count: number;
  readonly time: number;
}

/**
 * The exponent e of time ~ count^e that fits a series best: the slope of the least squares line through the logarithms. Undefined for fewer than two sizes and
 * where a time or a size is not positive.
 */
export function growthExponent(series: readonly SizedTime[]): number | undefined {
  if (series.some(({ count, time }) => !(count > 0 && time > 0))) return undefined;
  const x = series.map(({ count }) => Math.log(count));
  const y = series.map(({ time }) => Math.log(time));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  let spread = 0;
  let product = 0;
  for (let k = 0; k < x.length; k++) {
    spread += (x[k] - meanX) ** 2;
    product += (x[k] - meanX) * (y[k] - meanY);
  }
  return spread > 0 ? product / spread : undefined;
}

/** Rows of growing size, series by series, as they come. */
export class GrowthSeries {
  private readonly series = new Map<string, SizedTime[]>();

  /** Adds a row and gives the exponent of the growth from the row before it in its series; undefined for the first. */
  add(series: string, row: SizedTime): number | undefined {
    const rows = this.series.get(series) ?? [];
    this.series.set(series, rows);
    rows.push(row);
    return growthExponent(rows.slice(-2));
  }

  /** The exponent over each whole series of three sizes and more; between two the row itself has it. */
  summaries(): { series: string; exponent: number; rows: readonly SizedTime[] }[] {
    return [...this.series].flatMap(([series, rows]) => {
      const exponent = rows.length > 2 ? growthExponent(rows) : undefined;
      return exponent === undefined ? [] : [{ series, exponent, rows }];
    });
  }
}
