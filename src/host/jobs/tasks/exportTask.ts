import { CoreError } from '../../../base/errors.ts';
import { FrameCache } from '../../../cache/FrameCache.ts';
import { exporters } from '../../../io/Exporter.ts';
import { exportPreset } from '../../../io/exportPresets.ts';
import type { JobResult } from '../../../protocol/notifications.ts';
import { framesPerSecond } from '../../../scene/Scene.ts';
import { exportShot, type ExportRequest } from '../../export/exportShot.ts';
import type { SizeResult, TaskOf } from '../jobMessages.ts';
import { predictExport } from '../../export/predictExport.ts';
import { ShotFrames } from '../../frames/ShotFrames.ts';
import type { TaskContext } from './TaskContext.ts';

/** Writes cached frames for other programs. */
export async function exportTask(task: TaskOf<'export'>, context: TaskContext): Promise<JobResult> {
  const { files, bytes, checks, bounds, source, sha256, warnings } = await exportShot(
    await requestOf(task, context),
    context.job,
  );
  return {
    kind: 'export',
    files: [...files],
    bytes,
    checks: [...checks],
    bounds: [...bounds],
    source: { ...source, objects: [...source.objects], notes: [...source.notes] },
    sha256: [...sha256],
    warnings: [...warnings],
  };
}

/** Tells what the same would take. */
export async function exportSizeTask(task: TaskOf<'exportSize'>, context: TaskContext): Promise<SizeResult> {
  return { kind: 'size', bytes: await predictExport(await requestOf({ ...task, path: '' }, context), context.job) };
}

async function requestOf(task: Omit<TaskOf<'export'>, 'kind'>, context: TaskContext): Promise<ExportRequest> {
  const { shot, quality, format, path, withColliders, first, last } = task;
  const { job, backend, quotaBytes } = context;
  const cache = await FrameCache.open(task.cacheFolder, { quotaBytes });
  const params = exporters.get(format).params.safeParse(task.params ?? {});
  if (!params.success) {
    throw new CoreError('usage', `invalid parameters of '${format}': ${params.error.issues[0].message}`, {
      place: params.error.issues[0].path.join('.'),
      remedy: 'Correct the settings of the export.',
      cause: params.error,
    });
  }
  const frames = await ShotFrames.open({ shot, quality, cache, backend }, job);
  return {
    frames,
    format,
    params: params.data,
    firstFrame: first,
    lastFrame: last,
    framesPerSecond: task.framesPerSecond ?? framesPerSecond(shot.scene),
    preset: exportPreset(task.preset),
    path,
    withColliders,
    description: shot.scene.name,
  };
}
