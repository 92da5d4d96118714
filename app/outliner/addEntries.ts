import { FileBox, PersonStanding } from 'lucide-react';
import { addContext, addEntry } from '../commands/addEntry.ts';
import { runCommand } from '../commands/Command.ts';
import type { AddContext, AddEntry } from '../entities/AddMenu.ts';
import { appKinds } from '../entities/appKinds.ts';
import type { Session } from '../session/Session.ts';
import type { MenuEntry } from '../ui/MenuItems.tsx';

/** The lines of the menu that adds something to the shot: those of kinds that share a submenu stand in it, with a line between. */
export function addEntries(session: Session): MenuEntry[] {
  const context = addContext(session);
  const menus = new Map<string, MenuEntry[]>();
  const own: MenuEntry[] = [];
  for (const { add } of appKinds()) {
    const lines = [...(add?.entries ?? []), ...(add?.ofDefinitions?.(context.definitions) ?? [])]
      .filter(({ only }) => only !== 'palette')
      .map((entry) => lineOf(session, entry, context));
    if (add === undefined || lines.length === 0) continue;
    if (add.menu === undefined) own.push(...lines);
    else {
      const above = menus.get(add.menu);
      menus.set(add.menu, above === undefined ? lines : [...above, { kind: 'separator' }, ...lines]);
    }
  }
  return [
    { kind: 'item', label: 'Import mesh…', icon: FileBox, onSelect: () => runCommand(session, 'file.importMesh') },
    {
      kind: 'item',
      label: 'Import animation…',
      icon: PersonStanding,
      onSelect: () => runCommand(session, 'file.importAnimation'),
    },
    { kind: 'separator' },
    ...[...menus].map(([label, entries]): MenuEntry => ({ kind: 'sub', label, entries })),
    ...own,
  ];
}

function lineOf(session: Session, entry: AddEntry, context: AddContext): MenuEntry {
  return {
    kind: 'item',
    label: entry.label,
    disabled: entry.refused?.(context) ?? false,
    onSelect: () => addEntry(session, entry),
  };
}
