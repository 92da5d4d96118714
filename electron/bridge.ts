/** API that the preload script exposes to the editor as `window.ductile`. The editor imports only this type and does not depend on Electron. */
export interface DuctileBridge {
  /** `darwin`, `linux` or `win32`. */
  readonly platform: string;
  readonly versions: BridgeVersions;

  /**
   * Requests a connection to the simulation host; waits while it starts, and restarts it where it was given up. The `MessagePort`
   * cannot pass through a bridge: it arrives as a `message` event of the window whose data is a `HostPortMessage` with the number that
   * this resolves with (see `openHostConnection`). Rejects where the host cannot be started.
   */
  connectHost(): Promise<number>;
  /** The simulation process ended unexpectedly: its connections are closed. Finished frames are kept; connect again. */
  onHostLost(handler: (lost: HostLost) => void): Unsubscribe;

  /** A command was chosen in the native menu, by its name; on macOS also by its shortcut, even while a text field has the focus. */
  onCommand(handler: (command: string) => void): Unsubscribe;
  /** A shot should be opened: file association, second start, recent list of the system or the menu. The host is granted the path. */
  onOpenPath(handler: (path: string) => void): Unsubscribe;
  /** The window is closing and the artist chose to save. Resolve with whether the document was saved: the window closes only then. */
  onSaveBeforeClose(handler: () => Promise<boolean>): Unsubscribe;

  /** Native dialogs. They resolve with undefined (or an empty list) when cancelled; the host is granted chosen paths. */
  openShotDialog(): Promise<string | undefined>;
  saveShotDialog(name: string): Promise<string | undefined>;
  importMeshDialog(): Promise<readonly string[]>;
  /** `extensions` without dots; the first is appended to a name without one. */
  exportDialog(name: string, extensions: readonly string[]): Promise<string | undefined>;

  /** Returns the path of a dropped file, which the host is granted; undefined for a file that is not on disk. */
  pathForFile(file: File): Promise<string | undefined>;

  recentShots(): Promise<readonly RecentShot[]>;
  clearRecentShots(): Promise<void>;

  /** Sets the document of the window: its title, its dirty mark and whether closing asks. */
  setDocumentState(state: DocumentState): void;
  /** Sets labels, states and shortcuts of commands in the native menu (`Undo move pin`); commands left out keep theirs. */
  setMenuState(state: MenuState): void;
  /** Scales the user interface by a factor from 1 to 2, like the zoom of a browser. */
  setScale(factor: number): void;
  /** Opens a page in the system's browser; pages that are not on the program's list are ignored. */
  openExternal(url: string): void;
}

export type Unsubscribe = () => void;

export interface BridgeVersions {
  readonly ductile: string;
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
}

export interface HostLost {
  /** Reason as a sentence. */
  readonly reason: string;
  /** False where it failed too often in succession; `connectHost` tries once more. */
  readonly restarting: boolean;
}

export interface RecentShot {
  readonly path: string;
  /** File name without extension. */
  readonly name: string;
  /** ISO 8601. */
  readonly lastOpened: string;
  /** Whether the file is missing now. */
  readonly missing: boolean;
}

export interface DocumentState {
  /** Path of the file; undefined for a document that was never saved. */
  readonly path?: string;
  /** Name in the title. */
  readonly name: string;
  readonly dirty: boolean;
}

export interface MenuItemState {
  readonly label?: string;
  readonly enabled?: boolean;
  readonly checked?: boolean;
  /** Shortcut in Electron's syntax: `CmdOrCtrl+Shift+Z`. */
  readonly accelerator?: string;
}
export type MenuState = Readonly<Record<string, MenuItemState>>;

/** Data of the window message that carries the port of a host connection. */
export interface HostPortMessage {
  readonly ductile: 'host-port';
  readonly connection: number;
}
