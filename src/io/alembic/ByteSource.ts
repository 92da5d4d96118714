import { closeSync, readSync } from 'node:fs';
import { CoreError } from '../../base/errors.ts';
import { openPlainFileSync, readError } from '../../cache/plainFile.ts';

/** Random access to the bytes of an archive. */
export interface ByteSource {
  /** Name for messages. */
  readonly name: string;
  readonly size: number;
  /** Returns exactly `length` bytes from `offset`; throws where the file ends before. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

function requireRange(name: string, size: number, offset: number, length: number): void {
  if (offset >= 0 && length >= 0 && offset + length <= size) return;
  throw new CoreError('format-truncated', `${length} bytes are missing: the file has only ${size} bytes`, {
    file: name,
    place: `byte ${offset}`,
    remedy: 'Export or copy the file again.',
  });
}

export class MemorySource implements ByteSource {
  readonly name: string;
  readonly size: number;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, name = 'archive') {
    // Node's Buffer has a slice() that does not copy; a plain view of the same bytes does.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.size = bytes.length;
    this.name = name;
  }

  read(offset: number, length: number): Uint8Array {
    requireRange(this.name, this.size, offset, length);
    return this.bytes.subarray(offset, offset + length);
  }

  close(): void {
    // There is nothing to close.
  }
}

/** Reads a file piece by piece, so that archives of any size open at once. */
export class FileSource implements ByteSource {
  readonly name: string;
  readonly size: number;
  private readonly descriptor: number;

  constructor(path: string) {
    this.name = path;
    const { descriptor, size } = openPlainFileSync(path);
    this.descriptor = descriptor;
    this.size = size;
  }

  read(offset: number, length: number): Uint8Array {
    requireRange(this.name, this.size, offset, length);
    const bytes = new Uint8Array(length);
    let done = 0;
    try {
      while (done < length) {
        const count = readSync(this.descriptor, bytes, done, length - done, offset + done);
        if (count === 0) requireRange(this.name, offset + done, offset, length);
        done += count;
      }
    } catch (cause) {
      throw readError(cause, this.name);
    }
    return bytes;
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
