import { parentPort, workerData } from 'node:worker_threads';
import { toWireError } from '../../protocol/wireError.ts';
import { patientTasks, type JobMessage, type TaskSetup } from './jobMessages.ts';
import { runTask } from './runTask.ts';
import { setPriority } from 'node:os';
import { getHeapStatistics } from 'node:v8';

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

/** The script of a job's thread: runs tasks one after the other and says how they go. */
function post(message: JobMessage): void {
  parentPort?.postMessage(message);
}

/** What a thread that waits is to do. */
function nextMessage(): Promise<TaskSetup> {
  return new Promise((resolve) => parentPort?.once('message', resolve));
}

/** Heap that a thread may hold when it waits for another task, bytes: what one of a large mesh leaves behind goes with its thread. */
const KEPT_HEAP = 64 * 2 ** 20;

/** Whether the thread is as good as a new one for any other task: at its full priority, and holding little. */
function isAsNew(): boolean {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics();
  return used + external < KEPT_HEAP;
}

/** Runs the task that the thread was started with, or is told of; and what it is told of next, where it may wait for that. */
async function run(): Promise<void> {
  for (let setup = workerData as TaskSetup | undefined; ; setup = undefined) {
    try {
      const { task, ...rest } = setup ?? (await nextMessage());
      const isPatient = patientTasks.has(task.kind);
      if (isPatient) lowerPriority();
      const result = await runTask({ task, ...rest }, post);
      const waits = !isPatient && isAsNew();
      post({ kind: 'ended', result, waits });
      if (!waits) return;
    } catch (error) {
      post({ kind: 'ended', error: toWireError(error) });
      return;
    }
  }
}

void run();
