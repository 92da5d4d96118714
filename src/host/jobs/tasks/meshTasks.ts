import type { JobResult } from '../../../protocol/notifications.ts';
import type { TaskOf } from '../jobMessages.ts';
import { inspectMesh } from '../../meshJobs/inspectMesh.ts';
import { previewGoal } from '../../meshJobs/previewGoal.ts';
import { previewMesh } from '../../meshJobs/previewMesh.ts';
import { repairMesh } from '../../meshJobs/repairMesh.ts';
import type { TaskContext } from './TaskContext.ts';

export async function inspectTask(task: TaskOf<'inspect'>, { job }: TaskContext): Promise<JobResult> {
  return { kind: 'inspect', report: await inspectMesh(task, job) };
}

export async function repairTask(task: TaskOf<'repair'>, { job }: TaskContext): Promise<JobResult> {
  return { kind: 'repair', report: await repairMesh(task, job) };
}

export async function meshTask(task: TaskOf<'mesh'>, { job }: TaskContext): Promise<JobResult> {
  return { kind: 'mesh', preview: await previewMesh(task, job) };
}

export async function goalTask(task: TaskOf<'goal'>, { job }: TaskContext): Promise<JobResult> {
  return { kind: 'goal', preview: await previewGoal(task, job) };
}
