import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { writeError } from '../../cache/atomicFile.ts';

/** Output of a writer: mostly sequential, with a patch of the header at the end. */
export interface ByteSink {
  /** Appends; the bytes are copied or written before it returns. */
  append(bytes: Uint8Array): void;
  /** Overwrites bytes already written. */
  patch(offset: number, bytes: Uint8Array): void;
  /** Flushes and closes. */
  close(): void;
}

/** Size of the write buffer, bytes. */
const BUFFER_BYTES = 1 << 18;

/** Writes a file, created or emptied. Failures become errors that name the file (disk full, read-only folder ...). */
export class FileSink implements ByteSink {
  private readonly path: string;
  private readonly descriptor: number;
  private readonly buffer = new Uint8Array(BUFFER_BYTES);
  private buffered = 0;
  private flushed = 0;
  private open = true;

  constructor(path: string) {
    this.path = path;
    try {
      this.descriptor = openSync(path, 'w');
    } catch (cause) {
      throw writeError(cause, path);
    }
  }

  append(bytes: Uint8Array): void {
    if (this.buffered + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) {
      this.writeAt(this.flushed, bytes);
      this.flushed += bytes.length;
      return;
    }
    this.buffer.set(bytes, this.buffered);
    this.buffered += bytes.length;
  }

  patch(offset: number, bytes: Uint8Array): void {
    this.flush();
    this.writeAt(offset, bytes);
  }

  close(): void {
    if (!this.open) return;
    try {
      this.flush();
      fsyncSync(this.descriptor);
    } catch (cause) {
      throw writeError(cause, this.path);
    } finally {
      this.open = false;
      closeSync(this.descriptor);
    }
  }

  /** Closes without writing the buffer: for a cancelled export. */
  abandon(): void {
    if (!this.open) return;
    this.open = false;
    closeSync(this.descriptor);
  }

  private flush(): void {
    const pending = this.buffer.subarray(0, this.buffered);
    this.writeAt(this.flushed, pending);
    this.flushed += this.buffered;
    this.buffered = 0;
  }

  private writeAt(offset: number, bytes: Uint8Array): void {
    try {
      let done = 0;
      while (done < bytes.length) done += writeSync(this.descriptor, bytes, done, bytes.length - done, offset + done);
    } catch (cause) {
      throw writeError(cause, this.path);
    }
  }
}

/** Writes to memory, for tests and small archives. */
export class MemorySink implements ByteSink {
  private buffer = new Uint8Array(1024);
  private length = 0;

  append(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.buffer.length) {
      const grown = new Uint8Array(Math.max(2 * this.buffer.length, this.length + bytes.length));
      grown.set(this.buffer.subarray(0, this.length));
      this.buffer = grown;
    }
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  patch(offset: number, bytes: Uint8Array): void {
    this.buffer.set(bytes, offset);
  }

  close(): void {
    this.buffer = this.buffer.slice(0, this.length);
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }
}
