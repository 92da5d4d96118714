import { CoreError } from '../../base/errors.ts';
import type { JobContext } from '../../base/job.ts';
import type { Frame } from '../../frames/Frame.ts';
import type { FrameStats } from '../../frames/FrameStats.ts';
import { JudgedFrames } from '../../frames/judgements.ts';
import { entityNotes } from '../../frames/shownStatistics.ts';
import { hashFile } from '../../io/hashFile.ts';
import type { Stream } from '../../frames/Stream.ts';
import { exporters, type ExportJob, type ExportObject, type ExportReport } from '../../io/Exporter.ts';
import { applyPreset, type ExportPreset, presetTransform } from '../../io/exportPresets.ts';
import { MotionCheck } from './MotionCheck.ts';
import { exportObjects } from './exportObjects.ts';
import type { FramesSource, ShotFrames } from '../frames/ShotFrames.ts';

export interface ExportRequest {
  readonly frames: ShotFrames;
  /** Registered exporter. */
  readonly format: string;
  /** Its parameters, checked. */
  readonly params: unknown;
  readonly firstFrame: number;
  readonly lastFrame: number;
  /** Rate of the file; another than the shot's plays the same frames faster or slower. */
  readonly framesPerSecond: number;
  readonly preset: Pick<ExportPreset, 'up' | 'unit'>;
  readonly path: string;
  readonly withColliders: boolean;
  /** The shot's name and notes, for the file's own description. */
  readonly description: string;
}

/** What a shot's export tells beyond what is found in the files. */
export interface ShotExportReport extends ExportReport {
  readonly source: ExportSource;
  /** Hash of each file, in their order. */
  readonly sha256: readonly string[];
  /** What is broken in the exported frames, worst of each kind and entity: the file holds it faithfully. */
  readonly warnings: readonly string[];
}

/** What files were made from. */
export interface ExportSource extends FramesSource {
  readonly objects: readonly string[];
  readonly first: number;
  readonly last: number;
  readonly framesPerSecond: number;
  /** The noted numbers of the last frame, a line per entity. */
  readonly notes: readonly string[];
}

/** Who wrote the file, as its metadata say. */
const APPLICATION = 'Ductile';

/**
 * Writes cached frames of a shot: the artist's own surfaces, moved by the volumes that carry them. Throws `file-missing` for frames
 * that are not simulated, and `export-mismatch` when the written file, opened again, is not what was meant.
 */
export async function exportShot(request: ExportRequest, job: JobContext): Promise<ShotExportReport> {
  const { frames, preset } = request;
  const latest = new LatestFrame(frames);
  const motion = new MotionCheck(1 / request.framesPerSecond);
  const speed = request.framesPerSecond / frames.framesPerSecond;
  const sampled = { frames, speed, motion, stream: latest.stream.bind(latest) };
  const objects = exportObjects(sampled, request.withColliders).map((object) => applyPreset(object, preset));
  const exportJob: ExportJob = {
    objects,
    firstFrame: request.firstFrame,
    lastFrame: request.lastFrame,
    framesPerSecond: request.framesPerSecond,
    path: request.path,
    application: APPLICATION,
    description: request.description,
  };
  const report = await exporters.get(request.format).write(exportJob, request.params, job);
  const failed = report.checks.filter(({ passed }) => !passed);
  if (failed.length === 0) {
    const { stats } = await latest.read(request.lastFrame);
    const source = sourceOf(request, objects, stats);
    const checks = [...report.checks, ...motion.lines(presetTransform(preset).scale)];
    return { ...report, checks, source, sha256: await hashes(report, job), warnings: latest.judged.lines() };
  }
  throw new CoreError('export-mismatch', `the file differs from the shot: ${failed[0].name}: ${failed[0].detail}`, {
    file: request.path,
    remedy: 'Export again; if it happens again the disk may be failing.',
  });
}

function sourceOf(
  { frames, firstFrame: first, lastFrame: last, framesPerSecond }: ExportRequest,
  objects: readonly ExportObject[],
  stats: FrameStats,
): ExportSource {
  const notes = entityNotes(frames.scene.entities, stats).map(
    ({ entity: { id }, text }) => `${frames.nameOf(id)}: ${text}`,
  );
  return { ...frames.source(last), objects: objects.map(({ name }) => name), first, last, framesPerSecond, notes };
}

async function hashes({ files }: ExportReport, job: JobContext): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    job.progress('sum up the files', found.length / files.length);
    found.push(await hashFile(file));
  }
  return found;
}

/** The frame that was read last: exporters ask every object for one frame before the next. */
class LatestFrame {
  /** What was judged of all frames that were read. */
  readonly judged = new JudgedFrames();
  private readonly frames: ShotFrames;
  private readonly seen = new Set<number>();
  private number: number | undefined;
  private pending: Promise<Frame> | undefined;

  constructor(frames: ShotFrames) {
    this.frames = frames;
  }

  read(number: number): Promise<Frame> {
    if (this.pending === undefined || this.number !== number) {
      this.number = number;
      this.pending = this.readNew(number);
    }
    return this.pending;
  }

  /** Throws where the frame lacks the stream. */
  async stream(number: number, { entity, name }: Pick<Stream, 'entity' | 'name'>): Promise<Stream> {
    const { streams } = await this.read(number);
    const found = streams.find((stream) => stream.entity === entity && stream.name === name);
    if (found === undefined) throw new Error(`frame ${number} has no ${name} of '${entity}'`);
    return found;
  }

  private async readNew(number: number): Promise<Frame> {
    const frame = await this.frames.frame(number);
    if (!this.seen.has(number)) this.judged.add(number, frame.stats.judgements);
    this.seen.add(number);
    return frame;
  }
}
