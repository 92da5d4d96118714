import type { SimulationFailure } from '../../src/base/failure.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../units/formatNumber.ts';

/** One sentence: what happened, with names. */
export function describeFailure({ cause, element, frame }: SimulationFailure, name: string | undefined): string {
  const who = name ?? 'the shot';
  const where = element === undefined ? who : `element ${element} of ${who}`;
  switch (cause) {
    case 'too-many-substeps':
      return `Frame ${frame} needs more than the maximum substeps: ${where} requires time steps that are too short.`;
    case 'not-finite':
      return `The simulation of ${where} became unstable in frame ${frame}.`;
    case 'inverted':
      return `${where} inverted further than its material can recover from, in frame ${frame}.`;
    case 'not-converged':
      return `${who} has no equilibrium in frame ${frame}: with its pins and loads at that frame it does not come to rest.`;
    case 'begins-inside':
      return `${who} starts completely inside a collider and cannot be pushed out in one piece.`;
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
