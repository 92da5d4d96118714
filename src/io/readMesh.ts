import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { importers, type ImportedMesh, type ImporterDefinition, type ImportSource } from './Importer.ts';
import { gunzip, isGzip } from './reading/gunzip.ts';

/** Largest file read, bytes; also the most that a compressed one may unfold to. Reading takes a few times as much memory. */
const defaultMaxBytes = 2 ** 28;

/** How much of a file the importers may look at to recognise it, bytes. */
const sniffedBytes = 8192;

export interface ReadMeshOptions {
  /** Refuses larger files (and larger unfolded ones) with `limit-exceeded`; bytes. */
  readonly maxBytes?: number;
}

export interface MeshFile {
  readonly mesh: ImportedMesh;
  /** Type of the importer that read it. */
  readonly importer: string;
  /** Of the file as it lies on disk. */
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
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  const stored = await readBytes(path, path, maxBytes);
  const sha256 = createHash('sha256').update(stored).digest('hex');
  const bytes = isGzip(stored) ? gunzip(stored, path, maxBytes) : stored;
  const importer = chooseImporter(path, bytes);
  const source: ImportSource = { path, bytes, sibling: (name) => readSibling(path, name, maxBytes) };
  const mesh = await readWith(importer, source);
  return { mesh, importer: importer.type, sha256, bytes: stored.length };
}

/** The importer that the first bytes ask for, else the one for the ending. Throws `format-unknown`, saying what the file seems to be. */
export function chooseImporter(path: string, bytes: Uint8Array): ImporterDefinition {
  if (bytes.length === 0) {
    throw new CoreError('geometry-empty', 'the file is empty', { file: path, remedy: 'Export it again.' });
  }
  const start = bytes.subarray(0, sniffedBytes);
  refuseOtherThings(path, start);
  const extension = extname(path.replace(/\.gz$/i, '')).slice(1).toLowerCase();
  const named = importers.all().find((importer) => importer.extensions.includes(extension));
  if (named?.recognises(start) === true) return named;
  const recognised = importers.all().find((importer) => importer.recognises(start));
  const found = recognised ?? named;
  if (found !== undefined) return found;
  const known = importers.all().flatMap((importer) => importer.extensions.map((name) => `.${name}`));
  throw new CoreError(
    'format-unknown',
    extension === '' ? 'unknown kind of file' : `unknown kind of file '.${extension}'`,
    {
      file: path,
      remedy: `Known are: ${known.join(', ')}.`,
    },
  );
}

/** Files that are often mistaken for meshes and deserve a better answer than a parse error. */
function refuseOtherThings(path: string, start: Uint8Array): void {
  const text = new TextDecoder('latin1').decode(start.subarray(0, 256));
  if (text.startsWith('version https://git-lfs.github.com')) {
    throw new CoreError('format-unknown', 'this is a Git LFS pointer, not the mesh itself', {
      file: path,
      place: 'line 1',
      remedy: 'Run `git lfs pull` where the file came from.',
    });
  }
  if (/^\s*<(?:!doctype html|html)/i.test(text)) {
    throw new CoreError('format-unknown', 'this is a web page, not a mesh', {
      file: path,
      place: 'line 1',
      remedy: 'Download the file itself (the raw file, not the page that shows it).',
    });
  }
  if (/^Ogawa/.test(text) || text.startsWith('\x89HDF')) {
    throw new CoreError('format-unsupported', 'Alembic archives cannot be imported as a mesh', {
      file: path,
      remedy: 'Export the mesh as OBJ, PLY or glTF.',
    });
  }
  if (/^\s*(?:<\?xml[^>]*>\s*)?<VTKFile/.test(text)) {
    throw new CoreError('format-unsupported', 'VTK XML files are not read', {
      file: path,
      place: 'line 1',
      remedy: 'Save it as legacy VTK (.vtk) or as Gmsh (.msh).',
    });
  }
  if (text.startsWith('PK\x03\x04')) {
    throw new CoreError('format-unsupported', 'this is a zip archive', { file: path, remedy: 'Unpack it first.' });
  }
}

/** Runs the importer; whatever it throws becomes a CoreError that names the file. */
async function readWith(importer: ImporterDefinition, source: ImportSource): Promise<ImportedMesh> {
  try {
    return await importer.read(source);
  } catch (error) {
    if (error instanceof CoreError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new CoreError('format-malformed', `cannot be read as ${importer.label}: ${detail}`, {
      file: source.path,
      remedy: 'The file is damaged: export it again.',
      cause: error,
    });
  }
}

async function readBytes(path: string, shownPath: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) {
      throw new CoreError('file-unreadable', 'this is a folder', {
        file: shownPath,
        remedy: 'Name a mesh file in it.',
      });
    }
    if (!info.isFile()) {
      throw new CoreError('file-unreadable', 'this is not a plain file', {
        file: shownPath,
        remedy: 'Name a mesh file.',
      });
    }
    if (info.size > maxBytes) {
      throw new CoreError('limit-exceeded', `${info.size} bytes are more than the limit of ${maxBytes}`, {
        file: shownPath,
        remedy: 'Reduce the mesh before importing it.',
      });
    }
    return await readFile(path);
  } catch (error) {
    if (error instanceof CoreError) throw error;
    throw fileError(error, shownPath);
  }
}

function fileError(error: unknown, file: string): CoreError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new CoreError('file-missing', 'there is no such file', { file, remedy: 'Check the path.', cause: error });
  }
  const reason = code === 'EACCES' || code === 'EPERM' ? 'no permission to read it' : (error as Error).message;
  return new CoreError('file-unreadable', reason, { file, remedy: 'Check the permissions of the file.', cause: error });
}

/** A file beside `path`; undefined when it is not there. Names that lead out of the folder, links included, are refused. */
async function readSibling(path: string, name: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const refused = new CoreError('format-unsupported', `it names a file outside its own folder: '${name}'`, {
    file: path,
    remedy: 'Put the files it needs beside it.',
  });
  if (name.includes('\0') || /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i.test(name)) throw refused;
  const folder = dirname(path);
  const wanted = join(folder, name.replaceAll('\\', '/'));
  if (leaves(folder, wanted)) throw refused;
  try {
    const [realFolder, realWanted] = await Promise.all([realpath(folder), realpath(wanted)]);
    if (leaves(realFolder, realWanted)) throw refused;
  } catch (error) {
    if (error instanceof CoreError) throw error;
    return undefined;
  }
  return readBytes(wanted, wanted, maxBytes);
}

function leaves(folder: string, wanted: string): boolean {
  const steps = relative(folder, wanted);
  return steps === '..' || steps.startsWith(`..${sep}`) || /^[a-z]:/i.test(steps);
}
