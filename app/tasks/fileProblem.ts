import { CoreError } from '../../src/base/errors.ts';

/** Why a file could not be read, repaired or used. */
export interface FileProblem {
  readonly message: string;
  /** The place in the file, as its reader says it: a line, a row or an entry. */
  readonly place: string | undefined;
  readonly remedy: string | undefined;
}

/** What an error says of a file. */
export function fileProblem(error: unknown): FileProblem {
  if (!(error instanceof CoreError)) {
    return { message: error instanceof Error ? error.message : String(error), place: undefined, remedy: undefined };
  }
  const { message, place, remedy } = error;
  return { message, place, remedy };
}
