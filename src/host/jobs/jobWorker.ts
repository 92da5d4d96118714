import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../protocol/wireError.ts';
import type { JobMessage, TaskSetup } from './jobMessages.ts';
import { runTask } from './runTask.ts';
import { setPriority } from 'node:os';

/** Niceness on Linux's scale from -20 (first) to 19 (last): a thread that answers an artist gets some thirty times the share of one with lower priority. */
const NICENESS = 15;

/**
 * Lets everything that an artist waits for go before this thread and those that it starts. Where a priority is that of the whole process
 * it stays: the same process gives frames to the window.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // It then competes as an equal.
  }
}

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

/** Runs the task that the thread was started with, or is told of first. */
async function run(): Promise<void> {
  try {
    const setup = (workerData as TaskSetup | undefined) ?? (await firstMessage());
    if (patient.has(setup.task.kind)) lowerPriority();
    post({ kind: 'ended', result: await runTask(setup, post) });
  } catch (error) {
    post({ kind: 'ended', error: toWireError(error) });
  }
}

void run();
