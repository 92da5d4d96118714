import type { BrowserWindowConstructorOptions } from 'electron';
import type { WindowPlacement } from './WindowState.ts';

/** Smallest size at which viewport, inspector and timeline are usable. Logical pixels. */
const MIN_WIDTH = 1024;
const MIN_HEIGHT = 640;
/** The editor's background, so that nothing flashes before the page is loaded. */
const BACKGROUND = '#17181b';

/** Returns the options of the editor's window. The page is untrusted: it is sandboxed, isolated from the preload script, without Node. */
export function windowOptions(placement: WindowPlacement, preload: string): BrowserWindowConstructorOptions {
  const { x, y, width, height } = placement;
  return {
    x,
    y,
    width,
    height,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Ductile',
    backgroundColor: BACKGROUND,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
    },
  };
}
