import { MessageChannelMain, utilityProcess, type Details, type MessagePortMain, type UtilityProcess } from 'electron';
import type { HostLost } from './bridge.ts';
import { hostReport, type HostCommand, type HostReport } from './hostMessages.ts';
import type { PathGrant } from './pathGrants.ts';

/** A promise that is settled by its owner. */
class Deferred {
  readonly promise: Promise<void>;
  resolve: () => void = () => undefined;
  reject: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** Name of the process in task managers and in `child-process-gone`. */
export const HOST_SERVICE = 'Ductile simulation';
/** Delays before the process is restarted, by the number of consecutive failures. Milliseconds. */
const BACK_OFF = [250, 1000, 4000, 15_000];
/** A process that lived this long did not fail at its start. Milliseconds. */
const STEADY = 60_000;
/** Length of the stored tail of the process's output, which explains its end. Characters. */
const LAST_WORDS = 4096;

export interface HostSupervisorOptions {
  readonly script: string;
  /** Folder of the process for files without a place of their own. */
  readonly workspace: string;
  /** The grants that every new process starts with. */
  readonly grants: () => readonly PathGrant[];
  readonly onLost: (lost: HostLost) => void;
}

interface Running {
  readonly child: UtilityProcess;
  readonly ready: Deferred;
  readonly startedAt: number;
  lastWords: string;
}

/**
 * Keeps the simulation process alive and opens connections to it. It sees no message of a connection: those go over ports between
 * page and process.
 */
export class HostSupervisor {
  private readonly options: HostSupervisorOptions;
  private running: Running | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Requests that wait for the next start. */
  private readonly waiting: Deferred[] = [];
  private readonly unconfirmed = new Map<number, () => void>();
  private failures = 0;
  private nextGrant = 1;
  private stopped = false;
  /** File extensions of readable meshes; empty until the process has reported them. */
  importExtensions: readonly string[] = [];

  constructor(options: HostSupervisorOptions) {
    this.options = options;
  }

  start(): void {
    if (this.running !== undefined || this.stopped) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const child = utilityProcess.fork(this.options.script, [this.options.workspace], {
      serviceName: HOST_SERVICE,
      stdio: ['ignore', 'inherit', 'pipe'],
      env: hostEnvironment(process.env),
    });
    const running: Running = { child, ready: new Deferred(), startedAt: performance.now(), lastWords: '' };
    this.running = running;
    child.stderr?.on('data', (data: Buffer) => {
      process.stderr.write(data);
      running.lastWords = (running.lastWords + data.toString('utf8')).slice(-LAST_WORDS);
    });
    child.on('message', (message: unknown) => {
      const report = hostReport.safeParse(message);
      if (report.success) this.receive(report.data, running);
    });
    child.on('exit', (code) => this.lose(running, exitReason(code)));
    this.tell({ kind: 'grant', id: this.nextGrant++, grants: [...this.options.grants()] });
    for (const waiter of this.waiting.splice(0)) waiter.resolve();
  }

  /** Returns the page's end of a new connection. Starts the process where it was given up. Rejects where it ends before it is ready. */
  async connect(): Promise<MessagePortMain> {
    if (this.stopped) throw new Error('the program is closing');
    if (this.timer === undefined) this.start();
    if (this.running === undefined) await this.nextStart();
    const { running } = this;
    await running?.ready.promise;
    if (running === undefined || running !== this.running) throw new Error('the simulation process did not start');
    const { port1, port2 } = new MessageChannelMain();
    running.child.postMessage({ kind: 'connect' } satisfies HostCommand, [port1]);
    return port2;
  }

  /** Resolves once the grants are in force, so that the page may learn the path; at once where no process runs. */
  async grant(grants: readonly PathGrant[]): Promise<void> {
    if (this.running === undefined) return;
    const id = this.nextGrant++;
    const confirmed = new Deferred();
    this.unconfirmed.set(id, confirmed.resolve);
    this.tell({ kind: 'grant', id, grants: [...grants] });
    await confirmed.promise;
  }

  /** Records Electron's report on a child process that is gone, which has more detail than an exit code. */
  noteGone({ type, serviceName, name, reason, exitCode }: Details): void {
    if (type !== 'Utility' || (serviceName !== HOST_SERVICE && name !== HOST_SERVICE)) return;
    if (this.running !== undefined && reason !== 'clean-exit') this.lose(this.running, goneReason(reason, exitCode));
  }

  /** Ends the process permanently. Frames are written completely or not at all, so it may end at any time. */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.running?.child.kill();
    this.running?.ready.resolve();
    this.running = undefined;
    for (const confirm of this.unconfirmed.values()) confirm();
    this.failWaiting();
  }

  private tell(command: HostCommand): void {
    this.running?.child.postMessage(command);
  }

  private receive(report: HostReport, { ready }: Running): void {
    if (report.kind === 'granted') {
      this.unconfirmed.get(report.id)?.();
      this.unconfirmed.delete(report.id);
    } else {
      this.importExtensions = report.importExtensions;
      ready.resolve();
    }
  }

  /** Handles the end of the process: reports the reason, and restarts it unless it fails repeatedly. */
  private lose(lost: Running, reason: string): void {
    if (this.running !== lost || this.stopped) return;
    this.running = undefined;
    for (const confirm of this.unconfirmed.values()) confirm();
    this.unconfirmed.clear();
    // Waiting requests are retried with the next process, or rejected where there is none.
    lost.ready.resolve();
    this.failures = performance.now() - lost.startedAt > STEADY ? 1 : this.failures + 1;
    const restarting = this.failures <= BACK_OFF.length;
    if (restarting) this.timer = setTimeout(() => this.start(), BACK_OFF[this.failures - 1]);
    else this.failWaiting();
    this.options.onLost({ reason: withLastWords(reason, lost.lastWords), restarting });
  }

  private nextStart(): Promise<void> {
    const waiter = new Deferred();
    this.waiting.push(waiter);
    return waiter.promise;
  }

  private failWaiting(): void {
    for (const waiter of this.waiting.splice(0)) waiter.reject(new Error('the simulation process does not start'));
  }
}

/** Returns the environment without variables that change how Node runs. */
export function hostEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(NODE|ELECTRON)_/.test(name)));
}

function exitReason(code: number): string {
  return code === 0 ? 'The simulation process ended.' : `The simulation process ended with code ${code}.`;
}

function goneReason(reason: Details['reason'], exitCode: number): string {
  switch (reason) {
    case 'oom':
      return 'The simulation process ran out of memory.';
    case 'killed':
      return 'The simulation process was killed.';
    case 'launch-failed':
      return `The simulation process could not be started (code ${exitCode}).`;
    default:
      return `The simulation process ${reason === 'crashed' ? 'crashed' : 'failed'} (code ${exitCode}).`;
  }
}

/** Appends the error that the process wrote before its end to the reason. */
function withLastWords(reason: string, lastWords: string): string {
  const error = lastWords.split('\n').findLast((line) => /^(Uncaught )?\w*(Error|Exception)\b.*:/.test(line));
  return error === undefined ? reason : `${reason} ${error.trim().slice(0, 300)}`;
}
