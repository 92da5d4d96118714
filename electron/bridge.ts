/** What the preload script gives to the editor as `window.ductile`. The editor imports this type alone and knows no Electron. */
export interface DuctileBridge {
  /** `darwin`, `linux` or `win32`. */
  readonly platform: string;
  readonly versions: BridgeVersions;

  /**
   * Asks for a connection with the simulation host; waits while it starts, and starts it again where it was given up. The `MessagePort`
   * cannot pass through a bridge: it arrives as a `message` event of the window whose data is a `HostPortMessage` with the number that
   * this resolves with (see `openHostConnection`). Rejects where the host cannot be started.
   */
  connectHost(): Promise<number>;
  /** The simulation process ended unasked: its connections are closed. Finished frames are kept; connect again. */
  onHostLost(handler: (lost: HostLost) => void): Unsubscribe;

  /** A command was chosen in the native menu, by its name; on macOS also by its shortcut, even while a text field has the focus. */
  onCommand(handler: (command: string) => void): Unsubscribe;
  /** A shot is to be opened: file association, second start, recent list of the system or the menu. The path may be named to the host. */
  onOpenPath(handler: (path: string) => void): Unsubscribe;
  /** The window is closing and the artist chose to save. Resolve with whether the document was saved: only then the window closes. */
  onSaveBeforeClose(handler: () => Promise<boolean>): Unsubscribe;

  /** Native dialogs. They resolve with undefined (or nothing chosen) when cancelled; chosen paths may be named to the host. */
  openShotDialog(): Promise<string | undefined>;
  saveShotDialog(name: string): Promise<string | undefined>;
  importMeshDialog(): Promise<readonly string[]>;
  /** `extensions` without dots; the first is added where the artist writes none. */
  exportDialog(name: string, extensions: readonly string[]): Promise<string | undefined>;

  /** The path of a dropped file, which may then be named to the host; undefined for a file that is on no disk. */
  pathForFile(file: File): Promise<string | undefined>;

  recentShots(): Promise<readonly RecentShot[]>;
  clearRecentShots(): Promise<void>;

  /** The document of the window: its title, its dirty mark and whether closing asks. */
  setDocumentState(state: DocumentState): void;
  /** Labels, states and shortcuts of commands in the native menu (`Undo move pin`); commands left out keep theirs. */
  setMenuState(state: MenuState): void;
  /** Shows everything larger by a factor from 1 to 2: as a browser does that zooms the page. */
  setScale(factor: number): void;
  /** Opens a page in the system's browser; those that are not on the program's list are ignored. */
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
  /** A sentence. */
  readonly reason: string;
  /** False where it failed too often in a row; `connectHost` tries once more. */
  readonly restarting: boolean;
}

export interface RecentShot {
  readonly path: string;
  /** Of the file, without its ending. */
  readonly name: string;
  /** ISO 8601. */
  readonly lastOpened: string;
  /** The file is not there now. */
  readonly missing: boolean;
}

export interface DocumentState {
  /** Undefined for a document that was never saved. */
  readonly path?: string;
  /** As shown in the title. */
  readonly name: string;
  readonly dirty: boolean;
}

export interface MenuItemState {
  readonly label?: string;
  readonly enabled?: boolean;
  readonly checked?: boolean;
  /** As Electron writes them: `CmdOrCtrl+Shift+Z`. */
  readonly accelerator?: string;
}
export type MenuState = Readonly<Record<string, MenuItemState>>;

/** Data of the window message that carries the port of a host connection. */
export interface HostPortMessage {
  readonly ductile: 'host-port';
  readonly connection: number;
}
