import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { fileKinds, type FileKind } from '../frames/sealedFile.ts';
import { isFrameKey, type FrameKey } from '../frames/keys.ts';
import { errorCode, machineName, temporaryOwner } from './atomicFile.ts';

/**
 * Layout of a cache on disk: `<folder>/<kind>/<key>.<kind>`, and `<folder>/tmp` for files being written. No other module knows
 * it.
 */
export const kinds = Object.keys(fileKinds) as FileKind[];

/** Age, in milliseconds, from which a temporary file counts as abandoned: no write takes this long. */
const abandonedAge = 24 * 3600 * 1000;

/**
 * The cache of a shot: `ductile-cache/<project UUID>` beside the document, or under `root` where one is given. The name of
 * the document does not enter, so that renaming it keeps every frame.
 */
export function cacheFolder(shotPath: string, project: string, root?: string): string {
  return join(root ?? join(dirname(resolve(shotPath)), 'ductile-cache'), project);
}

export function filePath(folder: string, kind: FileKind, key: FrameKey): string {
  return join(folder, kind, `${key}.${kind}`);
}

export interface CacheFile {
  readonly path: string;
  readonly kind: FileKind;
  /** Undefined for a file whose name is not that of a cache file. */
  readonly key: FrameKey | undefined;
  readonly bytes: number;
  /** Time of the last write or read, milliseconds. */
  readonly lastUsed: number;
}

/** Lists every file of the cache, by kind and name. Files that vanish meanwhile are left out. */
export async function listFiles(folder: string): Promise<CacheFile[]> {
  const files: CacheFile[] = [];
  for (const kind of kinds) {
    for (const name of await namesIn(join(folder, kind))) {
      const path = join(folder, kind, name);
      const found = await stat(path).catch(() => undefined);
      if (found === undefined || !found.isFile()) continue;
      files.push({ path, kind, key: keyOf(name, kind), bytes: found.size, lastUsed: found.mtimeMs });
    }
  }
  return files;
}

/** Lists the keys of the files of one kind, sorted, without checking their content. */
export async function listKeys(folder: string, kind: FileKind): Promise<FrameKey[]> {
  const names = await namesIn(join(folder, kind));
  return names.map((name) => keyOf(name, kind)).filter((key) => key !== undefined);
}

function keyOf(name: string, kind: FileKind): FrameKey | undefined {
  const key = basename(name, `.${kind}`);
  return isFrameKey(key) && name === `${key}.${kind}` ? key : undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new CoreError('file-unreadable', `the folder cannot be read (${code ?? String(error)})`, {
      file: folder,
      remedy: 'Check the permissions of the folder.',
      cause: error,
    });
  }
}

/** Removes partial files of killed processes: temporary files of this machine whose process is gone, and old ones. */
export async function removeLeftovers(folder: string, now: number): Promise<void> {
  for (const name of await namesIn(join(folder, 'tmp'))) {
    const path = join(folder, 'tmp', name);
    const { machine, pid } = temporaryOwner(name);
    const age = now - ((await stat(path).catch(() => undefined))?.mtimeMs ?? now);
    const abandoned = age > abandonedAge || (machine === machineName && !isRunning(pid));
    if (abandoned) await rm(path, { force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
