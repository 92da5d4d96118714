import { describe, expect, it, vi } from 'vitest';
import type { DuctileBridge } from '../../../electron/bridge.ts';
import { channels } from '../../../electron/channels.ts';
import { fakeElectron, settle } from './fakeElectron.ts';

vi.mock('electron', async () => (await import('./fakeElectron.ts')).fakeElectron);
vi.stubGlobal('DUCTILE_VERSION', '1.2.3');
const postMessage = vi.fn();
vi.stubGlobal('window', { location: { origin: 'app://ductile' }, postMessage });

const { contextBridge, ipcRenderer, webFrame, webUtils } = fakeElectron;
await import('../../../electron/preload.ts');
const [name, exposed] = contextBridge.exposeInMainWorld.mock.calls[0] as [string, DuctileBridge];

describe('the preload script', () => {
  it('gives the page one object, whose functions are these and no others', () => {
    expect(contextBridge.exposeInMainWorld).toHaveBeenCalledOnce();
    expect(name).toBe('ductile');
    expect(Object.keys(exposed).sort()).toEqual([
      'clearRecentShots',
      'connectHost',
      'exportDialog',
      'importMeshDialog',
      'onCommand',
      'onHostLost',
      'onOpenPath',
      'onSaveBeforeClose',
      'openExternal',
      'openShotDialog',
      'pathForFile',
      'platform',
      'recentShots',
      'saveShotDialog',
      'setDocumentState',
      'setMenuState',
      'setScale',
      'versions',
    ]);
    expect(exposed.versions.ductile).toBe('1.2.3');
  });

  it('asks the main process over channels that it has', async () => {
    const known = new Set<string>(Object.values(channels));
    ipcRenderer.invoke.mockResolvedValue(undefined);
    await exposed.connectHost();
    await exposed.openShotDialog();
    await exposed.saveShotDialog('donut');
    await exposed.importMeshDialog();
    await exposed.exportDialog('donut', ['abc']);
    await exposed.recentShots();
    await exposed.clearRecentShots();
    exposed.setDocumentState({ name: 'donut', dirty: true });
    exposed.setMenuState({});
    exposed.openExternal('https://doi.org/');
    const used = [...ipcRenderer.invoke.mock.calls, ...ipcRenderer.send.mock.calls].map(
      ([channel]) => channel as string,
    );
    expect(used).toHaveLength(10);
    expect(used.every((channel) => known.has(channel))).toBe(true);
  });

  it('hands events on without Electron’s own event, until unsubscribed', () => {
    const [command, lost] = [vi.fn(), vi.fn()];
    const stop = exposed.onCommand(command);
    exposed.onHostLost(lost);
    ipcRenderer.emit(channels.command, { sender: 'electron' }, 'file.save');
    ipcRenderer.emit(channels.hostLost, { sender: 'electron' }, { reason: 'r', restarting: true });
    stop();
    ipcRenderer.emit(channels.command, { sender: 'electron' }, 'file.open');
    expect(command.mock.calls).toEqual([['file.save']]);
    expect(lost.mock.calls).toEqual([[{ reason: 'r', restarting: true }]]);
  });

  it('scales the page by no more than twice', () => {
    for (const factor of [1.5, 0.2, 9]) exposed.setScale(factor);
    expect(webFrame.setZoomFactor.mock.calls).toEqual([[1.5], [1], [2]]);
  });

  it('says when the page listens for shots to open', () => {
    ipcRenderer.send.mockClear();
    const open = vi.fn();
    exposed.onOpenPath(open);
    expect(ipcRenderer.send.mock.calls).toEqual([[channels.openPathReady]]);
    ipcRenderer.emit(channels.openPath, {}, '/a.ductile');
    expect(open).toHaveBeenCalledExactlyOnceWith('/a.ductile');
  });

  it('gives the port of a connection to its own page only', () => {
    const port = {};
    ipcRenderer.emit(channels.hostPort, { ports: [port] }, 3);
    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ ductile: 'host-port', connection: 3 }, 'app://ductile', [
      port,
    ]);
  });

  it('knows the path of a file on the disk, after the main process took note of it', async () => {
    ipcRenderer.invoke.mockClear();
    const file = {} as File;
    expect(await exposed.pathForFile(file)).toBeUndefined();
    expect(ipcRenderer.invoke).not.toHaveBeenCalled();
    webUtils.getPathForFile.mockReturnValueOnce('/meshes/a.obj');
    expect(await exposed.pathForFile(file)).toBe('/meshes/a.obj');
    expect(ipcRenderer.invoke).toHaveBeenCalledExactlyOnceWith(channels.grantFile, '/meshes/a.obj');
  });

  describe('asked to save before closing', () => {
    async function answer(): Promise<unknown> {
      ipcRenderer.send.mockClear();
      ipcRenderer.emit(channels.saveBeforeClose, {});
      await settle();
      expect(ipcRenderer.send).toHaveBeenCalledOnce();
      const [channel, saved] = ipcRenderer.send.mock.calls[0] as [string, unknown];
      expect(channel).toBe(channels.documentSaved);
      return saved;
    }

    it('says no while the page cannot', async () => expect(await answer()).toBe(false));

    it.each([
      [() => Promise.resolve(true), true],
      [() => Promise.resolve(false), false],
      [() => Promise.reject(new Error('disk full')), false],
      [() => Promise.resolve('saved' as unknown as boolean), false],
    ])('says what came of it', async (save, saved) => {
      const stop = exposed.onSaveBeforeClose(save);
      expect(await answer()).toBe(saved);
      stop();
      expect(await answer()).toBe(false);
    });
  });
});
