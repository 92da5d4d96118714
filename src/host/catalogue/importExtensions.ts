import { animationFormats } from '../../io/AnimatedSource.ts';
import { importers } from '../../io/Importer.ts';

/** Endings of the files of meshes and of animated geometry that can be imported, lower case and without the dot; each may also be gzipped. */
export function importExtensions(): string[] {
  const extensions = [...importers.all(), ...animationFormats.all()].flatMap((format) => format.extensions);
  return [...new Set([...extensions, 'gz'])].sort();
}
