import type { JobContext } from '../base/job.ts';
import { errorCode } from '../cache/atomicFile.ts';
import type { CommandContext } from './Command.ts';

const BAR_WIDTH = 28;
/** Redraw at most this often, milliseconds: a terminal is slow. */
const REDRAW_INTERVAL = 80;

/** Progress as one line that is redrawn on a terminal; nothing where standard error is not one. */
class ProgressBar {
  private lastDrawn = -REDRAW_INTERVAL;
  private shown = false;

  draw(stage: string, fraction: number): void {
    if (!process.stderr.isTTY) return;
    const now = performance.now();
    if (now - this.lastDrawn < REDRAW_INTERVAL && fraction < 1) return;
    this.lastDrawn = now;
    const filled = Math.round(Math.min(1, Math.max(0, fraction)) * BAR_WIDTH);
    const bar = '█'.repeat(filled) + '·'.repeat(BAR_WIDTH - filled);
    process.stderr.write(`\r\x1b[K${bar} ${String(Math.floor(100 * fraction)).padStart(3)} % ${stage}`);
    this.shown = true;
  }

  clear(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
    this.shown = false;
  }
}

/** The terminal of this process. The first Ctrl+C asks the job to stop; the second ends the process. */
export function createTerminal(json: boolean): CommandContext & { finish(): void } {
  const bar = new ProgressBar();
  let stop = false;
  const onInterrupt = () => {
    if (stop) process.exit(130);
    stop = true;
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  // Whoever read our output is gone, as after `| head`: stop as if interrupted.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (errorCode(error) !== 'EPIPE') throw error;
      stop = true;
    });
  }
  const job: JobContext = {
    progress: (stage, fraction) => {
      if (!json) bar.draw(stage, fraction);
    },
    cancelled: () => stop,
  };
  const write = (stream: NodeJS.WriteStream, line: string) => {
    bar.clear();
    stream.write(`${line}\n`);
  };
  return {
    json,
    job,
    print: (line) => {
      if (!json) write(process.stdout, line);
    },
    emit: (value) => {
      if (json) process.stdout.write(`${JSON.stringify(value)}\n`);
    },
    warn: (line) => write(process.stderr, line),
    finish: () => {
      bar.clear();
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onInterrupt);
    },
  };
}
