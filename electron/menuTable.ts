import type { MenuItemConstructorOptions } from 'electron';

/** A row of a menu. The editor executes commands, the system executes roles, `recent` lists the shots opened last. */
export type MenuRow =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly label: string;
      readonly accelerator?: string;
      readonly checkable?: boolean;
    }
  | {
      readonly kind: 'role';
      readonly role: NonNullable<MenuItemConstructorOptions['role']>;
      readonly platform?: 'mac' | 'other';
    }
  | { readonly kind: 'recent'; readonly label: string }
  | { readonly kind: 'separator' };

export interface MenuColumn {
  readonly label: string;
  readonly rows: readonly MenuRow[];
}

const line: MenuRow = { kind: 'separator' };
function command(id: string, label: string, accelerator?: string): MenuRow {
  return { kind: 'command', command: id, label, accelerator };
}
function toggle(id: string, label: string, accelerator?: string): MenuRow {
  return { kind: 'command', command: id, label, accelerator, checkable: true };
}
function role(name: NonNullable<MenuItemConstructorOptions['role']>, platform?: 'mac' | 'other'): MenuRow {
  return { kind: 'role', role: name, platform };
}

/** The native menu, left to right and top to bottom. Shortcuts are those of the default keymap; the editor reports changed ones. */
export const menuTable: readonly MenuColumn[] = [
  {
    label: '&File',
    rows: [
      command('file.new', 'New Shot…', 'CmdOrCtrl+N'),
      command('file.open', 'Open…', 'CmdOrCtrl+O'),
      { kind: 'recent', label: 'Open Recent' },
      command('file.startPage', 'Start Page'),
      line,
      command('file.save', 'Save', 'CmdOrCtrl+S'),
      command('file.saveAs', 'Save As…', 'CmdOrCtrl+Shift+S'),
      command('file.collectAssets', 'Collect Assets'),
      line,
      command('file.importMesh', 'Import Mesh…', 'CmdOrCtrl+I'),
      command('file.importAnimation', 'Import Animation…'),
      command('file.export', 'Export…', 'CmdOrCtrl+E'),
      command('file.playblast', 'Playblast…'),
      line,
      role('close', 'mac'),
      role('quit', 'other'),
    ],
  },
  {
    label: '&Edit',
    rows: [
      command('edit.undo', 'Undo', 'CmdOrCtrl+Z'),
      command('edit.redo', 'Redo', 'CmdOrCtrl+Shift+Z'),
      line,
      role('cut'),
      role('copy'),
      role('paste'),
      role('selectAll'),
      line,
      command('edit.duplicate', 'Duplicate', 'CmdOrCtrl+D'),
      command('edit.rename', 'Rename', 'F2'),
      command('edit.delete', 'Delete', 'Delete'),
      line,
      command('edit.keymap', 'Keymap…'),
    ],
  },
  {
    label: '&View',
    rows: [
      command('view.commandPalette', 'Command Palette…', 'CmdOrCtrl+Shift+P'),
      line,
      command('view.frameSelected', 'Frame Selected', 'F'),
      toggle('view.shaded', 'Shaded', '1'),
      toggle('view.wireframe', 'Wireframe', '2'),
      toggle('view.tets', 'Elements', '3'),
      toggle('view.cutAway', 'Cut Away', '4'),
      toggle('view.points', 'Points', '5'),
      toggle('view.statistics', 'Statistics'),
      line,
      command('view.resetLayout', 'Reset Layout'),
      role('togglefullscreen'),
    ],
  },
  {
    label: '&Simulate',
    rows: [
      command('simulate.run', 'Simulate', 'CmdOrCtrl+Return'),
      command('simulate.fromHere', 'Simulate from Here', 'Shift+Return'),
      command('simulate.inOut', 'Simulate In to Out'),
      line,
      command('simulate.pause', 'Pause'),
      command('simulate.resume', 'Resume'),
      command('simulate.cancel', 'Cancel', 'Escape'),
      line,
      command('simulate.whyStale', 'Why Stale?', 'Alt+W'),
      command('simulate.branchTake', 'Branch Take at Frame', 'CmdOrCtrl+B'),
      command('simulate.restartHost', 'Restart Simulation Process'),
    ],
  },
  {
    label: '&Help',
    rows: [
      command('help.firstShot', 'First Shot'),
      command('help.manual', 'Manual'),
      command('help.shortcuts', 'Keyboard Shortcuts'),
      command('help.log', 'Log'),
      line,
      role('about'),
    ],
  },
];

/** All commands of the table: the only ones whose menu state the editor may set. */
export const menuCommands: ReadonlySet<string> = new Set(
  menuTable.flatMap(({ rows }) => rows.flatMap((row) => (row.kind === 'command' ? [row.command] : []))),
);
