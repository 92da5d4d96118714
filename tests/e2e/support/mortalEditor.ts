import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A process that serves, as the one that watches over it announces it. */
interface Listening {
  readonly kind: 'listening';
  readonly address: string;
  readonly hostPid: number;
}

/** The local host as `npm start` runs it, without work in the background, whose processes can be killed without warning. */
export class MortalEditor {
  private readonly child: ChildProcess;
  private readonly listening: Listening[] = [];
  private wake: () => void = () => undefined;
  private text = '';

  private constructor(child: ChildProcess) {
    this.child = child;
    child.stdout!.on('data', (chunk: Buffer) => this.read(chunk.toString()));
    child.once('exit', () => this.wake());
  }

  /** Starts an editor with its workspace and state in `folder`, where those of an earlier one may be. */
  static async start(folder: string): Promise<MortalEditor> {
    const workspace = join(folder, 'workspace');
    mkdirSync(workspace, { recursive: true });
    const program = [resolve('dist/localHost.js'), '--json', '--no-open', '--no-samples', '--workspace', workspace];
    const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };
    const editor = new MortalEditor(spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'inherit'] }));
    await editor.started(1);
    return editor;
  }

  /** Address of the start page. */
  get address(): string {
    const address = new URL(this.latest.address);
    address.searchParams.delete('sample');
    return address.href;
  }

  addressOf(shot: string): string {
    return `${this.address}&${new URLSearchParams({ shot }).toString()}`;
  }

  /** Kills the process that serves and simulates; another one is started. */
  killHost(): void {
    process.kill(this.latest.hostPid, 'SIGKILL');
  }

  /** Resolves once `count` serving processes have begun to listen. */
  async started(count: number): Promise<void> {
    while (this.listening.length < count) {
      if (this.ended) throw new Error(`the local host ended with ${this.child.exitCode}:\n${this.text}`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Kills both processes, the watching one first. */
  async killAll(): Promise<void> {
    await this.end('SIGKILL');
    this.killHost();
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  private get latest(): Listening {
    return this.listening.at(-1)!;
  }

  private get ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.ended) return;
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill(signal);
    await gone;
  }

  private read(text: string): void {
    const lines = (this.text + text).split('\n');
    this.text = lines.pop() ?? '';
    for (const line of lines) {
      const object = JSON.parse(line) as Listening | { readonly kind: 'error' };
      if (object.kind === 'listening') this.listening.push(object);
    }
    this.wake();
  }
}
