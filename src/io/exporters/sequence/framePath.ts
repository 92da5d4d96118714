import { basename, dirname, extname, join } from 'node:path';
import { CoreError } from '../../../base/errors.ts';

/** Digits of a frame number where the path does not say. */
const DEFAULT_DIGITS = 4;

/**
 * The file of one frame. `####` (any number of #) or `%04d` in the name stands for the frame number with that many digits;
 * a name without one gets `.####` before its ending. Negative frames keep their sign before the zeros.
 */
export function framePath(pattern: string, frame: number, extension: string): string {
  const folder = dirname(pattern);
  let name = basename(pattern);
  if (!/#|%0?\d*d/.test(name)) {
    const ending = extname(name).toLowerCase() === `.${extension}` ? extname(name) : '';
    name = `${ending === '' ? name : name.slice(0, -ending.length)}.${'#'.repeat(DEFAULT_DIGITS)}${ending || `.${extension}`}`;
  } else if (extname(name) === '' || /#|%/.test(extname(name))) {
    name = `${name}.${extension}`;
  }
  const numbered = name
    .replace(/#+/, (marks) => padded(frame, marks.length))
    .replace(/%0?(\d*)d/, (_, digits: string) => padded(frame, digits === '' ? 1 : Number(digits)));
  return join(folder, numbered);
}

/** Refuses frame ranges that make no sense. */
export function requireFrames(firstFrame: number, lastFrame: number, framesPerSecond: number): void {
  if (!Number.isInteger(firstFrame) || !Number.isInteger(lastFrame) || lastFrame < firstFrame) {
    throw new CoreError('usage', `frames ${firstFrame}-${lastFrame} are not a range`, {
      remedy: 'Give whole numbers, the first one first.',
    });
  }
  if (!Number.isFinite(framesPerSecond) || framesPerSecond <= 0) {
    throw new CoreError('usage', `${framesPerSecond} frames per second make no sense`, {
      remedy: 'Give a rate like 24.',
    });
  }
}

function padded(frame: number, digits: number): string {
  return `${frame < 0 ? '-' : ''}${String(Math.abs(frame)).padStart(digits, '0')}`;
}
