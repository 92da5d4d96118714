import { app, dialog, type BrowserWindow, type RenderProcessGoneDetails } from 'electron';

/** Offers to reload when the page crashes or hangs. Unsaved edits are in the journal and are restored after a reload. */
export function watchRenderer(window: BrowserWindow): void {
  const contents = window.webContents;
  let reloading = false;
  let hang: AbortController | undefined;
  contents.on('render-process-gone', (_event, details) => {
    hang?.abort();
    if (reloading) {
      reloading = false;
      contents.reload();
    } else if (details.reason !== 'clean-exit') void offerReload(window, details);
  });
  window.on('unresponsive', () => {
    if (hang !== undefined) return;
    hang = new AbortController();
    void offerWait(window, hang.signal).then((reload) => {
      hang = undefined;
      if (!reload || window.isDestroyed()) return;
      // A page that hangs cannot be reloaded: its process is ended first.
      reloading = true;
      contents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', () => hang?.abort());
}

async function offerReload(window: BrowserWindow, { reason, exitCode }: RenderProcessGoneDetails): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: reason === 'oom' ? 'The editor ran out of memory.' : 'The editor stopped unexpectedly.',
    detail: `Your edits are journaled and finished frames are kept: reload to continue where you were. (${reason}, ${exitCode})`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 1) app.quit();
  else if (!window.isDestroyed()) window.webContents.reload();
}

/** Returns whether to reload. The dialog closes by itself when the page responds again. */
async function offerWait(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The editor does not respond.',
    detail: 'Wait for it, or reload it: your edits are journaled and come back.',
    buttons: ['Wait', 'Reload'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal,
  });
  return response === 1 && !signal.aborted;
}
