import { isBody, type Entity } from '../../src/scene/Scene.ts';
import { entityKinds, kindHeading } from './entityKinds.ts';

export type OutlineRow =
  | { readonly kind: 'heading'; readonly id: string; readonly label: string; readonly count: number }
  | { readonly kind: 'entity'; readonly id: string; readonly entity: Entity; readonly level: 1 | 2 };

/**
 * The rows of the outliner: entities under the heading of their kind in the order of the document, pins under the body that they hold. A
 * search keeps entities whose name or id holds the text, with the body above a pin.
 */
export function outlineRows(entities: readonly Entity[], search: string, folded: ReadonlySet<string>): OutlineRow[] {
  const text = search.trim().toLowerCase();
  const matches = (entity: Entity) => text === '' || `${entity.name} ${entity.id}`.toLowerCase().includes(text);
  const solids = new Set(entities.filter(isBody).map(({ id }) => id));
  const pinsOf = (id: string) =>
    entities.filter((entity) => entity.kind === 'pin' && entity.target === id && matches(entity));
  return entityKinds.flatMap((kind): OutlineRow[] => {
    const own = entities.filter(
      (entity) => entity.kind === kind && !(entity.kind === 'pin' && solids.has(entity.target)),
    );
    const shown = own.flatMap((entity): OutlineRow[] => {
      const pins = pinsOf(entity.id).map((pin): OutlineRow => ({ kind: 'entity', id: pin.id, entity: pin, level: 2 }));
      if (!matches(entity) && pins.length === 0) return [];
      return [{ kind: 'entity', id: entity.id, entity, level: 1 }, ...pins];
    });
    if (shown.length === 0) return [];
    const heading: OutlineRow = { kind: 'heading', id: `heading-${kind}`, label: kindHeading(kind), count: own.length };
    return folded.has(heading.id) ? [heading] : [heading, ...shown];
  });
}

/** The entities between two rows, both included, in the order shown: what Shift-click selects. */
export function rowsBetween(rows: readonly OutlineRow[], from: string, to: string): string[] {
  const indices = [from, to].map((id) => rows.findIndex((row) => row.id === id));
  if (indices.includes(-1)) return [to];
  const [first, last] = indices.sort((a, b) => a - b);
  return rows.slice(first, last + 1).flatMap((row) => (row.kind === 'entity' ? [row.id] : []));
}
