import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { CoreError } from '../base/errors.ts';
import { errorCode } from './atomicFile.ts';

/**
 * The only module that opens files for reading (enforced by lint): a FIFO would block the program until a writer comes, a device may
 * never end, and a link may lead to either.
 */

/** Opening does not block even if the file is replaced by a FIFO after it was examined. Windows has no such flag. */
const READ_AT_ONCE = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NONBLOCK);
/** Bytes that are hashed at a time. */
const STEP = 1 << 20;

export interface PlainFileLimits {
  /** Larger files are rejected with `limit-exceeded`. */
  readonly maxBytes?: number;
  /** Remedy in the error for a file that is too large. */
  readonly remedy?: string;
}

export interface OpenedPlainFile {
  readonly file: FileHandle;
  /** Size when it was opened; bytes added later are not read. */
  readonly size: number;
}

/**
 * Opens a plain file for reading; the caller closes it. Throws `file-missing`, `file-unreadable` for a folder, a FIFO, a device or a socket and for a
 * file without permission, and `limit-exceeded`.
 */
export async function openPlainFile(path: string, limits: PlainFileLimits = {}): Promise<OpenedPlainFile> {
  try {
    requirePlain(await stat(path), path, limits);
    const file = await open(path, READ_AT_ONCE);
    try {
      const found = await file.stat();
      requirePlain(found, path, limits);
      return { file, size: found.size };
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    throw readError(error, path);
  }
}

/** Reads the bytes of a plain file. Throws as `openPlainFile`. */
export async function readPlainFile(path: string, limits?: PlainFileLimits): Promise<Buffer> {
  const { file, size } = await openPlainFile(path, limits);
  try {
    return await readAt(file, 0, size);
  } catch (error) {
    throw readError(error, path);
  } finally {
    await file.close();
  }
}

/** Reads `length` bytes from `position` on, or as many as there are. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/** Reads a plain file in chunks. Throws as `openPlainFile`. */
export async function* plainFileChunks(path: string, limits?: PlainFileLimits): AsyncGenerator<Buffer> {
  const { file, size } = await openPlainFile(path, limits);
  try {
    for (let at = 0; at < size; at += STEP) {
      const chunk = await readAt(file, at, Math.min(STEP, size - at));
      if (chunk.length === 0) return;
      yield chunk;
    }
  } catch (error) {
    throw readError(error, path);
  } finally {
    await file.close();
  }
}

/** Opens a file as `openPlainFile` does, synchronously; returns a descriptor. */
export function openPlainFileSync(
  path: string,
  limits: PlainFileLimits = {},
): { readonly descriptor: number; readonly size: number } {
  try {
    requirePlain(statSync(path), path, limits);
    const descriptor = openSync(path, READ_AT_ONCE);
    try {
      const found = fstatSync(descriptor);
      requirePlain(found, path, limits);
      return { descriptor, size: found.size };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  } catch (error) {
    throw readError(error, path);
  }
}

/** Reads a file as `readPlainFile` does, synchronously. */
export function readPlainFileSync(path: string, limits?: PlainFileLimits): Buffer {
  const { descriptor, size } = openPlainFileSync(path, limits);
  try {
    const bytes = Buffer.alloc(size);
    let done = 0;
    while (done < size) {
      const count = readSync(descriptor, bytes, done, size - done, done);
      if (count === 0) break;
      done += count;
    }
    return bytes.subarray(0, done);
  } catch (error) {
    throw readError(error, path);
  } finally {
    closeSync(descriptor);
  }
}

function requirePlain(found: Stats, path: string, { maxBytes = Infinity, remedy }: PlainFileLimits): void {
  if (!found.isFile()) {
    const message = found.isDirectory() ? 'this is a folder' : 'this is not a plain file';
    throw new CoreError('file-unreadable', message, { file: path, remedy: 'Name a file.' });
  }
  if (found.size <= maxBytes) return;
  throw new CoreError('limit-exceeded', `${found.size} bytes are more than the limit of ${maxBytes}`, {
    file: path,
    remedy: remedy ?? 'Choose a smaller file.',
  });
}

/** Returns a read failure as an error that a user can act on. */
export function readError(error: unknown, path: string): unknown {
  if (error instanceof CoreError) return error;
  switch (errorCode(error)) {
    case undefined:
      return error;
    case 'ENOENT':
    case 'ENOTDIR':
      return new CoreError('file-missing', 'there is no such file', {
        file: path,
        remedy: 'Check the path.',
        cause: error,
      });
    case 'EACCES':
    case 'EPERM':
      return new CoreError('file-unreadable', 'no permission to read it', {
        file: path,
        remedy: 'Check the permissions of the file.',
        cause: error,
      });
    default:
      return new CoreError('file-unreadable', `it cannot be read (${errorCode(error)})`, {
        file: path,
        remedy: 'Check that it is a file and may be read.',
        cause: error,
      });
  }
}
