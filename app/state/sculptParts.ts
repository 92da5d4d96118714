import type { SculptPart } from './viewStore.ts';

/** Goal shapes that can be taken hold of in one place. */
const SHAPED = new Set(['stretch', 'bend', 'twist']);

/** Returns the handles that a step of a goal has in the viewport; none for shapes without handles. */
export function sculptParts(type: string): readonly SculptPart[] {
  if (type === 'drag') return ['amount', 'centre', 'reach'];
  return SHAPED.has(type) ? ['amount'] : [];
}
