import type { Times } from './timing.ts';

/** What a row measures: a time, judged by the processor time of all threads or by the clock, or another figure such as bytes; in the unit of the row. */
export type Measured =
  | (Times & { readonly by: 'processor' | 'clock' })
  | { readonly by: 'figure'; readonly figure: number };

/** One line of the benchmark table. */
export interface BenchRow {
  readonly name: string;
  readonly unit: string;
  readonly measured: Measured;
  /** Measurement of the same work done in another way, in the same run on the same machine: a ratio is formed with nothing else. */
  readonly reference?: { readonly what: string; readonly measured: Measured };
  /** A figure of a publication, from the machine of its authors: shown beside, never divided by. */
  readonly printed?: { readonly where: string; readonly figure: number };
  /** The size of the problem in a series of rows, from which the exponent of the growth of its time follows. */
  readonly size?: { readonly series: string; readonly count: number };
  /** Bytes per second that the work has read and written, for its share of the machine's bandwidth. */
  readonly bandwidth?: number;
  readonly note: string;
}

/** The number that a row is judged by, in its unit. */
export function judged(measured: Measured): number {
  if (measured.by === 'figure') return measured.figure;
  return measured.by === 'clock' ? measured.clock : measured.processor;
}

/** How many times the reference takes what the row does; undefined without a reference. Throws where the two are judged by different things. */
export function ratioOf({ name, measured, reference }: BenchRow): number | undefined {
  if (reference === undefined) return undefined;
  if (reference.measured.by !== measured.by)
    throw new Error(`'${name}' and its reference are judged by different things`);
  return judged(reference.measured) / judged(measured);
}
