import { estimateSeconds } from '../../state/costStore.ts';

/**
 * How the time of a frame grows with the number of elements: each solve costs n per iteration, conjugate gradients need about as many
 * iterations as there are elements along the body, n^(1/3) (Shewchuk 1994, section 10).
 */
const EXPONENT = 4 / 3;

/** What a quadratic element takes of a frame, over a linear one: 8 to 13 times as much (`npm run bench -- elements`). */
const QUADRATIC = 10;

/** A number of elements as so many linear ones take their time. */
export function asLinear(elements: number, quadratic: boolean): number {
  return quadratic ? QUADRATIC * elements : elements;
}

/** Seconds that a frame may take with `wanted` elements in the shot, from frames measured with `present` ones (`asLinear`); undefined before any was. */
export function frameCost(
  samples: readonly number[] | undefined,
  present: number,
  wanted: number,
): { readonly low: number; readonly high: number } | undefined {
  const measured = estimateSeconds(samples, 1);
  if (measured === undefined || present <= 0) return undefined;
  const factor = (wanted / present) ** EXPONENT;
  return { low: measured.low * factor, high: measured.high * factor };
}

/** `12–18 ms`, `1.4–1.9 s`, `2–3 min`. */
export function formatCost({ low, high }: { readonly low: number; readonly high: number }): string {
  const [factor, symbol] = high < 0.95 ? [1000, 'ms'] : high < 120 ? [1, 's'] : [1 / 60, 'min'];
  const [from, to] = [low, high].map((value) => Number((value * Number(factor)).toPrecision(2)));
  return from === to ? `${to}\u00a0${symbol}` : `${from}–${to}\u00a0${symbol}`;
}
