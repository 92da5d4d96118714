import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';

/** An event whose default can be prevented, as Electron's are. */
export class FakeEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Emits an event that can be prevented, and says whether it was. */
export function emitPreventable(target: EventEmitter, name: string, details: object = {}, ...rest: unknown[]): boolean {
  const event = Object.assign(new FakeEvent(), details);
  target.emit(name, event, ...rest);
  return event.defaultPrevented;
}

export class FakePort extends EventEmitter {
  other: FakePort | undefined;
  private started = false;
  private closed = false;
  private readonly queue: unknown[] = [];

  /** Posts a message as between processes: structured clones, later, and no buffer moves. */
  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.some((item) => !(item instanceof FakePort))) throw new TypeError('only ports can be transferred');
    const clone: unknown = structuredClone(message);
    const { other } = this;
    queueMicrotask(() => other?.arrive(clone));
  }

  start(): void {
    this.started = true;
    for (const data of this.queue.splice(0)) this.emit('message', { data, ports: [] });
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    const { other } = this;
    this.other = undefined;
    queueMicrotask(() => {
      if (other === undefined) return;
      other.other = undefined;
      other.emit('close');
    });
  }

  private arrive(data: unknown): void {
    if (this.started) this.emit('message', { data, ports: [] });
    else this.queue.push(data);
  }
}

export class FakeWebContents extends EventEmitter {
  /** Set by `guardContents`. */
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  readonly sent: [channel: string, ...args: unknown[]][] = [];
  readonly ports: { channel: string; message: unknown; port: FakePort }[] = [];
  readonly reload = vi.fn();
  readonly forcefullyCrashRenderer = vi.fn(() => {
    this.emit('render-process-gone', new FakeEvent(), { reason: 'killed', exitCode: 9 });
  });

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }

  send(channel: string, ...args: unknown[]): void {
    this.sent.push([channel, ...args]);
  }

  postMessage(channel: string, message: unknown, [port]: FakePort[]): void {
    this.ports.push({ channel, message, port });
  }

  /** What was sent over a channel, without the channel. */
  sentOver(channel: string): unknown[] {
    return this.sent.filter(([name]) => name === channel).map(([, ...args]) => args[0]);
  }
}

const windows: FakeWindow[] = [];

export class FakeWindow extends EventEmitter {
  readonly options: Record<string, unknown>;
  readonly webContents = new FakeWebContents();
  readonly loadURL = vi.fn(() => Promise.resolve());
  readonly show = vi.fn();
  readonly focus = vi.fn();
  readonly restore = vi.fn();
  readonly maximize = vi.fn();
  readonly setTitle = vi.fn();
  readonly setDocumentEdited = vi.fn();
  readonly setRepresentedFilename = vi.fn();
  bounds = { x: 40, y: 50, width: 1200, height: 800 };
  minimized = false;
  destroyed = false;

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    windows.push(this);
    app.emit('web-contents-created', new FakeEvent(), this.webContents);
  }

  static fromWebContents(contents: FakeWebContents): FakeWindow | null {
    return windows.find((window) => window.webContents === contents) ?? null;
  }

  close(): void {
    if (!this.destroyed && !emitPreventable(this, 'close')) this.destroy();
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('closed');
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  isMaximized(): boolean {
    return false;
  }

  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return this.bounds;
  }
}

const forked: FakeUtilityProcess[] = [];

export class FakeUtilityProcess extends EventEmitter {
  readonly script: string;
  readonly args: readonly string[];
  readonly options: Record<string, unknown>;
  readonly stderr = new EventEmitter();
  readonly received: { message: { kind: string } & Record<string, unknown>; ports: FakePort[] }[] = [];
  readonly kill = vi.fn(() => true);
  /** Whether grants are answered as the real process does. */
  confirms = true;

  constructor(script: string, args: readonly string[], options: Record<string, unknown>) {
    super();
    this.script = script;
    this.args = args;
    this.options = options;
    forked.push(this);
  }

  postMessage(message: { kind: string } & Record<string, unknown>, ports: FakePort[] = []): void {
    this.received.push({ message, ports });
    if (message.kind === 'grant' && this.confirms)
      queueMicrotask(() => this.emit('message', { kind: 'granted', id: message['id'] }));
  }

  /** Folders that this process was granted. */
  grantedFolders(): string[] {
    return this.received.flatMap(({ message }) =>
      message.kind === 'grant' ? (message['grants'] as { folder: string }[]).map(({ folder }) => folder) : [],
    );
  }

  sayReady(): void {
    this.emit('message', { kind: 'ready', importExtensions: ['obj', 'ply'] });
  }
}

type Listener = (event: unknown, ...args: unknown[]) => unknown;

class FakeIpcMain extends EventEmitter {
  readonly handlers = new Map<string, Listener>();
  handle(channel: string, listener: Listener): void {
    this.handlers.set(channel, listener);
  }
}

class FakeSession extends EventEmitter {
  permissionRequest:
    | ((contents: unknown, permission: string, callback: (granted: boolean) => void, details: unknown) => void)
    | undefined;
  permissionCheck: ((contents: unknown, permission: string, origin: string) => boolean) | undefined;
  devicePermission: (() => boolean) | undefined;
  displayMedia: ((request: unknown, callback: (streams: unknown) => void) => void) | undefined;
  readonly protocol = { handle: vi.fn() };

  setPermissionRequestHandler(handler: FakeSession['permissionRequest']): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: FakeSession['permissionCheck']): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: FakeSession['devicePermission']): void {
    this.devicePermission = handler;
  }
  setDisplayMediaRequestHandler(handler: FakeSession['displayMedia']): void {
    this.displayMedia = handler;
  }
}

class FakeApp extends EventEmitter {
  /** Folder in which `getPath` makes its folders; a test sets it. */
  folder = '';
  readonly quit = vi.fn();
  readonly requestSingleInstanceLock = vi.fn((_data: unknown) => true);
  readonly enableSandbox = vi.fn();
  readonly setAppUserModelId = vi.fn();
  readonly addRecentDocument = vi.fn();
  readonly clearRecentDocuments = vi.fn();
  private ready: () => void = () => undefined;
  private readonly readiness = new Promise<void>((resolve) => {
    this.ready = resolve;
  });

  getPath(name: string): string {
    const folder = join(this.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  whenReady(): Promise<void> {
    return this.readiness;
  }

  becomeReady(): void {
    this.ready();
  }
}

const app = new FakeApp();
const defaultSession = new FakeSession();

class MessageChannelMain {
  readonly port1 = new FakePort();
  readonly port2 = new FakePort();
  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
const displays = [{ id: 1, workArea }];

/** Everything of Electron that the program uses, with what a test may look at beside it. */
export const fakeElectron = {
  app,
  windows,
  forked,
  displays,
  BrowserWindow: FakeWindow,
  MessageChannelMain,
  Menu: {
    buildFromTemplate: vi.fn((template: unknown) => template),
    setApplicationMenu: vi.fn((_menu: unknown) => undefined),
  },
  contextBridge: { exposeInMainWorld: vi.fn() },
  dialog: {
    showMessageBox: vi.fn(() => Promise.resolve({ response: 0 })),
    showOpenDialog: vi.fn(() => Promise.resolve({ canceled: true, filePaths: [] as string[] })),
    showSaveDialog: vi.fn(() => Promise.resolve({ canceled: true, filePath: '' })),
  },
  ipcMain: new FakeIpcMain(),
  ipcRenderer: Object.assign(new EventEmitter(), { invoke: vi.fn(), send: vi.fn() }),
  nativeTheme: { themeSource: 'system' },
  protocol: { registerSchemesAsPrivileged: vi.fn() },
  screen: { getPrimaryDisplay: () => displays[0], getAllDisplays: () => displays },
  session: { defaultSession },
  shell: { openExternal: vi.fn(() => Promise.resolve()) },
  utilityProcess: {
    fork: (script: string, args: readonly string[], options: Record<string, unknown>) =>
      new FakeUtilityProcess(script, args, options),
  },
  webFrame: { setZoomFactor: vi.fn((_factor: number) => undefined) },
  webUtils: { getPathForFile: vi.fn((_file: unknown) => '') },
};

/** A message of the editor's page, as the main process sees it. */
export function fromPage(contents: FakeWebContents, url = 'app://ductile/index.html', parent: unknown = null) {
  return { sender: contents, senderFrame: { url, parent } };
}

/** Lets promises settle that wait for the file system, too. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
