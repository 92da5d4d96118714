import { resolve } from 'node:path';

export type PathPurpose = 'read' | 'write';

/** Which files a client of the simulation host may name. Every path of a request, and every path inside a document, passes through it. */
export interface PathPolicy {
  /**
   * The absolute path to use instead of `path`. Throws `usage` for a path that this client may not name, with a remedy, and
   * `file-missing` where the folder that it lies in is not there.
   */
  allow(path: string, purpose: PathPurpose): Promise<string>;
}

/** For a client that may do what the user may: only makes paths absolute. */
export const anyPath: PathPolicy = {
  allow: (path) => Promise.resolve(resolve(path)),
};
