import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../protocol/wireError.ts';
import type { JobMessage, TaskSetup } from './jobMessages.ts';
import { runTask } from './runTask.ts';

/** The script of a job's thread: runs one task and says how it goes. */
function post(message: JobMessage): void {
  parentPort?.postMessage(message);
}

try {
  post({ kind: 'ended', result: await runTask(workerData as TaskSetup, post) });
} catch (error) {
  post({ kind: 'ended', error: toWireError(error) });
}
