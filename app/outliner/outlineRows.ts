import type { Entity } from '../../src/scene/Scene.ts';
import { appKinds } from '../entities/appKinds.ts';
import { parentOf } from '../entities/entityFacts.ts';
import { kindHeading } from '../entities/kindLabels.ts';

export type OutlineRow =
  | { readonly kind: 'heading'; readonly id: string; readonly label: string; readonly count: number }
  | { readonly kind: 'entity'; readonly id: string; readonly entity: Entity; readonly level: 1 | 2 };

/**
 * The rows of the outliner: entities under the heading of their kind in the order of the document, those that belong to another (pins) under
 * that one. A search keeps entities whose name or id holds the text, with the one that they belong to.
 */
export function outlineRows(entities: readonly Entity[], search: string, folded: ReadonlySet<string>): OutlineRow[] {
  const text = search.trim().toLowerCase();
  const matches = (entity: Entity) => text === '' || `${entity.name} ${entity.id}`.toLowerCase().includes(text);
  const roots = new Set(entities.filter((entity) => parentOf(entity) === undefined).map(({ id }) => id));
  const isChild = (entity: Entity) => roots.has(parentOf(entity) ?? '');
  const childrenOf = (id: string) => entities.filter((entity) => parentOf(entity) === id && matches(entity));
  return appKinds().flatMap(({ kind }): OutlineRow[] => {
    const own = entities.filter((entity) => entity.kind === kind && !isChild(entity));
    const shown = own.flatMap((entity): OutlineRow[] => {
      const children = childrenOf(entity.id).map((child): OutlineRow => rowOf(child, 2));
      if (!matches(entity) && children.length === 0) return [];
      return [rowOf(entity, 1), ...children];
    });
    if (shown.length === 0) return [];
    const heading: OutlineRow = { kind: 'heading', id: `heading-${kind}`, label: kindHeading(kind), count: own.length };
    return folded.has(heading.id) ? [heading] : [heading, ...shown];
  });
}

function rowOf(entity: Entity, level: 1 | 2): OutlineRow {
  return { kind: 'entity', id: entity.id, entity, level };
}

/** The entities between two rows, both included, in the order shown: what Shift-click selects. */
export function rowsBetween(rows: readonly OutlineRow[], from: string, to: string): string[] {
  const indices = [from, to].map((id) => rows.findIndex((row) => row.id === id));
  if (indices.includes(-1)) return [to];
  const [first, last] = indices.sort((a, b) => a - b);
  return rows.slice(first, last + 1).flatMap((row) => (row.kind === 'entity' ? [row.id] : []));
}
