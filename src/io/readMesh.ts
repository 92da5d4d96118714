import { assert, CoreError } from '../base/errors.ts';
import { outOfMemory } from '../base/outOfMemory.ts';
import { chooseImporter } from './chooseImporter.ts';
import type { ImportedMesh, ImporterDefinition, ImportSource } from './Importer.ts';
import { MeshFileSource } from './MeshFileSource.ts';

export interface ReadMeshOptions {
  /** Refuses larger files (and larger unfolded ones) with `limit-exceeded`; bytes. */
  readonly maxBytes?: number;
}

export interface MeshFile {
  readonly mesh: ImportedMesh;
  /** Type of the importer that read it. */
  readonly importer: string;
  /** Hash of the file as it lies on disk, and of the files that were read beside it; as `hashMeshFile` gives it. */
  readonly sha256: string;
  /** Size on disk. */
  readonly bytes: number;
}

/**
 * Reads any mesh file. What the content says counts more than the file's ending. Throws CoreError: `file-missing`,
 * `file-unreadable`, `limit-exceeded`, `format-unknown`, `format-malformed`, `format-truncated`, `format-unsupported`,
 * `geometry-empty`, `geometry-invalid`, each with the file and, where there is one, the place.
 */
export async function readMesh(path: string, options: ReadMeshOptions = {}): Promise<MeshFile> {
  const source = await MeshFileSource.open(path, options.maxBytes);
  const importer = chooseImporter(path, source.bytes);
  const mesh = await readWith(importer, source);
  assert(importer.companions !== undefined || source.companionCount === 0, 'undeclared companions', { path });
  return { mesh, importer: importer.type, sha256: source.sha256, bytes: source.storedBytes };
}

/** Runs the importer; whatever it throws becomes a CoreError that names the file. */
async function readWith(importer: ImporterDefinition, source: ImportSource): Promise<ImportedMesh> {
  try {
    return await importer.read(source);
  } catch (error) {
    if (error instanceof CoreError) throw error.file === undefined ? error.within({ file: source.path }) : error;
    const exhausted = outOfMemory(error);
    if (exhausted !== undefined) throw exhausted.within({ file: source.path });
    const detail = error instanceof Error ? error.message : String(error);
    throw new CoreError('format-malformed', `cannot be read as ${importer.label}: ${detail}`, {
      file: source.path,
      remedy: 'The file is damaged: export it again.',
      cause: error,
    });
  }
}
