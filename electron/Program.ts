import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { app, BrowserWindow, Menu, type IpcMain, type WebContents } from 'electron';
import type { DocumentState, MenuState } from './bridge.ts';
import { channels } from './channels.ts';
import { EditorWindow } from './EditorWindow.ts';
import { openExternalPage } from './externalPages.ts';
import { chooseExportFile, chooseMeshes, chooseShot, chooseShotFile } from './fileDialogs.ts';
import { HostSupervisor } from './HostSupervisor.ts';
import { IpcRouter } from './IpcRouter.ts';
import { JsonFile } from './JsonFile.ts';
import { menuTemplate } from './menuTemplate.ts';
import { PathGrants, type PathGrant } from './pathGrants.ts';
import type { ProgramFiles } from './programFiles.ts';
import { RecentShots, recentShotsSchema } from './RecentShots.ts';
import { windowStateSchema, type WindowState } from './WindowState.ts';
import { z } from 'zod';
import { menuCommands } from './menuTable.ts';

const path = z.string().min(1).max(4096);
/** A file name without a folder. */
const fileName = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !/[\\/\0]/.test(name), { message: 'not a file name' });
const extension = z.string().regex(/^[a-z0-9]{1,16}$/);

const menuItemState = z.strictObject({
  label: z.string().min(1).max(120).optional(),
  enabled: z.boolean().optional(),
  checked: z.boolean().optional(),
  accelerator: z
    .string()
    .regex(/^[\x20-\x7e]{1,40}$/)
    .optional(),
});

/** The arguments of every message that the preload script sends. */
const ipcSchemas = {
  none: z.tuple([]),
  name: z.tuple([fileName]),
  exportDialog: z.tuple([fileName, z.array(extension).min(1).max(20)]),
  path: z.tuple([path]),
  documentState: z.tuple([z.strictObject({ path: path.optional(), name: z.string().max(200), dirty: z.boolean() })]),
  documentSaved: z.tuple([z.boolean()]),
  menuState: z.tuple([
    z
      .record(z.string().max(64), menuItemState)
      .refine((state) => Object.keys(state).every((id) => menuCommands.has(id)), {
        message: 'not a command of the menu',
      }),
  ]),
  address: z.tuple([z.string().max(2048)]),
} as const;

/** The running program: one window, the simulation process, the menu and the files that the artist has opened. */
export class Program {
  readonly host: HostSupervisor;
  private readonly files: ProgramFiles;
  private readonly grants: PathGrants;
  private readonly workspace: string;
  private readonly recent: RecentShots;
  private readonly windowState: JsonFile<WindowState>;
  private editor: EditorWindow | undefined;
  private menuState: MenuState = {};
  /** The document's file as the page reports it, and the same once it is verified to be one that the artist chose. */
  private claimedPath: string | undefined;
  private documentPath: string | undefined;
  private nextConnection = 1;

  constructor(files: ProgramFiles) {
    this.files = files;
    const settings = app.getPath('userData');
    this.windowState = new JsonFile(join(settings, 'window.json'), windowStateSchema);
    this.recent = new RecentShots(new JsonFile(join(settings, 'recent-shots.json'), recentShotsSchema), () =>
      this.showMenu(),
    );
    this.workspace = makeWorkspace(settings);
    this.grants = new PathGrants(this.workspace);
    this.grants.add({ folder: files.samples, purpose: 'read' });
    for (const path of this.recent.paths) this.grants.add(folderOf(path));
    this.host = new HostSupervisor({
      script: files.host,
      workspace: this.workspace,
      grants: () => this.grants.all,
      onLost: (lost) => this.editor?.tellHostLost(lost),
    });
  }

  /** Opens the window, or brings it to the front. */
  show(): void {
    if (this.editor !== undefined) {
      this.editor.focus();
      return;
    }
    const editor = new EditorWindow(this.files.preload, this.windowState);
    this.editor = editor;
    editor.window.on('closed', () => {
      this.editor = undefined;
      this.claimedPath = undefined;
      this.documentPath = undefined;
    });
    this.showMenu();
  }

  /** Opens a shot that the artist chose outside the page. */
  async open(path: string): Promise<void> {
    this.show();
    await this.allow(path);
    this.editor?.openRequests.add(path);
  }

  noteQuit(): void {
    this.editor?.closeGuard.noteQuit();
  }

  /** Registers the handlers of the page's messages. */
  serve(ipc: IpcMain): void {
    const router = new IpcRouter(ipc);
    const { none, name, path, exportDialog, address, documentState, documentSaved, menuState } = ipcSchemas;
    router.handle(channels.connectHost, none, (_args, { sender }) => this.connect(sender));
    router.handle(channels.openShotDialog, none, (_args, { sender }) => this.choose((w) => chooseShot(w), sender));
    router.handle(channels.saveShotDialog, name, ([file], { sender }) =>
      this.choose((window) => chooseShotFile(window, this.folder(), file), sender),
    );
    router.handle(channels.exportDialog, exportDialog, ([file, extensions], { sender }) =>
      this.choose((window) => chooseExportFile(window, this.folder(), file, extensions), sender),
    );
    router.handle(channels.importMeshDialog, none, async (_args, { sender }) => {
      const paths = await chooseMeshes(windowOf(sender), this.host.importExtensions);
      await this.allow(...paths);
      return paths;
    });
    router.handle(channels.grantFile, path, ([file]) => this.allow(file));
    router.handle(channels.recentShots, none, () => this.recent.list());
    router.handle(channels.clearRecentShots, none, () => this.recent.clear());
    router.on(channels.openPathReady, none, () => this.editor?.openRequests.pageReady());
    router.on(channels.documentState, documentState, ([state]) => this.noteDocument(state));
    router.on(channels.documentSaved, documentSaved, ([saved]) => this.editor?.closeGuard.noteSaved(saved));
    router.on(channels.menuState, menuState, ([state]) => {
      this.menuState = { ...this.menuState, ...state };
      this.showMenu();
    });
    router.on(channels.openExternal, address, ([url]) => openExternalPage(url));
  }

  private async connect(page: WebContents): Promise<number> {
    const port = await this.host.connect();
    const connection = this.nextConnection++;
    page.postMessage(channels.hostPort, connection, [port]);
    return connection;
  }

  private async choose(
    ask: (window: BrowserWindow) => Promise<string | undefined>,
    page: WebContents,
  ): Promise<string | undefined> {
    const path = await ask(windowOf(page));
    if (path !== undefined) await this.allow(path);
    return path;
  }

  /** Grants the folders of files; resolves once the host has the grants. */
  private async allow(...paths: readonly string[]): Promise<void> {
    const grants = paths.map(folderOf);
    for (const grant of grants) this.grants.add(grant);
    await this.host.grant(grants);
  }

  private noteDocument({ path, name, dirty }: DocumentState): void {
    this.editor?.showDocument(name, dirty);
    if (path === this.claimedPath) return;
    this.claimedPath = path;
    this.documentPath = undefined;
    this.editor?.showFile(undefined);
    if (path !== undefined) void this.noteFile(path);
  }

  /** Records the document's file, if the artist chose it: the page is untrusted, so other paths are neither shown nor remembered. */
  private async noteFile(path: string): Promise<void> {
    const known = await this.grants.covers(path, 'write');
    if (!known || this.claimedPath !== path) return;
    this.documentPath = path;
    this.editor?.showFile(path);
    this.recent.add(path);
  }

  /** Returns the folder where dialogs start. */
  private folder(): string {
    return this.documentPath === undefined ? this.workspace : dirname(this.documentPath);
  }

  private showMenu(): void {
    const template = menuTemplate({
      mac: process.platform === 'darwin',
      state: this.menuState,
      recent: this.recent.list(),
      send: (command) => this.editor?.send(channels.command, command),
      openRecent: (path) => void this.open(path),
      clearRecent: () => this.recent.clear(),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
}

/** Returns the folder of new shots, shared with the browser host: `DUCTILE_WORKSPACE`, else `~/Ductile`; in the settings folder where neither can be created. */
function makeWorkspace(settings: string): string {
  const named = process.env['DUCTILE_WORKSPACE'];
  const wanted = named !== undefined && named !== '' ? resolve(named) : join(app.getPath('home'), 'Ductile');
  try {
    mkdirSync(wanted, { recursive: true });
    return wanted;
  } catch (error) {
    process.stderr.write(`${wanted} could not be made: ${String(error)}\n`);
    const folder = join(settings, 'workspace');
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/** Returns the folder of a shot, which also contains its meshes, its cache and its exports. */
function folderOf(path: string): PathGrant {
  return { folder: dirname(path), purpose: 'write' };
}

function windowOf(page: WebContents): BrowserWindow {
  const window = BrowserWindow.fromWebContents(page);
  if (window === null) throw new Error('the window is closed');
  return window;
}
