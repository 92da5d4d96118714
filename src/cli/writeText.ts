import { writeSync } from 'node:fs';
import { errorCode } from '../cache/atomicFile.ts';

export const STANDARD_OUTPUT = 1;
export const STANDARD_ERROR = 2;

/** Wait before a full pipe is tried again, ms. */
const RETRY_DELAY = 5;

const sleeper = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Writes text at once, past the streams of Node: those of a worker pass nothing on while it computes, and would not keep the order of
 * results and progress. Gives false when nobody reads any more.
 */
export function writeText(descriptor: number, text: string): boolean {
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (errorCode(error) === 'EPIPE') return false;
      if (errorCode(error) !== 'EAGAIN') throw error;
      Atomics.wait(sleeper, 0, 0, RETRY_DELAY);
    }
  }
  return true;
}
