import type { JobContext } from '../base/job.ts';
import { terminalText } from '../base/terminalText.ts';
import type { CommandContext } from './Command.ts';
import { STANDARD_ERROR, STANDARD_OUTPUT, writeText } from './writeText.ts';

const BAR_WIDTH = 28;
/** Redraw at most this often, milliseconds: a terminal is slow. */
const REDRAW_INTERVAL = 80;

/** Progress as one line that is redrawn on a terminal; nothing where standard error is not one. */
class ProgressBar {
  private lastDrawn = -REDRAW_INTERVAL;
  private shown = false;

  draw(stage: string, fraction: number): void {
    const now = performance.now();
    if (now - this.lastDrawn < REDRAW_INTERVAL && fraction < 1) return;
    this.lastDrawn = now;
    const filled = Math.round(Math.min(1, Math.max(0, fraction)) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '·'.repeat(BAR_WIDTH - filled);
    writeText(
      STANDARD_ERROR,
      `\r\x1b[K${bar} ${String(Math.floor(100 * fraction)).padStart(3)} % ${terminalText(stage)}`,
    );
    this.shown = true;
  }

  clear(): void {
    if (this.shown) writeText(STANDARD_ERROR, '\r\x1b[K');
    this.shown = false;
  }
}

/** Values of the flag by which a command is cancelled: asked for, and heard by the command, which then comes to an end by itself. */
export const CANCEL_WANTED = 1;
const CANCEL_HEARD = 2;

/** What the thread of a command is told by the one that started it. */
export interface TerminalSetup {
  /** Flag that is not 0 once the user wants the command to stop; shared by both threads. */
  readonly cancelFlag: Int32Array;
  /** Standard error is a terminal: progress is drawn. */
  readonly isTerminal: boolean;
  /** Time at which the process started, ms since 1970. */
  readonly startedAt: number;
}

/** Progress, cancellation and output of a command. */
export function createTerminal(json: boolean, setup: TerminalSetup): CommandContext & { finish(): void } {
  const bar = new ProgressBar();
  const job: JobContext = {
    progress: (stage, fraction) => {
      if (setup.isTerminal && !json) bar.draw(stage, fraction);
    },
    cancelled: () => {
      if (Atomics.load(setup.cancelFlag, 0) === 0) return false;
      Atomics.store(setup.cancelFlag, 0, CANCEL_HEARD);
      return true;
    },
  };
  const write = (descriptor: number, line: string) => {
    bar.clear();
    // Whoever read our output is gone, as after `| head`: stop as if interrupted.
    if (!writeText(descriptor, `${terminalText(line)}\n`)) Atomics.store(setup.cancelFlag, 0, CANCEL_WANTED);
  };
  return {
    json,
    job,
    print: (line) => {
      if (!json) write(STANDARD_OUTPUT, line);
    },
    emit: (value) => {
      if (json) write(STANDARD_OUTPUT, JSON.stringify(value));
    },
    warn: (line) => write(STANDARD_ERROR, line),
    secondsSinceStart: () => (performance.timeOrigin + performance.now() - setup.startedAt) / 1000,
    finish: () => bar.clear(),
  };
}
