import type { MenuItemConstructorOptions } from 'electron';
import type { MenuItemState, MenuState, RecentShot } from './bridge.ts';
import { menuTable, type MenuRow } from './menuTable.ts';

/** Number of shots in the Open Recent menu. */
const MOST_RECENT = 12;

export interface MenuInputs {
  readonly mac: boolean;
  readonly state: MenuState;
  readonly recent: readonly RecentShot[];
  /** Sends a chosen command to the editor. */
  readonly send: (command: string) => void;
  readonly openRecent: (path: string) => void;
  readonly clearRecent: () => void;
}

/** Builds the present native menu from the table. */
export function menuTemplate(inputs: MenuInputs): MenuItemConstructorOptions[] {
  const columns = menuTable.map(({ label, rows }) => ({
    label,
    submenu: rows.flatMap((row) => menuItem(row, inputs)),
  }));
  return inputs.mac ? [{ role: 'appMenu' }, ...columns, { role: 'windowMenu' }] : columns;
}

function menuItem(row: MenuRow, inputs: MenuInputs): MenuItemConstructorOptions[] {
  switch (row.kind) {
    case 'separator':
      return [{ type: 'separator' }];
    case 'role':
      return row.platform !== undefined && (row.platform === 'mac') !== inputs.mac ? [] : [{ role: row.role }];
    case 'recent':
      return [{ label: row.label, submenu: recentItems(inputs) }];
    case 'command':
      return [commandItem(row, inputs)];
  }
}

/**
 * Shortcuts are displayed but not registered: the editor has an editable keymap and handles the keys itself. macOS always registers them, and then
 * the page does not get the keys; either way a command is executed once. Keys without Command are left out of its menu: text fields would
 * not get them.
 */
function commandItem(
  { command, label, accelerator, checkable }: Extract<MenuRow, { kind: 'command' }>,
  { state, send, mac }: MenuInputs,
): MenuItemConstructorOptions {
  const changed: MenuItemState = Object.hasOwn(state, command) ? state[command] : {};
  const shortcut = changed.accelerator ?? accelerator;
  return {
    id: command,
    label: changed.label ?? label,
    enabled: changed.enabled ?? true,
    accelerator: mac && !/^(CmdOrCtrl|CommandOrControl|Cmd|Command)\+/.test(shortcut ?? '') ? undefined : shortcut,
    registerAccelerator: false,
    click: () => send(command),
    ...(checkable === true ? { type: 'checkbox', checked: changed.checked ?? false } : {}),
  };
}

function recentItems({ recent, openRecent, clearRecent }: MenuInputs): MenuItemConstructorOptions[] {
  if (recent.length === 0) return [{ label: 'No Recent Shots', enabled: false }];
  const shots = recent.slice(0, MOST_RECENT).map(({ path, missing }) => ({
    label: missing ? `${path} (not found)` : path,
    enabled: !missing,
    click: () => openRecent(path),
  }));
  return [...shots, { type: 'separator' }, { label: 'Clear Recent', click: clearRecent }];
}
