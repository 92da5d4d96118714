import { CoreError } from './errors.ts';

/** Messages of JavaScript engines when memory for an array, a table, a string or a kernel cannot be allocated. */
const EXHAUSTED =
  /allocation failed|allocate memory|invalid (?:typed )?array length|(?:map|set) maximum size exceeded|maximum memory size|unable to grow|memory\.grow|invalid string length|out of memory|heap limit/i;

const REMEDY =
  'Use larger elements or cells, a smaller mesh or fewer threads, or close other programs; shots that need more take a machine with more memory.';

/** Returns a failed allocation as an error that a user can act on, undefined for any other error. `inUse`: bytes that the process has allocated, where known. */
export function outOfMemory(error: unknown, inUse?: number): CoreError | undefined {
  if (error instanceof CoreError || !(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const ofEngine = error instanceof RangeError || error.name === 'RuntimeError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (!ofEngine || !EXHAUSTED.test(`${error.message} ${code.replaceAll('_', ' ')}`)) return undefined;
  return memoryError(/length:? (\d+)/.exec(error.message)?.[1], inUse, error);
}

function memoryError(asked: string | undefined, inUse: number | undefined, cause: unknown): CoreError {
  const more = asked === undefined ? '' : `: an array of ${asked} entries was asked for`;
  const now = inUse === undefined ? '' : `${more === '' ? ': ' : ', and '}${gigabytes(inUse)} are in use`;
  return new CoreError('out-of-memory', `there is not enough memory${more}${now}`, { remedy: REMEDY, cause });
}

/** Allocates `bytes` by calling `make`; on failure the error states the requested size. */
export function allocated<T>(bytes: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (outOfMemory(error) === undefined) throw error;
    throw new CoreError('out-of-memory', `there is not enough memory: ${gigabytes(bytes)} were asked for`, {
      remedy: REMEDY,
      cause: error,
    });
  }
}

function gigabytes(bytes: number): string {
  return bytes < 1e8 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
