import { existsSync, realpathSync } from 'node:fs';
import { CoreError } from '../src/base/errors.ts';
import { WorkspacePaths } from '../src/host/local/WorkspacePaths.ts';
import type { PathPolicy, PathPurpose } from '../src/host/PathPolicy.ts';

/** A folder, with all below it, that the artist named: by a dialog, a drop, the command line or the list of recent shots. */
export interface PathGrant {
  readonly folder: string;
  readonly purpose: PathPurpose;
}

/** Most grants that are kept; the oldest is forgotten. */
const MOST = 1000;

/**
 * The folders that the editor may name to the host, and no others: a page that went astray reaches what the artist opened, and nothing
 * else. What may be named inside them is for `WorkspacePaths` to say: links are followed, hidden files and devices stay out of reach.
 */
export class PathGrants implements PathPolicy {
  private readonly workspace: string;
  private readonly purposes = new Map<string, PathPurpose>();

  /** `workspace`: the folder for files that have no place of their own, which is always granted. */
  constructor(workspace: string) {
    this.workspace = realpathSync(workspace);
  }

  get all(): PathGrant[] {
    return [...this.purposes].map(([folder, purpose]) => ({ folder, purpose }));
  }

  get roots(): readonly [string, ...string[]] {
    return this.foldersFor('read');
  }

  /** Grants a folder; `write` includes reading. A folder that is not there is not granted. */
  add({ folder, purpose }: PathGrant): void {
    if (!existsSync(folder)) return;
    const real = realpathSync(folder);
    const known = this.purposes.get(real);
    this.purposes.delete(real);
    this.purposes.set(real, known === 'write' ? 'write' : purpose);
    const [oldest] = this.purposes.keys();
    if (this.purposes.size > MOST) this.purposes.delete(oldest);
  }

  async allow(path: string, purpose: PathPurpose): Promise<string> {
    const paths = await WorkspacePaths.open(this.foldersFor(purpose));
    try {
      return await paths.allow(path, purpose);
    } catch (error) {
      if (!(error instanceof CoreError) || !error.message.includes('outside the workspace')) throw error;
      throw new CoreError('usage', `the editor was not given this place to ${purpose}`, {
        file: error.file,
        remedy: 'Choose the file with Open, Import or Export, or drop it on the window.',
        cause: error,
      });
    }
  }

  /** True where `allow` would give a path. */
  async covers(path: string, purpose: PathPurpose): Promise<boolean> {
    return this.allow(path, purpose).then(
      () => true,
      () => false,
    );
  }

  /** Folders that are there now: a disk may have been taken out. */
  private foldersFor(purpose: PathPurpose): [string, ...string[]] {
    const granted = this.all.filter((grant) => purpose === 'read' || grant.purpose === 'write');
    return [this.workspace, ...granted.map(({ folder }) => folder).filter((folder) => existsSync(folder))];
  }
}
