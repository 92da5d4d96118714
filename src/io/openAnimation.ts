import { extname } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { outOfMemory } from '../base/outOfMemory.ts';
import { openPlainFile, readAt } from '../cache/plainFile.ts';
import {
  animationFormats,
  type AnimatedSource,
  type AnimationFormat,
  type AnimationOptions,
} from './AnimatedSource.ts';
import { marksFrames } from './animations/sequence/frameFiles.ts';
import { sniffedBytes } from './chooseImporter.ts';

/** An open file of animated geometry, and what opened it. */
export interface OpenAnimation {
  readonly source: AnimatedSource;
  readonly format: AnimationFormat;
}

const OPTION_NAMES: Readonly<Record<keyof AnimationOptions, string>> = {
  framesPerSecond: 'a frame rate',
  mesh: 'a mesh',
  clip: 'the name of an animation',
};

/**
 * Opens animated geometry: an archive, a point cache, a glTF file, or a sequence by its pattern (`walk.####.obj`) or one of its files. What the content says
 * counts more than the ending. Throws CoreError with file, place and remedy, as do the calls of the source.
 */
export async function openAnimation(path: string, options: AnimationOptions = {}): Promise<OpenAnimation> {
  const format = await chooseFormat(path);
  requireOptions(path, format, options);
  try {
    return { source: guarded(await format.open(path, options), path, format), format };
  } catch (error) {
    throw located(error, path, format);
  }
}

/**
 * Returns the format that reads a file as animation; undefined where none does. One file of a sequence does not count: only a pattern does. Throws as
 * `openPlainFile`.
 */
export async function animationFormatOf(path: string): Promise<AnimationFormat | undefined> {
  const sequence = marksFrames(path) ? sequenceFormatOf(path) : undefined;
  if (sequence !== undefined) return sequence;
  const formats = animationFormats.all().filter(({ isSequence }) => !isSequence);
  const { file } = await openPlainFile(path);
  try {
    const start = await readAt(file, 0, sniffedBytes);
    const named = formats.filter(({ extensions }) => extensions.includes(endingOf(path)));
    return [...named, ...formats].find((format) => format.recognises(start)) ?? named.at(0);
  } finally {
    await file.close();
  }
}

async function chooseFormat(path: string): Promise<AnimationFormat> {
  const found = (await animationFormatOf(path)) ?? sequenceFormatOf(path);
  if (found !== undefined) return found;
  const known = animationFormats.all().flatMap(({ extensions }) => extensions.map((name) => `.${name}`));
  throw new CoreError('format-unknown', 'this is no animated geometry that is read', {
    file: path,
    remedy: `Use one of: ${known.join(', ')}.`,
  });
}

function sequenceFormatOf(path: string): AnimationFormat | undefined {
  return animationFormats.all().find(({ isSequence, extensions }) => isSequence && extensions.includes(endingOf(path)));
}

/** Lower-case, without the dot; that of the unfolded file where it is gzipped. */
function endingOf(path: string): string {
  return extname(path.replace(/\.gz$/i, '')).slice(1).toLowerCase();
}

function requireOptions(path: string, format: AnimationFormat, options: AnimationOptions): void {
  for (const name of Object.keys(OPTION_NAMES) as (keyof AnimationOptions)[]) {
    if (options[name] === undefined || format.options.includes(name)) continue;
    throw new CoreError('usage', `${format.label} does not take ${OPTION_NAMES[name]}`, {
      file: path,
      remedy: 'Leave the option out.',
    });
  }
  const { framesPerSecond } = options;
  if (framesPerSecond === undefined || (framesPerSecond > 0 && framesPerSecond <= 10_000)) return;
  throw new CoreError('usage', `${framesPerSecond} frames per second make no sense`, {
    file: path,
    remedy: 'Give a rate like 24.',
  });
}

/** Returns a source whose errors name the file, the object and the time. */
function guarded(source: AnimatedSource, path: string, format: AnimationFormat): AnimatedSource {
  const attempt = <T>(object: number, what: string, action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw located(error, path, format).within({ place: `${source.header.objects[object].name} at ${what} s` });
    }
  };
  return {
    header: source.header,
    sample: (object, time) => attempt(object, String(time), () => source.sample(object, time)),
    fingerprint: (object, from, to) => attempt(object, `${from}-${to}`, () => source.fingerprint(object, from, to)),
    close: () => source.close(),
  };
}

function located(error: unknown, path: string, format: AnimationFormat): CoreError {
  if (error instanceof CoreError) return error.file === undefined ? error.within({ file: path }) : error;
  const exhausted = outOfMemory(error);
  if (exhausted !== undefined) return exhausted.within({ file: path });
  const detail = error instanceof Error ? error.message : String(error);
  return new CoreError('format-malformed', `cannot be read as ${format.label}: ${detail}`, {
    file: path,
    remedy: 'The file is damaged: export it again.',
    cause: error,
  });
}
