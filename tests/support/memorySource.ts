import { importers, type ImportedMesh, type ImportSource } from '../../src/io/Importer.ts';

/** Files by name: text, or bytes as they are. */
export type MemoryFiles = Readonly<Record<string, string | Uint8Array>>;

/** A small mesh in the format of an importer. */
export interface MeshSample {
  /** The importer. */
  readonly type: string;
  readonly name: string;
  readonly files: MemoryFiles;
  readonly main: string;
}

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** A folder of files in memory, read from the file `main`. */
export function memorySource(files: MemoryFiles, main: string): ImportSource {
  return {
    path: main,
    bytes: bytesOf(files[main]),
    sibling: (name) => Promise.resolve(Object.hasOwn(files, name) ? bytesOf(files[name]) : undefined),
  };
}

/** Reads with the importer `type`. */
export function readAs(type: string, content: string | Uint8Array, files: MemoryFiles = {}): Promise<ImportedMesh> {
  const main = `sample.${importers.get(type).extensions[0]}`;
  return importers.get(type).read(memorySource({ ...files, [main]: content }, main));
}
