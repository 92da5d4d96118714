import { BrowserWindow, screen } from 'electron';
import type { HostLost } from './bridge.ts';
import { channels } from './channels.ts';
import { CloseGuard } from './CloseGuard.ts';
import type { JsonFile } from './JsonFile.ts';
import { OpenRequests } from './openRequests.ts';
import { APP_URL } from './origin.ts';
import { watchRenderer } from './watchRenderer.ts';
import { windowOptions } from './windowOptions.ts';
import { placeWindow, trackWindow, type WindowState } from './WindowState.ts';

/** The only window of the program, and the messages to its page. */
export class EditorWindow {
  readonly window: BrowserWindow;
  readonly closeGuard: CloseGuard;
  readonly openRequests: OpenRequests;
  private revealed = false;

  constructor(preload: string, stateFile: JsonFile<WindowState>) {
    const { workArea, id } = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter((display) => display.id !== id);
    const placement = placeWindow(stateFile.read(), [workArea, ...others.map((display) => display.workArea)]);
    this.window = new BrowserWindow(windowOptions(placement, preload));
    this.closeGuard = new CloseGuard(this.window);
    this.openRequests = new OpenRequests((path) => this.send(channels.openPath, path));
    trackWindow(this.window, stateFile);
    watchRenderer(this.window);
    this.window.once('ready-to-show', () => {
      if (placement.maximized) this.window.maximize();
      this.reveal();
    });
    const contents = this.window.webContents;
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.openRequests.pageGone();
    });
    contents.on('render-process-gone', () => this.openRequests.pageGone());
    this.window.loadURL(APP_URL).catch((error: unknown) => {
      process.stderr.write(`the editor could not be loaded: ${String(error)}\n`);
      this.reveal();
    });
  }

  send(channel: string, ...args: unknown[]): void {
    if (!this.window.isDestroyed()) this.window.webContents.send(channel, ...args);
  }

  tellHostLost(lost: HostLost): void {
    this.send(channels.hostLost, lost);
  }

  /** Shows title and dirty mark; where nothing is open, the program's name. */
  showDocument(name: string, dirty: boolean): void {
    this.closeGuard.noteDocument({ name, dirty });
    this.window.setTitle(name === '' ? 'Ductile' : `${dirty ? '• ' : ''}${name} — Ductile`);
    this.window.setDocumentEdited(dirty);
  }

  /** Sets the file of the window, which macOS shows in its title. */
  showFile(path: string | undefined): void {
    this.window.setRepresentedFilename(path ?? '');
  }

  /** Brings the window to the front; a window that is still loading shows itself. */
  focus(): void {
    if (!this.revealed) return;
    if (this.window.isMinimized()) this.window.restore();
    this.window.show();
    this.window.focus();
  }

  private reveal(): void {
    this.revealed = true;
    this.window.show();
  }
}
