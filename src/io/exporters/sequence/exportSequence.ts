import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { CoreError } from '../../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../../base/job.ts';
import { emptyBox, growBox, isEmptyBox } from '../../alembic/BoundsProperty.ts';
import { importers, type ImportedMesh } from '../../Importer.ts';
import type { ExportJob, ExportObject, ExportReport } from '../../Exporter.ts';
import { fileError } from '../../fileError.ts';
import { collectFrame, type FrameContent, type FrameOptions } from '../shared/collectFrame.ts';
import { HandOffChecks } from '../shared/HandOffChecks.ts';
import { StagedOutput } from '../shared/StagedOutput.ts';
import { framePath, requireFrames } from './framePath.ts';

/** A format that holds one frame per file. */
export interface SequenceFormat {
  readonly extension: string;
  /** What it can hold; a shot without any is refused, and the rest is noted in the report. */
  readonly holds: 'surfaces' | 'volumes';
  readonly options: Omit<FrameOptions, 'bakeTransforms'>;
  encode(content: FrameContent): Uint8Array;
  /** True when there is nothing in the frame that an importer could give back. */
  isEmpty(content: FrameContent): boolean;
  /** Compares a reopened file with what was written. */
  compare(found: ImportedMesh, content: FrameContent, checks: HandOffChecks): void;
  /** What the box of the report is taken over. */
  positions(content: FrameContent): readonly Float32Array[];
}

/** Writes, reopens and compares a file per frame; the files appear under their names when all are done. */
export async function exportSequence(
  job: ExportJob,
  format: SequenceFormat,
  context: JobContext,
): Promise<ExportReport> {
  requireFrames(job.firstFrame, job.lastFrame, job.framesPerSecond);
  const checks = new HandOffChecks();
  requireContent(job, format, checks);
  const pathOf = (frame: number) => framePath(job.path, frame, format.extension);
  const staged = await StagedOutput.open(pathOf(job.firstFrame));
  const box = emptyBox();
  const files: string[] = [];
  try {
    const frameCount = job.lastFrame - job.firstFrame + 1;
    for (let frame = job.firstFrame; frame <= job.lastFrame; frame++) {
      checkCancelled(context);
      const content = await collectFrame(job, frame, { ...format.options, bakeTransforms: true });
      const path = pathOf(frame);
      const temporary = staged.stage(path);
      writeWhole(temporary, path, format.encode(content));
      await reopen(temporary, path, format, content, checks);
      for (const positions of format.positions(content)) growBox(box, positions);
      files.push(path);
      context.progress('export', (frame - job.firstFrame + 1) / frameCount);
    }
    checkCancelled(context);
    const lines = checks.finish(job.path);
    const bytes = staged.commit();
    return { files, bytes, checks: lines, bounds: isEmptyBox(box) ? [0, 0, 0, 0, 0, 0] : [...box] };
  } finally {
    staged.discard();
  }
}

/** Refuses a job of which nothing fits the format, and notes what is left out. */
function requireContent(job: ExportJob, format: SequenceFormat, checks: HandOffChecks): void {
  const fits = (object: ExportObject) =>
    format.holds === 'surfaces'
      ? object.kind === 'mesh'
      : object.kind === 'mesh' && (object.tets !== undefined || object.hexes !== undefined);
  if (!job.objects.some(fits)) {
    throw new CoreError('format-unsupported', `there is nothing to write: .${format.extension} holds ${format.holds}`, {
      file: job.path,
      remedy: format.holds === 'volumes' ? 'Export an object that has a volume mesh.' : 'Export as Alembic.',
    });
  }
  for (const object of job.objects) {
    if (!fits(object)) checks.note('left out', `${object.name}: .${format.extension} holds ${format.holds} only`);
  }
}

function writeWhole(temporary: string, path: string, bytes: Uint8Array): void {
  try {
    const descriptor = openSync(temporary, 'w');
    try {
      let done = 0;
      while (done < bytes.length) done += writeSync(descriptor, bytes, done);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw fileError(cause, path, 'write');
  }
}

async function reopen(
  temporary: string,
  path: string,
  format: SequenceFormat,
  content: FrameContent,
  checks: HandOffChecks,
): Promise<void> {
  const bytes = readFileSync(temporary);
  if (format.isEmpty(content)) {
    checks.note('empty frame', `frame ${content.frame} holds nothing`);
    return;
  }
  const importer = importers.all().find((candidate) => candidate.extensions.includes(format.extension));
  if (importer === undefined) throw new Error(`no importer for .${format.extension}`);
  const found = await importer.read({ path, bytes, sibling: () => Promise.resolve(undefined) });
  format.compare(found, content, checks);
}
