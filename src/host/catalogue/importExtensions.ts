import { importers } from '../../io/Importer.ts';

/** Endings of the mesh files that can be imported, lower case and without the dot; each may also be gzipped. */
export function importExtensions(): string[] {
  const extensions = importers.all().flatMap((importer) => importer.extensions);
  return [...new Set([...extensions, 'gz'])].sort();
}
