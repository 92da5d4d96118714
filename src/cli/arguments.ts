import { CoreError } from '../base/errors.ts';
import type { CommandArguments } from './Command.ts';

/** A usage error that points at the help text. */
export function usageError(message: string): CoreError {
  return new CoreError('usage', message, { remedy: 'See `ductile help`.' });
}

/** The positional argument at `index`, which must be there. `what` names it in the error. */
export function requiredPositional(args: CommandArguments, index: number, what: string): string {
  const value = args.positionals[index];
  if (value === undefined) throw usageError(`${what} is missing`);
  return value;
}

/** The value of `--name`, or undefined. */
export function stringOption(args: CommandArguments, name: string): string | undefined {
  const value = args.values[name];
  return typeof value === 'string' ? value : undefined;
}

export function requiredOption(args: CommandArguments, name: string): string {
  const value = stringOption(args, name);
  if (value === undefined) throw usageError(`--${name} is missing`);
  return value;
}

/** A finite number within [min, max], or undefined when the option is not given. */
export function numberOption(args: CommandArguments, name: string, min: number, max: number): number | undefined {
  const text = stringOption(args, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max)
    throw usageError(`--${name} must be a number from ${min} to ${max}, not '${text}'`);
  return value;
}

/** `10-20` or `12` as first and last frame. */
export function frameRange(text: string): { first: number; last: number } {
  const match = /^(-?\d+)(?:-(-?\d+))?$/.exec(text.trim());
  if (match === null) throw usageError(`a frame range looks like 10-20, not '${text}'`);
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : Number(match[2]);
  if (last < first) throw usageError(`the frame range ${text} is empty: its last frame comes before its first`);
  return { first, last };
}

/** `2%` of the bounding-box diagonal, or metres. */
export function edgeLength(text: string, diagonal: number): number {
  const match = /^(\d*\.?\d+(?:e-?\d+)?)(%?)$/i.exec(text.trim());
  const value = match === null ? Number.NaN : Number(match[1]);
  if (match === null || !(value > 0))
    throw usageError(`--edge must be 2% (of the diagonal) or a length in metres, not '${text}'`);
  return match[2] === '%' ? (value / 100) * diagonal : value;
}

/** `24000/1001` or `25` as frames per second. */
export function framesPerSecond(text: string): number {
  const known: Record<string, number> = { '23.976': 24000 / 1001, '29.97': 30000 / 1001, '59.94': 60000 / 1001 };
  const [numerator, denominator = '1'] = text.split('/');
  const value = known[text] ?? Number(numerator) / Number(denominator);
  if (!Number.isFinite(value) || value <= 0 || value > 1000)
    throw usageError(`--fps must be frames per second, not '${text}'`);
  return value;
}
