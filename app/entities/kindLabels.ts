import { kinds } from '../../src/scene/kindRegistry.ts';
import type { EntityKind } from './AppKind.ts';
import { appKind } from './appKinds.ts';

/** What one entity of a kind is called: `Force field`. */
export function kindLabel(kind: EntityKind): string {
  return appKind(kind).label ?? sentence(kinds.get(kind).label);
}

/** What several entities of a kind are called: `Colliders`. */
export function kindHeading(kind: EntityKind): string {
  return appKind(kind).heading ?? sentence(kinds.get(kind).plural);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
