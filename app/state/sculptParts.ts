import type { SculptPart } from './viewStore.ts';

/** Goal shapes that can be taken hold of in one place. */
const SHAPED = new Set(['stretch', 'bend', 'twist']);

/** Where a step of a goal can be taken hold of in the viewport; nowhere, for shapes that have no handles. */
export function sculptParts(type: string): readonly SculptPart[] {
  if (type === 'drag') return ['amount', 'centre', 'reach'];
  return SHAPED.has(type) ? ['amount'] : [];
}
