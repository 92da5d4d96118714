import { isatty } from 'node:tty';
import { Worker } from 'node:worker_threads';
import { outOfMemory } from '../base/outOfMemory.ts';
import { terminalText } from '../base/terminalText.ts';
import { CANCEL_WANTED, type TerminalSetup } from './terminal.ts';
import { STANDARD_ERROR, STANDARD_OUTPUT, writeText } from './writeText.ts';

/** Exit code of a command that was cancelled, and of one that failed for want of memory. */
const CANCELLED = 130;
const FAILED = 4;
/** Milliseconds in which a command has to hear that it is cancelled; one that has heard it takes the time it needs to keep what it has done. */
const HEARING_TIME = 2000;

/** Reports a cancelled command in the words of the command itself. */
function tellCancelled(json: boolean): void {
  const [code, message] = ['cancelled', 'cancelled'];
  if (json) writeText(STANDARD_OUTPUT, `${JSON.stringify({ error: { code, message } })}\n`);
  else writeText(STANDARD_ERROR, `ductile: ${message}\n`);
}

/**
 * Runs `program` with `argv` in a worker and gives its exit code. The first Ctrl+C or SIGTERM asks the command to stop, and ends it where it does not
 * listen: whole files are written under other names first, so that none is left half written. The second ends the process.
 */
export async function superviseCommand(program: URL, argv: readonly string[]): Promise<number> {
  const cancelFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const setup: TerminalSetup = { cancelFlag, isTerminal: isatty(STANDARD_ERROR), startedAt: performance.timeOrigin };
  const onInterrupt = () => {
    if (Atomics.exchange(cancelFlag, 0, CANCEL_WANTED) !== 0) process.exit(CANCELLED);
    setTimeout(() => {
      if (Atomics.load(cancelFlag, 0) !== CANCEL_WANTED) return;
      tellCancelled(argv.includes('--json'));
      process.exit(CANCELLED);
    }, HEARING_TIME).unref();
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  const worker = new Worker(program, { argv: [...argv], workerData: setup });
  return new Promise((resolve, reject) => {
    worker.once('error', (error) => {
      const exhausted = outOfMemory(error);
      if (exhausted === undefined) return reject(error);
      writeText(STANDARD_ERROR, `ductile: ${terminalText(exhausted.describe())}\n`);
      resolve(FAILED);
    });
    worker.once('exit', resolve);
  });
}
