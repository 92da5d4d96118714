import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { CoreError, type ErrorCode } from '../base/errors.ts';

let counter = 0;

export const machineName = hostname().replace(/[^A-Za-z0-9-]/g, '-');
/** Distinguishes processes that had the same number one after another, as in containers, and threads of one process. */
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
  /** Waits until the bytes are on disk (the default); otherwise a power failure may leave the file torn. */
  readonly durable?: boolean;
}

/**
 * Writes a file completely or not at all: to a temporary name, fsync, then rename. Readers of `path` see the old content or
 * the new one; a killed process leaves at most a `.tmp` file. Throws `disk-full` or `file-unwritable`.
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

/** Makes a rename durable; some systems cannot open folders, where the rename is merely less durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  if (handle === undefined) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * Creates a folder and its parents one by one: Node's recursive option never returns where the system denies that a folder exists and
 * refuses to create it, as in `/proc`. Creates real folders only: nothing is created behind a dangling link, or a link that appeared
 * meanwhile. Throws `disk-full` or `file-unwritable`.
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

/** Ignores an error where another process has created the folder meanwhile. */
async function unlessThere(error: unknown, path: string): Promise<void> {
  const there = errorCode(error) === 'EEXIST' && (await lstat(path)).isDirectory();
  if (!there) throw error;
}

interface Explanation {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
}

const FULL = 'Free some space or choose another disk.';
const OTHER_FOLDER = 'Choose another folder.';
const DENIED: Explanation = {
  code: 'file-unwritable',
  message: 'no permission to write here',
  remedy: `Check the permissions of the folder. ${OTHER_FOLDER}`,
};

const WRITE_FAILURES: Readonly<Record<string, Explanation>> = {
  ENOSPC: { code: 'disk-full', message: 'there is no room left on the disk', remedy: FULL },
  EDQUOT: { code: 'disk-full', message: 'the disk quota is used up', remedy: FULL },
  EFBIG: { code: 'disk-full', message: 'the file grew past what the disk allows', remedy: 'Choose another disk.' },
  EROFS: { code: 'file-unwritable', message: 'the disk is read-only', remedy: OTHER_FOLDER },
  EACCES: DENIED,
  EPERM: DENIED,
  EISDIR: { code: 'file-unwritable', message: 'there is a folder of this name', remedy: 'Choose another name.' },
  ENOTDIR: { code: 'file-unwritable', message: 'a part of the path is a file', remedy: OTHER_FOLDER },
  ENOENT: { code: 'file-unwritable', message: 'the folder does not exist', remedy: 'Create the folder first.' },
  ENAMETOOLONG: { code: 'file-unwritable', message: 'the name is too long', remedy: 'Choose a shorter name.' },
};

/** Returns a write failure as an error that a user can act on; errors that are not the system's are returned unchanged. */
export function writeError(error: unknown, file: string): unknown {
  if (error instanceof CoreError) return error;
  const systemCode = errorCode(error);
  if (systemCode === undefined) return error;
  const { code, message, remedy } = WRITE_FAILURES[systemCode] ?? {
    code: 'file-unwritable',
    message: 'the file cannot be written',
    remedy: 'Check the disk, or choose another one.',
  };
  return new CoreError(code, `${message} (${systemCode})`, { file, remedy, cause: error });
}

/** Returns a system error's code such as `ENOENT`; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
