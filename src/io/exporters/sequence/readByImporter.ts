import { importers, type ImportedMesh } from '../../Importer.ts';

/** Reads a written file as a mesh, with the importer of its ending. */
export function readByImporter(extension: string): (path: string, bytes: Uint8Array) => Promise<ImportedMesh> {
  const importer = importers.all().find(({ extensions }) => extensions.includes(extension));
  if (importer === undefined) throw new Error(`no importer for .${extension}`);
  return (path, bytes) => importer.read({ path, bytes, sibling: () => Promise.resolve(undefined) });
}
