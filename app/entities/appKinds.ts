import { defaultExports } from '../../src/base/registry.ts';
import { kinds } from '../../src/scene/kindRegistry.ts';
import type { AppKind, EntityKind } from './AppKind.ts';

const modules = import.meta.glob('../kinds/*.tsx', { eager: true });

/** Read at the first use: files of kinds use what uses this. */
let byKind: ReadonlyMap<string, AppKind> | undefined;

/** What the editor knows of a kind; of one without a file, that it is there. */
export function appKind(kind: EntityKind): AppKind {
  return registered().get(kind) ?? { kind };
}

/** All kinds of the scene, in the order of the outliner. */
export function appKinds(): readonly AppKind[] {
  const all = kinds.types().map(appKind);
  return all.toSorted((a, b) => orderOf(a) - orderOf(b));
}

function registered(): ReadonlyMap<string, AppKind> {
  byKind ??= new Map(defaultExports<AppKind>(modules).map((one) => [one.kind, one]));
  return byKind;
}

function orderOf({ order }: AppKind): number {
  return order ?? Number.MAX_SAFE_INTEGER;
}
