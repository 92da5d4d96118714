import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../../electron/channels.ts';
import {
  emitPreventable,
  fakeElectron,
  FakeEvent,
  fromPage,
  settle,
  type FakeWebContents,
  type FakeWindow,
} from './fakeElectron.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);

const { app, dialog, forked, ipcMain, Menu, session, shell, windows } = fakeElectron;
const folder = suiteFolder();
app.folder = folder;
process.env['DUCTILE_WORKSPACE'] = join(folder, 'workspace');

/** A shot in a folder of its own. */
function shot(name: string): string {
  const path = join(folder, name, `${name}.ductile`);
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(path, '{}');
  return path;
}

const [argument, beforeReady, byIcon, dialogShot] = ['argument', 'early', 'icon', 'dialog'].map(shot);

// The program starts once, as it does; the tests follow it in order.
process.argv = ['/usr/bin/ductile', '--no-sandbox', argument, 'notes.txt'];
const quit = vi.spyOn(app, 'quit');
await import('../../../electron/main.ts');
const lockData = app.requestSingleInstanceLock.mock.calls[0][0];
const openedEarly = emitPreventable(app, 'open-file', {}, beforeReady);
const windowsBeforeReady = windows.length;
app.becomeReady();
await settle();

const window = (): FakeWindow => windows.at(-1)!;
const page = (): FakeWebContents => window().webContents;
const host = () => forked.at(-1)!;
const invoke = async (channel: string, ...args: unknown[]): Promise<unknown> =>
  await ipcMain.handlers.get(channel)?.(fromPage(page()), ...args);
const tell = (channel: string, ...args: unknown[]) => ipcMain.emit(channel, fromPage(page()), ...args);
const recent = () =>
  JSON.parse(readFileSync(join(folder, 'userData', 'recent-shots.json'), 'utf8')) as { path: string }[];

beforeEach(() => {
  dialog.showOpenDialog.mockClear();
  dialog.showSaveDialog.mockClear();
});

describe('the start', () => {
  it('waits until Electron is ready, then opens one window on the editor', () => {
    expect(windowsBeforeReady).toBe(0);
    expect(windows).toHaveLength(1);
    expect(window().loadURL).toHaveBeenCalledExactlyOnceWith('app://ductile/index.html');
    expect(window().options['webPreferences']).toMatchObject({ sandbox: true, contextIsolation: true });
    expect(app.enableSandbox).toHaveBeenCalledOnce();
    expect(session.defaultSession.protocol.handle).toHaveBeenCalledWith('app', expect.any(Function));
    expect(session.defaultSession.permissionRequest).toBeDefined();
  });

  it('guards every web contents that is made', () => {
    expect(page().openHandler?.({ url: 'https://example.org' })).toEqual({ action: 'deny' });
    expect(emitPreventable(page(), 'will-navigate', { url: 'https://example.org' })).toBe(true);
  });

  it('shows the window when the page is ready', () => {
    expect(window().show).not.toHaveBeenCalled();
    window().emit('ready-to-show');
    expect(window().show).toHaveBeenCalledOnce();
  });

  it('starts the simulation process, with the folders of the shots it was started for', () => {
    expect(forked).toHaveLength(1);
    expect(host().script).toMatch(/dist[\\/]electron[\\/]host\.js$/);
    expect(host().args).toEqual([join(folder, 'workspace')]);
    expect(host().grantedFolders()).toEqual(expect.arrayContaining([join(folder, 'argument'), join(folder, 'early')]));
  });

  it('opens the shot that was asked for last, once the page listens', async () => {
    expect(openedEarly).toBe(true);
    expect(page().sentOver(channels.openPath)).toEqual([]);
    tell(channels.openPathReady);
    expect(page().sentOver(channels.openPath)).toEqual([beforeReady]);
    await settle();
  });
});

describe('a second start', () => {
  it('told the first what it was started for', () => {
    expect(lockData).toEqual({ paths: [argument] });
  });

  it('opens its shot in the window that is there', async () => {
    app.emit('second-instance', new FakeEvent(), ['ductile'], '/', { paths: [byIcon] });
    await settle();
    expect(windows).toHaveLength(1);
    expect(window().focus).toHaveBeenCalled();
    expect(page().sentOver(channels.openPath).at(-1)).toBe(byIcon);
    expect(host().grantedFolders()).toContain(join(folder, 'icon'));
  });

  it.each([undefined, null, 7, { paths: 'all' }, { paths: [1] }])(
    'that says %j only brings it to the front',
    async (data) => {
      const before = page().sentOver(channels.openPath).length;
      app.emit('second-instance', new FakeEvent(), [], '/', data);
      await settle();
      expect(page().sentOver(channels.openPath)).toHaveLength(before);
    },
  );
});

describe('messages of the page', () => {
  const wellFormed: [string, unknown[]][] = [
    [channels.connectHost, []],
    [channels.openShotDialog, []],
    [channels.saveShotDialog, ['donut']],
    [channels.importMeshDialog, []],
    [channels.exportDialog, ['donut', ['abc']]],
    [channels.grantFile, ['/etc/passwd']],
    [channels.recentShots, []],
    [channels.clearRecentShots, []],
  ];

  it.each(wellFormed)('%s is refused from anybody else', async (channel, args) => {
    const handler = ipcMain.handlers.get(channel);
    const frames = [
      { url: 'https://example.org/', parent: null },
      { url: 'app://other/index.html', parent: null },
      { url: 'about:blank', parent: null },
      { url: 'app://ductile/index.html', parent: { url: 'app://ductile/index.html' } },
    ];
    for (const senderFrame of [...frames, null]) {
      const event = { sender: page(), senderFrame };
      await expect(async () => handler?.(event, ...args)).rejects.toThrow('for the editor only');
    }
    expect(dialog.showOpenDialog).not.toHaveBeenCalled();
    expect(dialog.showSaveDialog).not.toHaveBeenCalled();
    expect(host().grantedFolders()).not.toContain('/etc');
  });

  it.each([
    [channels.connectHost, [1]],
    [channels.openShotDialog, [{}]],
    [channels.saveShotDialog, []],
    [channels.saveShotDialog, ['../../etc/passwd']],
    [channels.saveShotDialog, ['a\\b']],
    [channels.saveShotDialog, ['x'.repeat(5000)]],
    [channels.exportDialog, ['donut', []]],
    [channels.exportDialog, ['donut', ['a/b']]],
    [channels.exportDialog, ['donut', 'abc']],
    [channels.grantFile, [7]],
    [channels.grantFile, ['']],
    [channels.grantFile, ['a', 'b']],
    [channels.recentShots, [null]],
  ] as [string, unknown[]][])('%s is refused with %j', async (channel, args) => {
    await expect(invoke(channel, ...args)).rejects.toThrow('malformed');
  });

  it.each([
    [channels.documentState, [{ name: 'x' }]],
    [channels.documentState, [{ name: 'x', dirty: 'yes' }]],
    [channels.documentState, [{ name: 'x', dirty: true, path: '/a', more: 1 }]],
    [channels.menuState, [{ 'edit.undo': { role: 'quit' } }]],
    [channels.menuState, [{ 'file.wipe': { label: 'Wipe' } }]],
    [channels.menuState, [{ 'edit.undo': { accelerator: '\u0007' } }]],
    [channels.openExternal, [{ url: 'https://doi.org/' }]],
  ] as [string, unknown[]][])('%s is dropped with %j', async (channel, args) => {
    const menus = Menu.setApplicationMenu.mock.calls.length;
    window().setTitle.mockClear();
    tell(channel, ...args);
    await settle();
    expect(window().setTitle).not.toHaveBeenCalled();
    expect(Menu.setApplicationMenu.mock.calls).toHaveLength(menus);
    expect(shell.openExternal).not.toHaveBeenCalled();
  });

  it('open listed pages only', () => {
    tell(channels.openExternal, 'file:///bin/sh');
    expect(shell.openExternal).not.toHaveBeenCalled();
    tell(channels.openExternal, 'https://doi.org/10.1145/1');
    expect(shell.openExternal).toHaveBeenCalledOnce();
  });
});

describe('files', () => {
  it('that a dialog gave may be named to the host before the page knows them', async () => {
    host().confirms = false;
    dialog.showOpenDialog.mockResolvedValueOnce({ canceled: false, filePaths: [dialogShot] });
    const told = vi.fn();
    const opening = invoke(channels.openShotDialog).then(told);
    await settle();
    expect(host().grantedFolders()).toContain(join(folder, 'dialog'));
    expect(told).not.toHaveBeenCalled();
    const { message } = host().received.at(-1)!;
    host().emit('message', { kind: 'granted', id: message['id'] });
    host().confirms = true;
    await opening;
    expect(told).toHaveBeenCalledWith(dialogShot);
  });

  it('are none when the dialog is cancelled', async () => {
    expect(await invoke(channels.openShotDialog)).toBeUndefined();
    expect(await invoke(channels.importMeshDialog)).toEqual([]);
    expect(await invoke(channels.saveShotDialog, 'donut')).toBeUndefined();
  });

  it('to import are of the kinds that the simulation process reads', async () => {
    host().sayReady();
    await invoke(channels.importMeshDialog);
    const [, options] = dialog.showOpenDialog.mock.calls[0] as unknown as [
      unknown,
      { filters: object[]; properties: string[] },
    ];
    expect(options.filters[0]).toEqual({ name: 'Meshes', extensions: ['obj', 'ply'] });
    expect(options.properties).toContain('multiSelections');
  });

  it('are saved with their ending, and replace another only when that is wanted', async () => {
    const path = join(folder, 'dialog', 'dialog');
    dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath: join(folder, 'dialog', 'new') });
    expect(await invoke(channels.saveShotDialog, 'new')).toBe(join(folder, 'dialog', 'new.ductile'));
    dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath: path });
    dialog.showMessageBox.mockResolvedValueOnce({ response: 1 });
    expect(await invoke(channels.saveShotDialog, 'dialog')).toBeUndefined();
    dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath: path });
    dialog.showMessageBox.mockResolvedValueOnce({ response: 0 });
    expect(await invoke(channels.saveShotDialog, 'dialog')).toBe(dialogShot);
    dialog.showSaveDialog.mockResolvedValueOnce({ canceled: false, filePath: join(folder, 'dialog', 'x.ply') });
    expect(await invoke(channels.exportDialog, 'x', ['obj', 'ply'])).toBe(join(folder, 'dialog', 'x.ply'));
  });

  it('that were dropped may be named', async () => {
    const mesh = join(folder, 'icon', 'mesh.obj');
    await invoke(channels.grantFile, mesh);
    expect(host().grantedFolders()).toContain(join(folder, 'icon'));
  });
});

describe('the document', () => {
  it('is shown in the title, with its dirty mark, and remembered', async () => {
    tell(channels.documentState, { path: dialogShot, name: 'donut', dirty: true });
    expect(window().setTitle).toHaveBeenLastCalledWith('• donut — Ductile');
    expect(window().setDocumentEdited).toHaveBeenLastCalledWith(true);
    await vi.waitFor(() => expect(app.addRecentDocument).toHaveBeenCalledExactlyOnceWith(dialogShot));
    expect(window().setRepresentedFilename).toHaveBeenLastCalledWith(dialogShot);
    expect(recent()[0].path).toBe(dialogShot);
    expect(await invoke(channels.recentShots)).toEqual([
      { path: dialogShot, name: 'dialog', lastOpened: expect.any(String) as string, missing: false },
    ]);
  });

  it('is dirty or not as it was told last, and remembered once however often it is told', async () => {
    for (const dirty of [true, false, true, false])
      tell(channels.documentState, { path: dialogShot, name: 'donut', dirty });
    expect(window().setTitle).toHaveBeenLastCalledWith('donut — Ductile');
    await settle();
    expect(window().setDocumentEdited).toHaveBeenLastCalledWith(false);
    expect(app.addRecentDocument).toHaveBeenCalledOnce();
  });

  it('is not in the title where there is none', () => {
    tell(channels.documentState, { name: '', dirty: false });
    expect(window().setTitle).toHaveBeenLastCalledWith('Ductile');
  });

  it('is neither shown nor remembered where the artist never named it', async () => {
    tell(channels.documentState, { path: '/etc/passwd.ductile', name: 'x', dirty: false });
    tell(channels.documentState, { path: argument, name: 'argument', dirty: false });
    await vi.waitFor(() => expect(app.addRecentDocument).toHaveBeenLastCalledWith(argument));
    expect(window().setRepresentedFilename.mock.calls.flat()).not.toContain('/etc/passwd.ductile');
    expect(recent().map(({ path }) => path)).toEqual([argument, dialogShot]);
  });

  it('can be forgotten', async () => {
    await invoke(channels.clearRecentShots);
    expect(recent()).toEqual([]);
    expect(app.clearRecentDocuments).toHaveBeenCalledOnce();
  });
});

describe('the menu', () => {
  interface Item {
    id?: string;
    label?: string;
    submenu?: Item[];
    click?: () => void;
  }
  const items = (template: readonly Item[]): Item[] => template.flatMap((item) => [item, ...items(item.submenu ?? [])]);
  const menu = () => items(Menu.setApplicationMenu.mock.calls.at(-1)?.[0] as Item[]);

  it('sends commands to the page', () => {
    menu()
      .find(({ id }) => id === 'file.save')
      ?.click?.();
    expect(page().sentOver(channels.command)).toEqual(['file.save']);
  });

  it('follows what the page says of its commands', () => {
    tell(channels.menuState, { 'edit.undo': { label: 'Undo Move Pin' } });
    tell(channels.menuState, { 'edit.redo': { enabled: false } });
    expect(menu().find(({ id }) => id === 'edit.undo')?.label).toBe('Undo Move Pin');
    expect(menu().find(({ id }) => id === 'edit.redo')).toMatchObject({ enabled: false });
  });
});

describe('connections with the host', () => {
  it('go to the page as a port; the main process sees no message', async () => {
    const connection = await invoke(channels.connectHost);
    const { channel, message, port } = page().ports.at(-1)!;
    expect([channel, message]).toEqual([channels.hostPort, connection]);
    expect(host().received.at(-1)).toMatchObject({ message: { kind: 'connect' }, ports: [port.other] });
    expect(port.listenerCount('message')).toBe(0);
  });

  it('are told as lost, with the reason, when the process ends; another is started', async () => {
    host().emit('exit', 3);
    expect(page().sentOver(channels.hostLost)).toEqual([
      { reason: 'The simulation process ended with code 3.', restarting: true },
    ]);
    await vi.waitFor(() => expect(forked).toHaveLength(2));
  });
});

describe('the end', () => {
  it('keeps a shot for the page while that reloads', async () => {
    const before = page().sentOver(channels.openPath).length;
    page().emit('did-start-navigation', Object.assign(new FakeEvent(), { isMainFrame: true, isSameDocument: false }));
    emitPreventable(app, 'open-file', {}, byIcon);
    await settle();
    expect(page().sentOver(channels.openPath)).toHaveLength(before);
    tell(channels.openPathReady);
    expect(page().sentOver(channels.openPath).at(-1)).toBe(byIcon);
  });

  it('asks for unsaved changes before it quits', async () => {
    tell(channels.documentState, { name: 'donut', dirty: true });
    await settle();
    dialog.showMessageBox.mockResolvedValueOnce({ response: 0 });
    app.emit('before-quit', new FakeEvent());
    window().close();
    await settle();
    expect(window().destroyed).toBe(false);
    tell(channels.documentSaved, true);
    await settle();
    expect(quit).toHaveBeenCalled();
    window().close();
    expect(window().destroyed).toBe(true);
    expect(existsSync(join(folder, 'userData', 'window.json'))).toBe(true);
  });

  it('opens a window again where the system asks for one', async () => {
    emitPreventable(app, 'open-file', {}, resolve(argument));
    await settle();
    expect(windows).toHaveLength(2);
    tell(channels.openPathReady);
    expect(page().sentOver(channels.openPath)).toEqual([argument]);
  });

  it('ends the simulation process', () => {
    app.emit('will-quit', new FakeEvent());
    expect(host().kill).toHaveBeenCalled();
  });
});
