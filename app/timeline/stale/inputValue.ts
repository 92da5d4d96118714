import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';

/** Longest text of a value that is no number. */
const LONGEST = 28;

/** What an input was or is, in few words: numbers with their unit, curves by their value at the frame, files by their hash. */
export function inputValue(value: unknown, unit: string): string {
  if (value === undefined) return 'none';
  if (typeof value === 'number') return formatQuantity(value, bestUnit(unit, value), 5);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string') return /^[0-9a-f]{64}$/.test(value) ? value.slice(0, 8) : short(value);
  const end = curveEnd(value);
  if (end !== undefined) return formatQuantity(end, bestUnit(unit, end), 5);
  return short(JSON.stringify(value));
}

/** The value at the end of an interval of a curve. */
function curveEnd(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('end' in value)) return undefined;
  return typeof value.end === 'number' ? value.end : undefined;
}

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
