import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../protocol/wireError.ts';
import type { JobMessage, TaskSetup } from './jobMessages.ts';
import { runTask } from './runTask.ts';
import { lowerPriority } from './lowerPriority.ts';

/** What goes on beside an artist's work; for the others a panel waits. */
const patient: ReadonlySet<TaskSetup['task']['kind']> = new Set(['simulate', 'export', 'sample']);

/** The script of a job's thread: runs one task and says how it goes. */
function post(message: JobMessage): void {
  parentPort?.postMessage(message);
}

/** What a thread that was started ahead of its task is to do. */
function firstMessage(): Promise<TaskSetup> {
  return new Promise((resolve) => parentPort?.once('message', resolve));
}

try {
  const setup = (workerData as TaskSetup | undefined) ?? (await firstMessage());
  if (patient.has(setup.task.kind)) lowerPriority();
  post({ kind: 'ended', result: await runTask(setup, post) });
} catch (error) {
  post({ kind: 'ended', error: toWireError(error) });
}
