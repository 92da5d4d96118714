import { kindOf } from './capabilities.ts';
import type { Entity, Estimate } from './Kinds.ts';

/** Share of a computer's memory that an entity may take before it gets tight. */
const TIGHT = 0.7;

/** What simulating an entity takes, as far as that follows from the entity alone. */
export function estimateOf(entity: Entity, edgeScale: number): Estimate | undefined {
  return kindOf(entity).estimate?.(entity, edgeScale);
}

/** Whether what is simulated may take most of a computer's memory. */
export function isTight({ memoryBytes = 0 }: Estimate, computerBytes: number): boolean {
  return memoryBytes > TIGHT * computerBytes;
}

/** A sentence where an entity may not fit into the memory of a computer, with what would make it fit. */
export function memoryWarning(entity: Entity, edgeScale: number, computerBytes: number): string | undefined {
  const estimate = estimateOf(entity, edgeScale);
  if (estimate === undefined || !isTight(estimate, computerBytes)) return undefined;
  const { count, counted, detail, memoryBytes = 0, remedy } = estimate;
  const what = `${count} ${counted}${detail === undefined ? '' : ` (${detail})`}`;
  const fit = remedy === undefined ? '' : `; ${remedy(TIGHT * computerBytes)}`;
  return `${kindOf(entity).label} '${entity.id}' takes up to ${gibibytes(memoryBytes)} with ${what}, and this computer has ${gibibytes(computerBytes)}${fit}`;
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toPrecision(2)} GiB`;
}
