import type { SimulationFailure } from './failure.ts';

/**
 * Errors that a user can act on; everything else (a broken invariant) is an assertion failure.
 *
 * `code` is stable and machine-readable. `file` and `place` locate the error: a path, and a line, byte offset, JSON path, entity or
 * element. `remedy` says what to do about it.
 */
export const errorCodes = [
  'usage',
  'file-missing',
  'file-unreadable',
  'file-unwritable',
  'disk-full',
  /** The target file exists, and replacing it was not requested. */
  'file-exists',
  /** Another program has changed the file since it was read. */
  'file-changed',
  'format-unknown',
  'format-malformed',
  'format-unsupported',
  'format-truncated',
  'limit-exceeded',
  'document-invalid',
  'document-newer',
  'geometry-empty',
  'geometry-invalid',
  'mesh-failed',
  'simulation-failed',
  'cache-damaged',
  'export-mismatch',
  /** An allocation failed. */
  'out-of-memory',
  'cancelled',
  /** A bug of the program, reported by another thread or process: the user can only pass it on. */
  'internal',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorDetails {
  readonly file?: string;
  /** Location inside the file or shot: `line 12`, `byte 1040`, `entities[2].material.density`, `tet 512`. */
  readonly place?: string;
  /** What the user can do, as a sentence. */
  readonly remedy?: string;
  /** Details of a simulation that failed. */
  readonly failure?: SimulationFailure;
  readonly cause?: unknown;
}

export class CoreError extends Error {
  readonly code: ErrorCode;
  readonly file: string | undefined;
  readonly place: string | undefined;
  readonly remedy: string | undefined;
  readonly failure: SimulationFailure | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'CoreError';
    this.code = code;
    this.file = details.file;
    this.place = details.place;
    this.remedy = details.remedy;
    this.failure = details.failure;
  }

  /** Returns the same error with a location: `file` unless the error names one, and `place` prepended to its own. */
  within({ file, place }: Pick<ErrorDetails, 'file' | 'place'>): CoreError {
    const places = [place, this.place].filter((part) => part !== undefined);
    return new CoreError(this.code, this.message, {
      file: this.file ?? file,
      place: places.length === 0 ? undefined : places.join(', '),
      remedy: this.remedy,
      failure: this.failure,
      cause: this,
    });
  }

  /** One line for a terminal or a toast: `file: place: message. Remedy`. */
  describe(): string {
    const where = [this.file, this.place].filter((part) => part !== undefined).join(': ');
    const what = where === '' ? this.message : `${where}: ${this.message}`;
    return this.remedy === undefined ? what : `${what.replace(/\.$/, '')}. ${this.remedy}`;
  }
}

/** Returns what `work` does; errors about the input that it throws name `place`, too. A cancellation stays as it is. */
export function atPlace<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CoreError) || error.code === 'cancelled') throw error;
    throw error.within({ place });
  }
}

/** Throws when an invariant of the program (not of its input) is broken. `values` are printed to help find the bug. */
export function assert(condition: boolean, message: string, values: Record<string, unknown> = {}): asserts condition {
  if (condition) return;
  const shown = Object.entries(values)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join(', ');
  throw new Error(`assertion failed: ${message}${shown === '' ? '' : ` (${shown})`}`);
}
