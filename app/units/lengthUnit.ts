import { useSyncExternalStore } from 'react';

/** The units that lengths can be shown in; `auto` takes the one that fits the number. */
export const lengthUnits = ['auto', 'mm', 'cm', 'm'] as const;
export type LengthUnit = (typeof lengthUnits)[number];

let present: LengthUnit = 'auto';
const listeners = new Set<() => void>();

/** The unit that lengths are shown in. */
export function lengthUnit(): LengthUnit {
  return present;
}

/** Shows lengths in another unit from now on. */
export function setLengthUnit(unit: LengthUnit): void {
  if (unit === present) return;
  present = unit;
  for (const listener of listeners) listener();
}

/** The unit, for components that show lengths: they are drawn again when it changes. */
export function useLengthUnit(): LengthUnit {
  return useSyncExternalStore(subscribe, lengthUnit);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
