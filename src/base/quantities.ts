import { z } from 'zod';
import { unitText } from './quantityText.ts';

/**
 * How a parameter is shown and edited. Values are SI everywhere in `src`; `unit` names that SI unit and the interface may
 * show multiples of it.
 */
export interface QuantityInfo {
  /** SI unit, e.g. `Pa`, `kg/m3`, `m`, `1/s`, or what is counted, e.g. `cells`; empty for a pure number. */
  readonly unit: string;
  readonly label: string;
  /** One sentence: what it does and what changing it does. */
  readonly help: string;
  /** The symbol in the paper, e.g. `mu`. */
  readonly symbol?: string;
  readonly min?: number;
  readonly max?: number;
  readonly default: number;
  /** May carry a keyframe curve. */
  readonly keyable?: boolean;
  /** Slider range where it differs from the legal range. */
  readonly softMin?: number;
  readonly softMax?: number;
}

/**
 * Largest magnitude of a quantity that names no range of its own, by unit. It is far beyond any shot, yet sums and squares of it do not overflow. Positions are
 * limited to where adjacent 32-bit numbers, as frames store them, are a millimetre apart.
 */
const LARGEST: Readonly<Record<string, number>> = {
  m: 1e4,
  'm/s': 1e4,
  'm/s2': 1e5,
  rad: 1e5,
  'rad/s': 1e5,
};
const LARGEST_ELSE = 1e12;
/** Reason for the limit of positions, in error messages. */
const POSITION_LIMIT_REASON = 'frames hold 32-bit numbers, whose steps there are a millimetre';

/** A finite number within the range that `info` names, or else that of its unit. */
export function boundedNumber({ unit, min, max }: Pick<QuantityInfo, 'unit' | 'min' | 'max'>): z.ZodNumber {
  const largest = LARGEST[unit] ?? LARGEST_ELSE;
  const why = unit === 'm' ? `: ${POSITION_LIMIT_REASON}` : '';
  const own = (bound: string) => `a number must be ${bound}${unit === '' ? '' : ` ${unitText(unit)}`}${why}`;
  const above = min === undefined ? z.number().min(-largest, own(`at least -${largest}`)) : z.number().min(min);
  return max === undefined ? above.max(Math.max(largest, min ?? 0), own(`at most ${largest}`)) : above.max(max);
}

/** A finite number in SI units with a range, a default and help, readable back with `quantityInfo`. */
export function quantity(info: QuantityInfo) {
  return boundedNumber(info).default(info.default).meta({ quantity: info });
}

/** A `quantity` of whole numbers: counts and numbers of frames. */
export function wholeNumber(info: QuantityInfo) {
  return boundedNumber(info).int('a whole number is expected').default(info.default).meta({ quantity: info });
}

/** Reads back what `quantity` and `wholeNumber` stored on a schema; undefined for a schema that is not a quantity. */
export function quantityInfo(schema: z.ZodType): QuantityInfo | undefined {
  const meta = schema.meta() as { quantity?: QuantityInfo } | undefined;
  return meta?.quantity;
}
