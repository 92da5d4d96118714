import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { menuCommands, menuTable } from '../../../electron/menuTable.ts';
import { menuTemplate, type MenuInputs } from '../../../electron/menuTemplate.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const inputs: MenuInputs = {
  mac: false,
  state: {},
  recent: [],
  send: vi.fn(),
  openRecent: vi.fn(),
  clearRecent: vi.fn(),
};

type Item = MenuItemConstructorOptions;

function items(template: readonly Item[]): Item[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}

function click(item: Item | undefined): void {
  (item?.click as (() => void) | undefined)?.();
}

describe('the native menu', () => {
  it('sends every command of the table, each once', () => {
    const send = vi.fn();
    const template = items(menuTemplate({ ...inputs, send }));
    for (const command of menuCommands) click(template.find(({ id }) => id === command));
    expect(send.mock.calls.map(([command]) => command as string)).toEqual([...menuCommands]);
    const listed = menuTable.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'command');
    expect(listed).toHaveLength(menuCommands.size);
  });

  it('has no shortcut twice and registers none: the editor has the keymap', () => {
    const commands = items(menuTemplate(inputs)).filter(({ id }) => id !== undefined);
    const shortcuts = commands.map(({ accelerator }) => accelerator).filter((key) => key !== undefined);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
    expect(commands.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  });

  it('leaves the keys of text fields alone on macOS, which registers every shortcut', () => {
    const shortcut = (mac: boolean, id: string) =>
      items(menuTemplate({ ...inputs, mac })).find((item) => item.id === id);
    for (const id of [
      'view.frameSelected',
      'edit.delete',
      'simulate.cancel',
      'simulate.fromHere',
      'simulate.whyStale',
    ]) {
      expect(shortcut(false, id)?.accelerator).toBeDefined();
      expect(shortcut(true, id)?.accelerator).toBeUndefined();
    }
    expect(shortcut(true, 'edit.undo')?.accelerator).toBe('CmdOrCtrl+Z');
  });

  it('has what every program of its kind has', () => {
    expect(menuTable.map(({ label }) => label)).toEqual(['&File', '&Edit', '&View', '&Simulate', '&Help']);
    for (const id of ['file.new', 'file.open', 'file.save', 'file.saveAs', 'file.export', 'edit.undo', 'edit.redo'])
      expect(menuCommands).toContain(id);
  });

  it('shows what the editor says of its commands', () => {
    const state = {
      'edit.undo': { label: 'Undo Move Pin', enabled: false, accelerator: 'Alt+Z' },
      'view.tets': { checked: true },
    };
    const template = items(menuTemplate({ ...inputs, state }));
    expect(template.find(({ id }) => id === 'edit.undo')).toMatchObject(state['edit.undo']);
    expect(template.find(({ id }) => id === 'view.tets')).toMatchObject({
      type: 'checkbox',
      checked: true,
      label: 'Elements',
    });
  });

  it('lists recent shots; those that are gone cannot be chosen', () => {
    const openRecent = vi.fn();
    const clearRecent = vi.fn();
    const recent = [
      { path: '/shots/a.ductile', name: 'a', lastOpened: '2026-01-01T00:00:00Z', missing: false },
      { path: '/shots/b.ductile', name: 'b', lastOpened: '2026-01-01T00:00:00Z', missing: true },
    ];
    const template = items(menuTemplate({ ...inputs, recent, openRecent, clearRecent }));
    click(template.find(({ label }) => label === '/shots/a.ductile'));
    expect(openRecent).toHaveBeenCalledWith('/shots/a.ductile');
    expect(template.find(({ label }) => label === '/shots/b.ductile (not found)')?.enabled).toBe(false);
    click(template.find(({ label }) => label === 'Clear Recent'));
    expect(clearRecent).toHaveBeenCalledOnce();
    expect(items(menuTemplate(inputs)).find(({ label }) => label === 'No Recent Shots')?.enabled).toBe(false);
  });

  it('quits from the File menu, and on macOS from the menu of the program', () => {
    const roles = (mac: boolean) => items(menuTemplate({ ...inputs, mac })).map(({ role }) => role);
    expect(roles(false)).toContain('quit');
    expect(roles(false)).not.toContain('appMenu');
    expect(roles(true)).not.toContain('quit');
    expect(roles(true)).toEqual(expect.arrayContaining(['appMenu', 'windowMenu', 'close']));
  });
});
