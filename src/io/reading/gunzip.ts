import { Gunzip } from 'fflate';
import { CoreError } from '../../base/errors.ts';

/** Compressed bytes per step: bounds how far beyond the limit one step can expand (deflate: about 1000:1). */
const stepBytes = 2 ** 14;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length > 2 && bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

/** Largest compression ratio of a mesh: beyond it there is nothing but repetition; small files may exceed it. */
const mostRatio = 200;
const freeBytes = 2 ** 24;

/** Decompresses a gzip file; throws `limit-exceeded` once it exceeds `maxBytes`, or the largest ratio. */
export function gunzip(bytes: Uint8Array, file: string, maxBytes: number): Uint8Array {
  return joined(unfolded(bytes, file, Math.min(maxBytes, freeBytes + mostRatio * bytes.length)));
}

/** Returns at least the first `length` decompressed bytes of a gzip file; fewer where `bytes`, its beginning, has no more or is damaged. */
export function unfoldStart(bytes: Uint8Array, length: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const stream = new Gunzip((chunk) => {
    total += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < bytes.length && total < length; at += stepBytes) {
      stream.push(bytes.subarray(at, at + stepBytes), false);
    }
  } catch {
    // Reading the whole file reports what is wrong with it.
  }
  return joined(chunks);
}

function unfolded(bytes: Uint8Array, file: string, maxBytes: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let total = 0;
  let complete = false;
  const stream = new Gunzip((chunk, final) => {
    total += chunk.length;
    if (total <= maxBytes) chunks.push(chunk);
    complete ||= final;
  });
  try {
    for (let at = 0; at < bytes.length && total <= maxBytes; at += stepBytes) {
      stream.push(bytes.subarray(at, at + stepBytes), at + stepBytes >= bytes.length);
    }
  } catch (error) {
    throw truncated(file, error);
  }
  if (total > maxBytes) {
    throw new CoreError('limit-exceeded', `unfolds to more than the limit of ${maxBytes} bytes`, {
      file,
      remedy: 'Reduce the mesh before importing it.',
    });
  }
  if (!complete) throw truncated(file);
  return chunks;
}

function truncated(file: string, cause?: unknown): CoreError {
  return new CoreError('format-truncated', 'the compressed data is damaged or cut short', {
    file,
    remedy: 'Copy or download the file again.',
    cause,
  });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
