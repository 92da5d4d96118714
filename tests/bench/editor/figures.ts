import { cpus, loadavg } from 'node:os';

/** A measured number with its unit. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly note: string;
}

/** The number below which a share of the values lies (nearest rank); NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? NaN;
}

/** Median, 95th percentile and longest of times in ms. */
export function times(name: string, values: readonly number[], note = ''): Figure[] {
  const of = `of ${values.length}${note === '' ? '' : `, ${note}`}`;
  return [
    { name: `${name}, p50`, value: percentile(values, 0.5), unit: 'ms', note: of },
    { name: `${name}, p95`, value: percentile(values, 0.95), unit: 'ms', note: of },
    { name: `${name}, longest`, value: percentile(values, 1), unit: 'ms', note: of },
  ];
}

export function figure(name: string, value: number, unit: string, note = ''): Figure {
  return { name, value, unit, note };
}

/** What else the machine does: processes that want to run, per core. */
export function machineLoad(): string {
  return `load ${loadavg()[0].toFixed(1)} on ${cpus().length} cores`;
}

export async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
