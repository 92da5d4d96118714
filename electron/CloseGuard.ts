import { app, dialog, type BrowserWindow } from 'electron';
import { channels } from './channels.ts';

/** Asks before a window with unsaved changes closes: save, discard, or cancel. */
export class CloseGuard {
  private readonly window: BrowserWindow;
  /** The document, as last reported by the page. */
  private document = { name: 'Untitled', dirty: false };
  private asking = false;
  private closing = false;
  private quitting = false;
  /** Settles the running save; undefined where none is running. */
  private saveEnded: ((saved: boolean) => void) | undefined;

  constructor(window: BrowserWindow) {
    this.window = window;
    window.on('close', (event) => {
      if (this.closing || !this.document.dirty) return;
      event.preventDefault();
      void this.ask();
    });
    // The page's own beforeunload dialog would block closing silently.
    window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    // The page is gone, so nothing can save; the journal keeps the edits.
    window.webContents.on('render-process-gone', () => {
      this.document = { ...this.document, dirty: false };
      this.saveEnded?.(false);
    });
  }

  noteDocument({ name, dirty }: { name: string; dirty: boolean }): void {
    this.document = { name, dirty };
  }

  /** Records that the whole program is quitting, not this window alone. */
  noteQuit(): void {
    this.quitting = true;
  }

  noteSaved(saved: boolean): void {
    this.saveEnded?.(saved);
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const { response } = await dialog.showMessageBox(this.window, {
        type: 'warning',
        message: `Save the changes to “${this.document.name}”?`,
        detail: 'Simulated frames are kept either way.',
        buttons: ['Save', 'Don’t Save', 'Cancel'],
        defaultId: 0,
        cancelId: 2,
        noLink: true,
      });
      if (response === 1 || (response === 0 && (await this.save()))) this.finish();
      else this.quitting = false;
    } finally {
      this.asking = false;
    }
  }

  private async save(): Promise<boolean> {
    const saved = new Promise<boolean>((resolve) => {
      this.saveEnded = resolve;
    });
    this.window.webContents.send(channels.saveBeforeClose);
    try {
      return await saved;
    } finally {
      this.saveEnded = undefined;
    }
  }

  private finish(): void {
    this.closing = true;
    if (this.quitting) app.quit();
    else this.window.close();
  }
}
