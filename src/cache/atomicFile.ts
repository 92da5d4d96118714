import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { CoreError } from '../base/errors.ts';

let counter = 0;

export const machineName = hostname().replace(/[^A-Za-z0-9-]/g, '-');
/** Tells apart processes that had one number after another, as in containers, and threads of one process. */
const startName = `${Math.round(performance.timeOrigin * 1000).toString(36)}-${threadId}`;

/**
 * A name for a file being written, which no other process, thread or call uses: `<name>.<machine>.<process>.<count>.tmp`.
 */
function temporaryName(path: string): string {
  counter += 1;
  return `${basename(path)}.${machineName}.${process.pid}.${startName}-${counter}.tmp`;
}

/** Machine and process that wrote a temporary file. */
export function temporaryOwner(name: string): { machine: string; pid: number } {
  const [machine, pid] = name.split('.').slice(-4, -2);
  return { machine, pid: Number(pid) };
}

export interface AtomicWriteOptions {
  /** Folder for the temporary file, on the same volume; the file's own where left out. */
  readonly temporaryFolder?: string;
  /** Waits until the bytes are on the disk (the default); without it a power failure may leave the file torn. */
  readonly durable?: boolean;
}

/**
 * Writes a whole file or none of it: to a temporary name, fsync, then rename. Whoever reads `path` sees the old content or
 * the new one; a process killed here leaves a `.tmp` file at most. Throws `disk-full` or `file-unwritable`.
 */
export async function writeFileAtomically(
  path: string,
  chunks: readonly Uint8Array[],
  { temporaryFolder = dirname(path), durable = true }: AtomicWriteOptions = {},
): Promise<void> {
  const temporary = join(temporaryFolder, temporaryName(path));
  try {
    await writeChunks(temporary, chunks, durable);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeError(error, path);
  }
  if (durable) await syncFolder(dirname(path));
}

async function writeChunks(path: string, chunks: readonly Uint8Array[], durable: boolean): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const file: FileHandle = await open(path, flags, 0o644);
  try {
    for (const chunk of chunks) await writeAll(file, chunk);
    if (durable) await file.sync();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  let offset = 0;
  while (offset < chunk.length) {
    const { bytesWritten } = await file.write(chunk, offset, chunk.length - offset);
    offset += bytesWritten;
  }
}

/** Puts a rename on the disk too; some systems cannot open folders, and then the rename is merely less durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Makes a folder and those above it, one after the other: the recursive way of Node never ends where the system denies that a folder exists and
 * refuses to make it, as in `/proc`. What is made is a folder and no link: where a link leads that leads nowhere, or came there meanwhile, nothing is
 * made. Throws `disk-full` or `file-unwritable`.
 */
export async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  try {
    for (let place = resolve(folder); !(await isFolder(place)); place = dirname(place)) {
      missing.unshift(place);
      if (dirname(place) === place) break;
    }
    for (const place of missing) await mkdir(place).catch((error: unknown) => unlessThere(error, place));
  } catch (error) {
    throw writeError(error, folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Another process may have made the folder meanwhile. */
async function unlessThere(error: unknown, path: string): Promise<void> {
  const there = errorCode(error) === 'EEXIST' && (await lstat(path)).isDirectory();
  if (!there) throw error;
}

/** What went wrong while writing, as an error that a user can act on. */
export function writeError(error: unknown, file: string): unknown {
  if (error instanceof CoreError) return error;
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new CoreError('disk-full', 'there is no room left on the disk', {
        file,
        remedy: 'Free some space or move the cache, then go on: every finished frame is kept.',
        cause: error,
      });
    case undefined:
      return error;
    default:
      return new CoreError('file-unwritable', `the file cannot be written (${errorCode(error)})`, {
        file,
        remedy: 'Check that the folder exists and may be written to.',
        cause: error,
      });
  }
}

/** `ENOENT` and the like; undefined for errors that are none of the system's. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
