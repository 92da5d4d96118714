import { contextBridge, ipcRenderer, webFrame, webUtils, type IpcRendererEvent } from 'electron';
import type { DuctileBridge, HostPortMessage, Unsubscribe } from './bridge.ts';
import { channels } from './channels.ts';

/** Runs in the page's process, isolated from the page: exposes these functions and nothing of Electron's. */
function subscribe<A extends unknown[]>(channel: string, handler: (...args: A) => void): Unsubscribe {
  const listener = (_event: IpcRendererEvent, ...args: unknown[]) => handler(...(args as A));
  ipcRenderer.on(channel, listener);
  return () => ipcRenderer.off(channel, listener);
}

/** The used part of the page's window. */
declare const window: {
  readonly location: { readonly origin: string };
  postMessage(message: HostPortMessage, targetOrigin: string, transfer: readonly unknown[]): void;
};

let saveDocument: (() => Promise<boolean>) | undefined;

ipcRenderer.on(channels.hostPort, (event, connection: number) => {
  const message: HostPortMessage = { ductile: 'host-port', connection };
  window.postMessage(message, window.location.origin, [...event.ports]);
});
ipcRenderer.on(channels.saveBeforeClose, () => {
  const answer = (saved: boolean) => ipcRenderer.send(channels.documentSaved, saved);
  if (saveDocument === undefined) answer(false);
  else
    saveDocument().then(
      (saved) => answer(saved === true),
      () => answer(false),
    );
});

const bridge: DuctileBridge = {
  platform: process.platform,
  versions: {
    ductile: DUCTILE_VERSION,
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    node: process.versions.node,
  },
  connectHost: () => ipcRenderer.invoke(channels.connectHost),
  onHostLost: (handler) => subscribe(channels.hostLost, handler),
  onCommand: (handler) => subscribe(channels.command, handler),
  onOpenPath: (handler) => {
    const unsubscribe = subscribe(channels.openPath, handler);
    ipcRenderer.send(channels.openPathReady);
    return unsubscribe;
  },
  onSaveBeforeClose: (handler) => {
    saveDocument = handler;
    return () => {
      if (saveDocument === handler) saveDocument = undefined;
    };
  },
  openShotDialog: () => ipcRenderer.invoke(channels.openShotDialog),
  saveShotDialog: (name) => ipcRenderer.invoke(channels.saveShotDialog, name),
  importMeshDialog: () => ipcRenderer.invoke(channels.importMeshDialog),
  exportDialog: (name, extensions) => ipcRenderer.invoke(channels.exportDialog, name, [...extensions]),
  pathForFile: async (file) => {
    const path = webUtils.getPathForFile(file);
    if (path === '') return undefined;
    await ipcRenderer.invoke(channels.grantFile, path);
    return path;
  },
  recentShots: () => ipcRenderer.invoke(channels.recentShots),
  clearRecentShots: () => ipcRenderer.invoke(channels.clearRecentShots),
  setDocumentState: (state) => ipcRenderer.send(channels.documentState, state),
  setMenuState: (state) => ipcRenderer.send(channels.menuState, state),
  setScale: (factor) => webFrame.setZoomFactor(Math.min(Math.max(factor, 1), 2)),
  openExternal: (url) => ipcRenderer.send(channels.openExternal, url),
};

contextBridge.exposeInMainWorld('ductile', bridge);
