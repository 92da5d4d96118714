import type { Session } from '../session/Session.ts';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { keyLabel } from './chords.ts';
import { commandEnabled, commandGroups, commandOf, commandsNow, runCommand, type CommandGroup } from './Command.ts';
import type { Keymap } from './keymap.ts';
import { onMac } from './useKeymap.ts';

/** A command as a line of a menu, as it stands at this moment. */
export function commandEntry(session: Session, keymap: Keymap, id: string): MenuEntry {
  const command = commandOf(session, id)!;
  const enabled = commandEnabled(session, command);
  return {
    kind: 'item',
    label: command.title(session),
    keys: keyLabel(keymap.keysOf(id)[0], onMac),
    checked: command.checked?.(session),
    disabled: enabled === true ? false : enabled,
    onSelect: () => runCommand(session, id),
  };
}

/** All commands, a submenu per group. */
export function commandMenu(session: Session, keymap: Keymap): MenuEntry[] {
  return commandGroups.map((group) => ({ kind: 'sub', label: group, entries: groupEntries(session, keymap, group) }));
}

function groupEntries(session: Session, keymap: Keymap, group: CommandGroup): MenuEntry[] {
  return commandsNow(session)
    .filter((command) => command.group === group)
    .map(({ id }) => commandEntry(session, keymap, id));
}
