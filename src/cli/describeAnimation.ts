import { basename } from 'node:path';
import { guessUnit } from '../geometry/preflight/unitGuess.ts';
import { emptyBox, growBoxByBox, isEmptyBox } from '../io/alembic/BoundsProperty.ts';
import { describeArchive } from '../io/alembic/describeArchive.ts';
import type { AnimatedObject, AnimationHeader, AnimationOptions } from '../io/AnimatedSource.ts';
import { openAnimation } from '../io/openAnimation.ts';
import type { CommandContext } from './Command.ts';

/** Objects that are listed one by one. */
const LISTED = 200;

/** What a file of animated geometry holds, for machines. */
export type AnimationReport = ReturnType<typeof reportOf>;

/** Opens animated geometry and returns what it holds. Throws as `openAnimation`. */
export async function readAnimation(path: string, options: AnimationOptions): Promise<AnimationReport> {
  const { source, format } = await openAnimation(path, options);
  try {
    return reportOf(format.label, source.header);
  } finally {
    source.close();
  }
}

/** Describes a file that holds animated geometry and nothing else. */
export async function describeAnimation(
  path: string,
  options: AnimationOptions,
  context: CommandContext,
): Promise<void> {
  const report = await readAnimation(path, options);
  const archive = report.format === 'Alembic' ? describeArchive(path) : undefined;
  context.emit({ file: path, ...archive, animation: report });
  const by = report.application === undefined ? '' : `, written by ${report.application}`;
  context.print(`${path}: ${report.format}${by}`);
  const has = new Map((archive?.objects ?? []).map((object) => [object.path, object.has ?? []]));
  printAnimation(report, context, (name) => has.get(name) ?? []);
  const nodes = (archive?.objects ?? []).filter(({ schema }) => schema === 'Xform').length;
  const sets = (archive?.objects ?? []).filter(({ schema }) => schema === 'FaceSet').length;
  if (nodes + sets > 0) context.print(`transforms: ${nodes}, face sets: ${sets}`);
}

/** Prints frames, unit, objects and doubts. `has`: names of what the file has of an object beside its positions. */
export function printAnimation(
  report: AnimationReport,
  context: CommandContext,
  has: (name: string) => readonly string[] = () => [],
): void {
  const { framesPerSecond: rate, clips = [], upAxis, metresPerUnit } = report;
  const samples = report.objects.reduce((most, object) => Math.max(most, object.samples), 0);
  context.print(`${counted(samples, 'sample')}, ${rate?.toFixed(3) ?? 'unknown'} frames per second`);
  if (clips.length > 0) context.print(`animations: ${clips.slice(0, 20).join(', ')}`);
  context.print(metresPerUnit === undefined ? `unit: not in the file. ${report.unit}` : `unit: ${metresPerUnit} m`);
  context.print(`up axis: ${upAxis ?? 'not in the file'}`);
  for (const object of report.objects.slice(0, LISTED)) {
    const parameters = has(object.name);
    context.print(`  ${objectText(object, rate)}${parameters.length === 0 ? '' : ` (${parameters.join(', ')})`}`);
  }
  const left = report.objects.length - LISTED;
  if (left > 0) context.print(`  and ${left} more objects`);
  for (const doubt of report.doubts) context.print(`doubt: ${doubt}`);
}

function reportOf(format: string, header: AnimationHeader) {
  const box = emptyBox();
  for (const { bounds } of header.objects) if (bounds !== undefined) growBoxByBox(box, bounds);
  const sides = isEmptyBox(box) ? [] : [0, 1, 2].map((axis) => box[axis + 3] - box[axis]);
  const unit = sides.length === 0 ? 'There is nothing to measure.' : guessUnit(sides).sentence;
  const { application, framesPerSecond, metresPerUnit, upAxis, clips, doubts } = header;
  const objects = header.objects.map(({ times, ...object }) => {
    return { ...object, samples: times.length, firstTime: times[0], lastTime: times[times.length - 1] };
  });
  return { format, application, framesPerSecond, metresPerUnit, upAxis, unit, clips, objects, doubts };
}

function objectText(object: AnimationReport['objects'][number], rate: number | undefined): string {
  const { name, type, vertices, triangles, topology, velocities, samples, bounds, boundedSamples } = object;
  const size = type === 'points' ? `${vertices} points` : `${vertices} vertices, ${triangles} triangles`;
  const counts = topology === 'changing' ? `${size} at first` : size;
  const shape = samples === 1 ? 'does not move' : `${topology} topology, velocities from ${sourceText(velocities)}`;
  return `${name}: ${counts}, ${shape}, ${rangeText(object, rate)}${boundsText(bounds, boundedSamples, samples)}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function sourceText(velocities: AnimatedObject['velocities']): string {
  return velocities === 'file' ? 'the file' : 'the samples';
}

function rangeText(object: AnimationReport['objects'][number], rate: number | undefined): string {
  const { firstTime, lastTime, samples } = object;
  const seconds = `${firstTime.toFixed(3)}-${lastTime.toFixed(3)} s`;
  if (samples === 1) return `at ${firstTime.toFixed(3)} s`;
  if (rate === undefined) return `${samples} samples, ${seconds}`;
  const frame = (time: number) => String(Number((time * rate).toFixed(3)));
  return `frames ${frame(firstTime)}-${frame(lastTime)} (${samples} samples, ${seconds})`;
}

function boundsText(bounds: readonly number[] | undefined, looked: number, samples: number): string {
  if (bounds === undefined) return looked === 0 ? ', bounds not in the file' : ', empty';
  const corner = (from: number) =>
    bounds
      .slice(from, from + 3)
      .map((value) => value.toPrecision(4))
      .join(' ');
  return `, bounds ${corner(0)} to ${corner(3)}${looked < samples ? ` of ${looked} samples` : ''}`;
}

/** Tells that a mesh is one frame of a sequence. */
export function sequenceNote(pattern: string, frames: number): string {
  return `one of ${frames} frames: \`ductile info '${basename(pattern)}'\` describes the sequence`;
}
