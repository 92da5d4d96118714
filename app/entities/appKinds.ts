import extraKinds from '#extra-kinds/app';
import { defaultExports } from '../../src/base/registry.ts';
import { kinds } from '../../src/scene/kindRegistry.ts';
import type { AddMenu } from './AddMenu.ts';
import type { AppKind, EntityKind } from './AppKind.ts';

const modules = { ...import.meta.glob('../kinds/*.tsx', { eager: true }), ...extraKinds };

/** Read at the first use: files of kinds use what uses this. */
let byKind: ReadonlyMap<string, AppKind> | undefined;

/** What the editor knows of a kind; of one without a file, what follows from the scene. */
export function appKind(kind: EntityKind): AppKind {
  byKind ??= new Map(defaultExports<AppKind>(modules).map((one) => [one.kind, one]));
  return { ...derivedKind(kind), ...byKind.get(kind) };
}

/** What follows from the scene: how it is added. The form of its properties and the names follow, too, where they are asked for. */
export function derivedKind(kind: EntityKind): AppKind {
  return { kind, add: addMenuOf(kind) };
}

/** All kinds of the scene, in the order of the outliner. */
export function appKinds(): readonly AppKind[] {
  const all = kinds.types().map(appKind);
  return all.toSorted((a, b) => orderOf(a) - orderOf(b));
}

function orderOf({ order }: AppKind): number {
  return order ?? Number.MAX_SAFE_INTEGER;
}

/** One line that adds what the scene makes of the kind without being told more. */
function addMenuOf(kind: EntityKind): AddMenu {
  const { label, create } = kinds.get(kind);
  return {
    entries: [
      {
        id: kind,
        label: label.charAt(0).toUpperCase() + label.slice(1),
        refused: ({ entities }) =>
          create(entities) === undefined ? 'Add the object that it belongs to first.' : undefined,
        make: ({ entities }) => [create(entities)!],
      },
    ],
  };
}
