import { isatty } from 'node:tty';
import { Worker } from 'node:worker_threads';
import type { TerminalSetup } from './terminal.ts';
import { STANDARD_ERROR } from './writeText.ts';

/** Exit code of a command that was cancelled. */
const CANCELLED = 130;

/**
 * Runs `program` with `argv` in a worker and gives its exit code. The first Ctrl+C or SIGTERM asks the command to stop;
 * the second ends the process.
 */
export async function superviseCommand(program: URL, argv: readonly string[]): Promise<number> {
  const cancelFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const setup: TerminalSetup = { cancelFlag, isTerminal: isatty(STANDARD_ERROR), startedAt: performance.timeOrigin };
  const onInterrupt = () => {
    if (Atomics.exchange(cancelFlag, 0, 1) !== 0) process.exit(CANCELLED);
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  const worker = new Worker(program, { argv: [...argv], workerData: setup });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', resolve);
  });
}
