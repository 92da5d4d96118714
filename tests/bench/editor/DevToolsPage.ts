import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { processMemory, type Heap, type MemoryUse } from './memoryUse.ts';
import { browserArguments, chromiumPath } from '../../e2e/support/browser.ts';

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly sessionId?: string; readonly targetInfo?: { readonly type: string } };
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * A page of a browser that is driven over the bare DevTools protocol. Nothing listens to its network, so that sockets are as fast as for an
 * artist: under a test library their payloads are copied through the protocol.
 */
export class DevToolsPage {
  private readonly browser: ChildProcess;
  private readonly profile: string;
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, { settle(result: unknown): void; fail(error: Error): void }>();
  private nextId = 1;
  /** Sessions of the workers that the page has now. */
  private readonly workers = new Set<string>();

  private constructor(browser: ChildProcess, profile: string, socket: WebSocket) {
    this.browser = browser;
    this.profile = profile;
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.receive(JSON.parse(data.toString()) as Answer));
  }

  /** An empty page of its own browser. */
  static async open(width: number, height: number): Promise<DevToolsPage> {
    const profile = await mkdtemp(join(tmpdir(), 'ductile-bench-'));
    const args = [
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--headless',
      `--window-size=${width},${height}`,
    ];
    const browser = spawn(await chromiumPath(), [...args, ...browserArguments, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const port = await debuggingPort(browser);
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
      readonly type: string;
      readonly webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const page = new DevToolsPage(browser, profile, socket);
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await page.send('Emulation.setDeviceMetricsOverride', metrics);
    await page.send('Performance.enable', { timeDomain: 'timeTicks' });
    await page.send('Page.enable', {});
    await page.send('Inspector.enable', {});
    return page;
  }

  /** Calls a method of the page, or of the worker with this session. */
  send<T = unknown>(method: string, params: Readonly<Record<string, unknown>> = {}, sessionId?: string): Promise<T> {
    const id = this.nextId++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(id, { settle: (result) => resolve(result as T), fail: reject });
      this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /** Runs a function in every document before its own scripts. */
  async before<A extends readonly unknown[]>(script: (...args: A) => void, ...args: A): Promise<void> {
    await this.send('Page.addScriptToEvaluateOnNewDocument', { source: callOf(script, args) });
  }

  /** Runs a function in the page and gives what it gives, as JSON. It may use nothing of its surroundings. */
  async run<A extends readonly unknown[], R>(script: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: Awaited<R> };
      exceptionDetails?: { readonly exception?: { readonly description?: string } };
    }>('Runtime.evaluate', { expression: callOf(script, args), awaitPromise: true, returnByValue: true });
    if (exceptionDetails === undefined) return result.value;
    throw new Error(exceptionDetails.exception?.description ?? 'a script of the page failed');
  }

  /** Waits until a function in the page gives something true. */
  async until<A extends readonly unknown[]>(script: (...args: A) => boolean, ...args: A): Promise<void> {
    for (let tries = 0; !(await this.run(script, ...args)); tries++) {
      if (tries > 6000) throw new Error(`the page never came so far: ${script.toString()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async go(url: string): Promise<void> {
    await this.send('Page.navigate', { url });
  }

  /** Presses and lets go a key of one character, or a named one such as `Enter`. */
  async press(key: string): Promise<void> {
    const text = key.length === 1 ? key : key === 'Enter' ? '\r' : undefined;
    const code = NAMED_KEYS[key] ?? key.toUpperCase().charCodeAt(0);
    const common = { key, code: key.length === 1 ? undefined : key, windowsVirtualKeyCode: code };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...common });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
  }

  /** Numbers that the browser keeps about the page, by name; times in seconds. */
  async metrics(): Promise<Readonly<Record<string, number>>> {
    const { metrics } = await this.send<{ metrics: { readonly name: string; readonly value: number }[] }>(
      'Performance.getMetrics',
    );
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  }

  /** Bytes of the page and of its workers after collecting garbage; the processes as the system sees them. */
  async memory(): Promise<MemoryUse> {
    await this.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    const page = await this.heap();
    const worker = { objects: 0, arrays: 0 };
    for (const session of this.workers) {
      const { objects, arrays } = await this.heap(session);
      worker.objects += objects;
      worker.arrays += arrays;
    }
    return { page, worker, ...(await processMemory(this.browser.pid!)) };
  }

  private async heap(session?: string): Promise<Heap> {
    await this.send('HeapProfiler.collectGarbage', {}, session);
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await this.send<{
      readonly usedSize: number;
      readonly embedderHeapUsedSize: number;
      readonly backingStorageSize: number;
    }>('Runtime.getHeapUsage', {}, session);
    return { objects: usedSize + embedderHeapUsedSize, arrays: backingStorageSize };
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.browser.once('exit', resolve));
    this.socket.close();
    this.browser.kill('SIGKILL');
    await gone;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  private receive({ id, method, params, result, error }: Answer): void {
    const session = params?.sessionId;
    if (method === 'Target.attachedToTarget' && params?.targetInfo?.type === 'worker') this.workers.add(session!);
    if (method === 'Target.detachedFromTarget') this.workers.delete(session!);
    if (method === 'Inspector.targetCrashed') {
      for (const { fail } of this.waiting.values()) fail(new Error('the page broke down'));
      this.waiting.clear();
    }
    if (id === undefined) return;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error === undefined) waiting?.settle(result);
    else waiting?.fail(new Error(error.message));
  }
}

/** Windows' numbers of keys that write nothing. */
const NAMED_KEYS: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, ArrowLeft: 37, ArrowRight: 39 };

function callOf(script: (...args: never[]) => unknown, args: readonly unknown[]): string {
  return `(${script.toString()})(${args.map((value) => JSON.stringify(value)).join(', ')})`;
}

function debuggingPort(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    browser.stderr!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text);
      if (found !== null) resolve(found[1]);
    });
    browser.once('exit', (code) => reject(new Error(`the browser ended with ${code}:\n${text}`)));
  });
}
