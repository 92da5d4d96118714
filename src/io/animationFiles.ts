import { animationFormats } from './AnimatedSource.ts';
import { findFrameFiles } from './animations/sequence/frameFiles.ts';

/** Returns the files that an animation is read from, without companions: those of the sequence that a file is one of, else the file itself. */
export function animationFiles(path: string): readonly string[] {
  const ending = path.replace(/\.gz$/i, '').split('.').at(-1)?.toLowerCase() ?? '';
  const isSequence = animationFormats.all().some((format) => format.isSequence && format.extensions.includes(ending));
  return isSequence ? findFrameFiles(path).paths : [path];
}
