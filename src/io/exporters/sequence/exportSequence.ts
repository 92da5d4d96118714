import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { CoreError } from '../../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../../base/job.ts';
import { readPlainFileSync } from '../../../cache/plainFile.ts';
import { emptyBox, growBox, isEmptyBox } from '../../alembic/BoundsProperty.ts';
import type { ExportJob, ExportObject, ExportReport } from '../../Exporter.ts';
import { writeError } from '../../../cache/atomicFile.ts';
import { collectFrame, type FrameContent, type FrameOptions } from '../shared/collectFrame.ts';
import { HandOffChecks } from '../shared/HandOffChecks.ts';
import { StagedOutput } from '../shared/StagedOutput.ts';
import { framePath, requireFrames } from './framePath.ts';

/** A format that holds one frame per file. */
export interface SequenceFormat<Found> {
  readonly extension: string;
  /** What it can hold; a shot without any is refused, and the rest is noted in the report. */
  readonly holds: 'surfaces' | 'volumes' | 'points';
  readonly options: Omit<FrameOptions, 'bakeTransforms'>;
  encode(content: FrameContent): Uint8Array;
  /** True when there is nothing in the frame that could be read back. */
  isEmpty(content: FrameContent): boolean;
  /** Reads a file again. */
  read(path: string, bytes: Uint8Array): Promise<Found>;
  /** Compares a reopened file with what was written. */
  compare(found: Found, content: FrameContent, checks: HandOffChecks): void;
  /** What the box of the report is taken over. */
  positions(content: FrameContent): readonly Float32Array[];
}

/** Writes, reopens and compares a file per frame; the files appear under their names when all are done. */
export async function exportSequence<Found>(
  job: ExportJob,
  format: SequenceFormat<Found>,
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
      if (format.isEmpty(content)) checks.note('empty frame', `frame ${frame} is empty`);
      else format.compare(await format.read(path, readPlainFileSync(temporary)), content, checks);
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

const REMEDIES = {
  surfaces: 'Export as Alembic.',
  volumes: 'Export an object that has a volume mesh.',
  points: 'Export a liquid: its particles are points.',
} as const;

/** Refuses a job of which nothing fits the format, and notes what is left out. */
function requireContent(
  job: ExportJob,
  { holds, extension }: Pick<SequenceFormat<unknown>, 'holds' | 'extension'>,
  checks: HandOffChecks,
): void {
  const fits = ({ kind, tets, hexes }: ExportObject) => {
    if (holds === 'points') return kind === 'points';
    return kind === 'mesh' && (holds === 'surfaces' || tets !== undefined || hexes !== undefined);
  };
  if (!job.objects.some(fits)) {
    throw new CoreError('format-unsupported', `there is nothing to write: this .${extension} holds ${holds}`, {
      file: job.path,
      remedy: REMEDIES[holds],
    });
  }
  for (const object of job.objects) {
    if (!fits(object)) checks.note('left out', `${object.name}: this .${extension} holds ${holds} only`);
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
    throw writeError(cause, path);
  }
}
