/** One line of the benchmark table. */
export interface BenchRow {
  readonly name: string;
  /** Time of the plain reference, in `unit`; undefined where there is none. */
  readonly reference?: number;
  /** Time of the fast path, in `unit`. */
  readonly fast: number;
  /** reference / fast, undefined without a reference. */
  readonly ratio?: number;
  readonly unit: string;
  readonly note: string;
}
