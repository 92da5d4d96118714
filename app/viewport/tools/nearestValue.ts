/** Values that are tried on the way, and halvings around the best of them. */
const TRIED = 96;
const HALVINGS = 24;

interface Dragged {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Largest change of the value. */
  readonly reach: number;
}

/** The value near the present one at which a curve is nearest to a pointer: `distance` gives how far it is there, pixels. Of two as near, the one that changes less. */
export function nearestValue({ value, min, max, reach }: Dragged, distance: (value: number) => number): number {
  const low = Math.max(min, value - reach);
  const high = Math.min(max, value + reach);
  if (!(high > low)) return value;
  const step = (high - low) / TRIED;
  let best = value;
  let least = distance(value);
  for (let k = 0; k <= TRIED; k++) {
    const tried = low + k * step;
    const found = distance(tried);
    const nearer = found < least || (found === least && Math.abs(tried - value) < Math.abs(best - value));
    if (nearer) [best, least] = [tried, found];
  }
  for (let width = step, k = 0; k < HALVINGS; k++) {
    width /= 2;
    for (const tried of [best - width, best + width]) {
      if (tried < low || tried > high) continue;
      const found = distance(tried);
      if (found < least) [best, least] = [tried, found];
    }
  }
  return best;
}

/** A value on the multiples of a step, within its limits. */
export function onSteps(value: number, step: number, { min, max }: Pick<Dragged, 'min' | 'max'>): number {
  // The digits of the quotient would be those of rounding.
  const rounded = Number((Math.round(value / step) * step).toFixed(9));
  return Math.min(max, Math.max(min, rounded));
}
