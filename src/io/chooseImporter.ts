import { extname } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { importers, type ImporterDefinition } from './Importer.ts';

/** How much of a file the importers look at to recognise it, bytes. */
export const sniffedBytes = 8192;

/** The importer that the first bytes ask for, else the one for the ending. Throws `format-unknown`, saying what the file seems to be. */
export function chooseImporter(path: string, bytes: Uint8Array): ImporterDefinition {
  if (bytes.length === 0) {
    throw new CoreError('geometry-empty', 'the file is empty', { file: path, remedy: 'Export it again.' });
  }
  refuseOtherThings(path, bytes);
  const found = likelyImporter(path, bytes);
  if (found !== undefined) return found;
  const extension = extensionOf(path);
  const known = importers.all().flatMap((importer) => importer.extensions.map((name) => `.${name}`));
  throw new CoreError(
    'format-unknown',
    extension === '' ? 'unknown kind of file' : `unknown kind of file '.${extension}'`,
    {
      file: path,
      remedy: `Use one of: ${known.join(', ')}.`,
    },
  );
}

/** Chooses an importer as `chooseImporter` does, without a word about files that no importer reads. Looks at the first `sniffedBytes` only. */
export function likelyImporter(path: string, bytes: Uint8Array): ImporterDefinition | undefined {
  const start = bytes.subarray(0, sniffedBytes);
  const extension = extensionOf(path);
  const named = importers.all().find((importer) => importer.extensions.includes(extension));
  if (named?.recognises(start) === true) return named;
  return importers.all().find((importer) => importer.recognises(start)) ?? named;
}

/** Lower-case, without the dot; that of the unfolded file where it is gzipped. */
function extensionOf(path: string): string {
  return extname(path.replace(/\.gz$/i, '')).slice(1).toLowerCase();
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
