import type { SimulationFailure } from '../../src/base/failure.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../units/formatNumber.ts';

/** One sentence: what happened, with names. */
export function describeFailure({ cause, element, frame }: SimulationFailure, name: string | undefined): string {
  const who = name ?? 'the shot';
  const where = element === undefined ? who : `element ${element} of ${who}`;
  switch (cause) {
    case 'too-many-substeps':
      return `Frame ${frame} would need more substeps than it may have: ${where} asks for steps that are too short.`;
    case 'not-finite':
      return `The numbers of ${where} left all bounds while frame ${frame} was made.`;
    case 'inverted':
      return `${where} turned inside out further than its material can answer, on the way to frame ${frame}.`;
    case 'not-converged':
      return `${who} found no equilibrium for frame ${frame}: with what holds and pulls it then, it does not come to rest.`;
    case 'begins-inside':
      return `${who} begins wholly inside a collider: led out to all sides, nothing of it would be left.`;
  }
}

export interface FailureRow {
  readonly label: string;
  readonly value: string;
  readonly limit: string;
}

/** What was measured against what is allowed. */
export function failureRows({ time, measured, limit, unit }: SimulationFailure): FailureRow[] {
  const shown = (value: number) => (unit === '' ? formatNumber(value) : formatQuantity(value, bestUnit(unit, value)));
  const rows: FailureRow[] = [
    { label: 'Time', value: formatQuantity(time, { symbol: 's', factor: 1 }), limit: 'into the shot' },
  ];
  if (measured !== undefined) {
    rows.push({ label: 'Measured', value: shown(measured), limit: limit === undefined ? '' : `limit ${shown(limit)}` });
  }
  return rows;
}
