import type { JobContext } from '../../base/job.ts';
import { JobControl, type JobMessage, type Task, type TaskOf, type TaskResult, type TaskSetup } from './jobMessages.ts';
import { cellsTask } from './tasks/cellsTask.ts';
import { createShotTask } from './tasks/createShotTask.ts';
import { exportSizeTask, exportTask } from './tasks/exportTask.ts';
import { fibresTask } from './tasks/fibresTask.ts';
import { goalTask, inspectTask, meshTask, repairTask } from './tasks/meshTasks.ts';
import { prescribedTask } from './tasks/prescribedTask.ts';
import { readAnimationTask } from './tasks/readAnimationTask.ts';
import { sampleTask } from './tasks/sampleTask.ts';
import { simulateTask } from './tasks/simulateTask.ts';
import { staticsTask } from './tasks/staticsTask.ts';
import { surfaceTask } from './tasks/surfaceTask.ts';
import { whitewaterTask } from './tasks/whitewaterTask.ts';
import type { TaskContext } from './tasks/TaskContext.ts';

type Post = (message: JobMessage) => void;

const tasks: { readonly [K in Task['kind']]: (task: TaskOf<K>, context: TaskContext) => Promise<TaskResult> } = {
  simulate: simulateTask,
  export: exportTask,
  exportSize: exportSizeTask,
  statics: staticsTask,
  fibres: fibresTask,
  prescribed: prescribedTask,
  surface: surfaceTask,
  whitewater: whitewaterTask,
  cells: cellsTask,
  createShot: createShotTask,
  readAnimation: readAnimationTask,
  sample: sampleTask,
  inspect: inspectTask,
  repair: repairTask,
  mesh: meshTask,
  goal: goalTask,
};

/** Progress of one stage is told at most this often, milliseconds. */
const TELL_INTERVAL = 50;
/** Milliseconds of one sleep of a paused job. Waking now and then lets the runtime end the thread. */
const NAP = 500;

/** Does a task in this thread, which it holds until it is done. Throws what the task throws. */
export function runTask({ control, task, ...setup }: TaskSetup, post: Post): Promise<TaskResult> {
  return doTask(task.kind, task, { ...setup, job: jobContext(control, post), post });
}

function doTask<K extends Task['kind']>(kind: K, task: Task, context: TaskContext): Promise<TaskResult> {
  return tasks[kind](task as TaskOf<K>, context);
}

/** Cancels and pauses as the shared word says. A pause takes effect where progress is told: between two frames. */
function jobContext(control: Int32Array, post: Post): JobContext {
  let told = { stage: '', at: -Infinity };
  return {
    cancelled: () => Atomics.load(control, 0) === JobControl.cancel,
    progress: (stage, fraction) => {
      const at = performance.now();
      if (stage !== told.stage || at - told.at >= TELL_INTERVAL || fraction >= 1) {
        told = { stage, at };
        post({ kind: 'progress', stage, fraction: Math.min(1, Math.max(0, fraction)) });
      }
      waitWhilePaused(control, post);
    },
  };
}

function waitWhilePaused(control: Int32Array, post: Post): void {
  if (Atomics.load(control, 0) !== JobControl.pause) return;
  post({ kind: 'paused' });
  while (Atomics.load(control, 0) === JobControl.pause) Atomics.wait(control, 0, JobControl.pause, NAP);
  post({ kind: 'resumed' });
}
