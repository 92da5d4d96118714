import { resolve } from 'node:path';

export type PathPurpose = 'read' | 'write';

/** Which files a client of the simulation host may name. Every path of a request, and every path inside a document, passes through it. */
export interface PathPolicy {
  /**
   * Absolute, real folders whose files may be named; the first is the workspace, where files go that have no place of their own. Undefined:
   * any file may be named.
   */
  readonly roots: readonly [string, ...string[]] | undefined;
  /**
   * The absolute path to use instead of `path`. Throws `usage` for a path that this client may not name, with a remedy, and
   * `file-unreadable` where the way there cannot be looked at. The file itself may be missing.
   */
  allow(path: string, purpose: PathPurpose): Promise<string>;
}

/** The policy of a client that may do what the user may: it only makes paths absolute. */
export const anyPath: PathPolicy = {
  roots: undefined,
  allow: (path) => Promise.resolve(resolve(path)),
};
