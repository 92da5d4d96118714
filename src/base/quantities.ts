import { z } from 'zod';

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

/** A finite number in SI units with a range, a default and help, readable back with `quantityInfo`. */
export function quantity(info: QuantityInfo) {
  let schema = z.number();
  if (info.min !== undefined) schema = schema.min(info.min);
  if (info.max !== undefined) schema = schema.max(info.max);
  return schema.default(info.default).meta({ quantity: info });
}

/** A `quantity` of whole numbers: counts and numbers of frames. */
export function wholeNumber(info: QuantityInfo) {
  let schema = z.number().int('a whole number is wanted');
  if (info.min !== undefined) schema = schema.min(info.min);
  if (info.max !== undefined) schema = schema.max(info.max);
  return schema.default(info.default).meta({ quantity: info });
}

/** Reads back what `quantity` and `wholeNumber` stored on a schema; undefined for a schema that is not a quantity. */
export function quantityInfo(schema: z.ZodType): QuantityInfo | undefined {
  const meta = schema.meta() as { quantity?: QuantityInfo } | undefined;
  return meta?.quantity;
}
