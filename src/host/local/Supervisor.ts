import type { ChildProcess } from 'node:child_process';
import { serveReport, type ServeOrder } from './processMessages.ts';

export interface SupervisorOptions {
  /** Starts a serving process. */
  readonly start: () => ChildProcess;
  /** Order for the first process; later ones get the port that it had. */
  readonly order: ServeOrder;
  /** A process listens; `restarted` is why the one before ended. */
  readonly onListening: (state: { readonly port: number; readonly pid: number; readonly restarted?: string }) => void;
  /** A process ended by itself and another is started. */
  readonly onEnd: (reason: string) => void;
  /** Waits before a start after one, two, three ... short lives, milliseconds: the last for all that follow. */
  readonly delays?: readonly number[];
  /** A life that was not short, milliseconds. */
  readonly longLife?: number;
  /** Milliseconds in which a process that is restarted must end by itself. */
  readonly grace?: number;
}

interface End {
  readonly listened: boolean;
  readonly reason: string;
}

/** Milliseconds in which a process that is restarted must end by itself. */
const GRACE = 3000;

/** Calls of `stop` within so many milliseconds are one. */
const SAME_WISH = 700;

/** Watches over the serving process: starts another at the same address when it dies, whatever it died of, until it is stopped. */
export class Supervisor {
  private readonly options: SupervisorOptions;
  private child: ChildProcess | undefined;
  private stopping = false;
  private restarting = false;
  /** Time at which it was asked to stop, milliseconds. */
  private stopped = 0;
  /** Ends a wait between two starts. */
  private wake: () => void = () => undefined;

  constructor(options: SupervisorOptions) {
    this.options = options;
  }

  /** Resolves when it was stopped, or with the reason why the first process could not begin. */
  async run(): Promise<string | undefined> {
    const { order, onEnd, delays = [0, 250, 1000, 3000], longLife = 20_000 } = this.options;
    let next = order;
    let shortLives = 0;
    let began = false;
    while (!this.stopping) {
      const born = performance.now();
      const end = await this.live(next, (port) => (next = { ...next, port }));
      if (this.stopping) return undefined;
      began ||= end.listened;
      if (!began) return end.reason;
      const { restarting } = this;
      this.restarting = false;
      const reason = restarting ? ON_REQUEST : end.reason;
      onEnd(reason);
      shortLives = restarting || performance.now() - born > longLife ? 0 : shortLives + 1;
      next = { ...next, ticket: undefined, notice: noticeOf(reason) };
      await this.wait(delays[Math.min(Math.max(0, shortLives - 1), delays.length - 1)]);
    }
    return undefined;
  }

  /** Asks the process to end; called again later, ends it. One key press in a terminal may come as several signals. */
  stop(): void {
    const first = !this.stopping;
    if (first) this.stopped = performance.now();
    else if (performance.now() - this.stopped < SAME_WISH) return;
    this.stopping = true;
    this.child?.kill(first ? 'SIGTERM' : 'SIGKILL');
    this.wake();
  }

  /** Has the process end, and another start in its place; one that does not end is killed. */
  restart(): void {
    const { child } = this;
    if (child === undefined || this.stopping || this.restarting) return;
    this.restarting = true;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), this.options.grace ?? GRACE);
    child.once('exit', () => clearTimeout(timer));
  }

  /** One process from its start to its end. */
  private live(order: ServeOrder, listening: (port: number) => void): Promise<End> {
    const child = this.options.start();
    this.child = child;
    let listened = false;
    let told: string | undefined;
    child.on('message', (message) => {
      const report = serveReport.safeParse(message);
      if (!report.success) return;
      if (report.data.kind === 'failed') told = report.data.reason;
      else {
        listened = true;
        listening(report.data.port);
        const restarted = order.notice;
        this.options.onListening({ port: report.data.port, pid: child.pid ?? 0, restarted });
      }
    });
    return new Promise((resolve) => {
      const finish = (reason: string) => resolve({ listened, reason: told ?? reason });
      child.once('error', (error) => finish(error.message));
      child.once('exit', (code, signal) => finish(describeEnd(code, signal)));
      // A process that is gone at once ends by its `exit`.
      child.send(order, () => undefined);
    });
  }

  private async wait(milliseconds: number): Promise<void> {
    if (this.stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const ON_REQUEST = 'it was restarted on request';

function noticeOf(reason: string): string {
  return `The simulation process ended and was started again: ${reason}. Finished frames are kept.`;
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGKILL') return 'it was killed, perhaps because memory ran out';
  if (signal === 'SIGABRT' || code === 134) return 'it aborted, most often because memory ran out';
  return signal === null ? `it ended with code ${code ?? 'unknown'}` : `it was ended by ${signal}`;
}
