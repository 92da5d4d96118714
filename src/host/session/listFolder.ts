import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { errorCode } from '../../cache/atomicFile.ts';
import { importers } from '../../io/Importer.ts';
import type { RequestResult } from '../../protocol/requests.ts';
import type { PathPolicy } from './PathPolicy.ts';

/** Entries that are listed at most. */
const MOST_ENTRIES = 5000;

type Listing = RequestResult<'listFolder'>;
type Entry = Listing['entries'][number];

/**
 * Folders, shots, meshes and other files of a folder: folders first, then by name. Hidden ones and caches are left out. Throws
 * `file-missing` and `file-unreadable`.
 */
export async function listFolder(path: string, paths: PathPolicy, now: number): Promise<Listing> {
  const folder = await paths.allow(path, 'read');
  const names = (await readNames(folder)).filter((name) => !name.startsWith('.') && name !== 'ductile-cache');
  const entries: Entry[] = [];
  for (const name of names.sort().slice(0, MOST_ENTRIES)) {
    const place = join(folder, name);
    const found = await stat(place).catch(() => undefined);
    if (found === undefined || !(found.isFile() || found.isDirectory())) continue;
    const kind = found.isDirectory() ? 'folder' : kindOf(name);
    const bytes = found.isDirectory() ? 0 : found.size;
    entries.push({ name, path: place, kind, bytes, secondsAgo: Math.max(0, (now - found.mtimeMs) / 1000) });
  }
  entries.sort((a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder'));
  return { path: folder, parent: await parentOf(folder, paths), entries };
}

/** `mesh` by its ending, which may be followed by `.gz`. */
function kindOf(name: string): Entry['kind'] {
  const ending = extname(name.replace(/\.gz$/i, '')).slice(1).toLowerCase();
  if (ending === 'ductile') return 'shot';
  return importers.all().some(({ extensions }) => extensions.includes(ending)) ? 'mesh' : 'other';
}

async function parentOf(folder: string, paths: PathPolicy): Promise<string | undefined> {
  const parent = dirname(folder);
  if (parent === folder) return undefined;
  return paths.allow(parent, 'read').catch(() => undefined);
}

async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = errorCode(error);
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new CoreError(missing ? 'file-missing' : 'file-unreadable', 'the folder cannot be read', {
      file: folder,
      remedy: missing ? 'Check the path.' : 'Check the rights of the folder.',
      cause: error,
    });
  }
}
