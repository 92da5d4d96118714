import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readError } from '../../../cache/plainFile.ts';
import { CoreError } from '../../../base/errors.ts';

/** The place of the frame number in a name: `####` or `%04d`. */
const MARK = /#+|%0?\d*d/;
/** The last run of digits before the endings: the frame number of `walk_v2.0012.obj`. */
const NUMBER = /^(.*?)(\d+)(\.[a-z]+(?:\.gz)?)$/i;

/** Largest number of files of a sequence. */
const MOST_FRAMES = 100_000;

/** The files of a sequence, by ascending frame. */
export interface FrameFiles {
  readonly frames: readonly number[];
  readonly paths: readonly string[];
  /** Frames from one file to the next: 1, or more where every second, third ... frame was written. */
  readonly step: number;
  /** Runs of frames between first and last that have no file. */
  readonly gaps: readonly { readonly first: number; readonly last: number }[];
  /** Files that were passed over because another has the same frame number. */
  readonly doubled: readonly string[];
}

/** Returns whether a path names a sequence by a mark for the frame number. */
export function marksFrames(path: string): boolean {
  return MARK.test(basename(path));
}

/** Returns the path of a sequence as a pattern, with its frame number as `####`; undefined for a name without a number. */
export function sequencePattern(path: string): string | undefined {
  const name = basename(path);
  if (MARK.test(name)) return path;
  const found = NUMBER.exec(name);
  if (found === null) return undefined;
  return join(dirname(path), `${found[1]}${'#'.repeat(found[2].length)}${found[3]}`);
}

/**
 * Finds the files of a sequence. `path`: one with a mark, or any of the files. Throws `file-missing` where none matches, and `usage` for a name
 * without a frame number.
 */
export function findFrameFiles(path: string): FrameFiles {
  const pattern = sequencePattern(path);
  if (pattern === undefined) {
    throw new CoreError('usage', 'the name has no frame number', {
      file: path,
      remedy: 'Name a sequence by #### or %04d in the place of the frame number, such as walk.####.obj.',
    });
  }
  const { before, after, digits } = splitPattern(basename(pattern));
  const folder = dirname(pattern);
  const byFrame = new Map<number, string>();
  const doubled: string[] = [];
  for (const name of names(folder, path).sort()) {
    const frame = frameOf(name, before, after, digits);
    if (frame === undefined) continue;
    if (byFrame.has(frame)) doubled.push(name);
    else byFrame.set(frame, join(folder, name));
  }
  if (byFrame.size === 0) {
    throw new CoreError('file-missing', `no file is named ${basename(pattern)}`, {
      file: path,
      remedy: 'Check the folder, the name and the number of digits.',
    });
  }
  if (byFrame.size > MOST_FRAMES) {
    throw new CoreError('limit-exceeded', `${byFrame.size} files are more than the limit of ${MOST_FRAMES}`, {
      file: path,
      remedy: 'Move a part of the frames to another folder.',
    });
  }
  const frames = [...byFrame.keys()].sort((a, b) => a - b);
  const step = usualStep(frames);
  return { frames, paths: frames.map((frame) => byFrame.get(frame)!), step, gaps: gapsOf(frames, step), doubled };
}

function names(folder: string, path: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw readError(cause, path);
  }
}

function splitPattern(name: string): { before: string; after: string; digits: number } {
  const mark = MARK.exec(name)![0];
  const at = name.indexOf(mark);
  const digits = mark.startsWith('#') ? mark.length : Number(/\d+/.exec(mark)?.[0] ?? 1);
  return { before: name.slice(0, at), after: name.slice(at + mark.length), digits };
}

/** Returns the frame number of a file name, of `digits` digits or more where zeros do not lead; undefined for another name. */
function frameOf(name: string, before: string, after: string, digits: number): number | undefined {
  if (!name.startsWith(before) || !name.endsWith(after) || name.length <= before.length + after.length)
    return undefined;
  const number = name.slice(before.length, name.length - after.length);
  const [, sign, value] = /^(-?)(\d{1,9})$/.exec(number) ?? [];
  if (value === undefined || value.length < digits || (value.length > digits && value.startsWith('0')))
    return undefined;
  return sign === '-' ? -Number(value) : Number(value);
}

/** Returns the most frequent distance of successive frames, the shorter one of several. */
function usualStep(frames: readonly number[]): number {
  const counts = new Map<number, number>();
  for (let at = 1; at < frames.length; at++) {
    const step = frames[at] - frames[at - 1];
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, n], [b, m]) => m - n || a - b);
  return sorted.length === 0 ? 1 : sorted[0][0];
}

function gapsOf(frames: readonly number[], step: number): { first: number; last: number }[] {
  const gaps: { first: number; last: number }[] = [];
  for (let at = 1; at < frames.length; at++) {
    if (frames[at] - frames[at - 1] <= step) continue;
    gaps.push({ first: frames[at - 1] + step, last: frames[at] - 1 });
  }
  return gaps;
}
