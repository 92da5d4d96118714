import { judged, ratioOf, type BenchRow } from '../BenchRow.ts';

const NAME_WIDTH = 46;

function number(value: number | undefined, width: number): string {
  return (value === undefined ? '' : value.toPrecision(4)).padStart(width);
}

/** The head of the table that `rowText` fills. */
export function tableHead(): string {
  const columns = [
    'clock'.padStart(10),
    'processor'.padStart(10),
    ' '.padEnd(9),
    'reference'.padStart(10),
    'ratio'.padStart(9),
    'growth'.padStart(8),
  ];
  return ''.padEnd(NAME_WIDTH) + columns.join('');
}

/**
 * A row as a line of the table: both times, or the figure; the reference that was measured in the same run and the ratio to it; the exponent of the growth from
 * the row before; then notes, what a publication prints among them. `readBandwidth` is that of the machine, bytes per second.
 */
export function rowText(row: BenchRow, exponent: number | undefined, readBandwidth: number): string {
  const { name, unit, measured, reference } = row;
  const ratio = ratioOf(row);
  const [clock, processor] =
    measured.by === 'figure' ? [measured.figure, undefined] : [measured.clock, measured.processor];
  const columns = [
    number(clock, 10),
    number(processor, 10),
    ` ${unit.padEnd(8)}`,
    number(reference && judged(reference.measured), 10),
    (ratio === undefined ? '' : `${ratio.toFixed(2)} x`).padStart(9),
    (exponent === undefined ? '' : `n^${exponent.toFixed(2)}`).padStart(8),
  ];
  return `${name.padEnd(NAME_WIDTH)}${columns.join('')}  ${noteOf(row, readBandwidth)}`.trimEnd();
}

function bandwidthText(bandwidth: number, readBandwidth: number): string {
  const share = (100 * bandwidth) / readBandwidth;
  return `${(bandwidth / 1e9).toFixed(1)} GB/s, ${share.toFixed(0)} % of reading memory${share > 100 ? ': caches hold it' : ''}`;
}

function noteOf({ unit, measured, reference, printed, bandwidth, note }: BenchRow, readBandwidth: number): string {
  const by = measured.by === 'figure' ? '' : ` (by the ${measured.by})`;
  return [
    reference === undefined ? '' : `reference: ${reference.what}${by}`,
    note,
    bandwidth === undefined ? '' : bandwidthText(bandwidth, readBandwidth),
    printed === undefined ? '' : `printed in ${printed.where}: ${printed.figure} ${unit}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}
