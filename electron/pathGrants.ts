import { existsSync, realpathSync } from 'node:fs';
import { CoreError } from '../src/base/errors.ts';
import { WorkspacePaths } from '../src/host/local/WorkspacePaths.ts';
import type { PathPolicy, PathPurpose } from '../src/host/session/PathPolicy.ts';

/** A folder, with its content, that the artist chose: by a dialog, a drop, the command line or the list of recent shots. */
export interface PathGrant {
  readonly folder: string;
  readonly purpose: PathPurpose;
}

/** Largest number of grants; the oldest is dropped. */
const MOST = 1000;

/**
 * The folders that the editor may pass to the host, and no others: a compromised page reaches only what the artist opened.
 * `WorkspacePaths` restricts the paths inside them: links are resolved, hidden files and devices are out of reach.
 */
export class PathGrants implements PathPolicy {
  private readonly workspace: string;
  private readonly purposes = new Map<string, PathPurpose>();

  /** `workspace`: the folder for files without a place of their own, which is always granted. */
  constructor(workspace: string) {
    this.workspace = realpathSync(workspace);
  }

  get all(): PathGrant[] {
    return [...this.purposes].map(([folder, purpose]) => ({ folder, purpose }));
  }

  get roots(): readonly [string, ...string[]] {
    return this.foldersFor('read');
  }

  /** Grants a folder; `write` includes reading. A missing folder is not granted. */
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
      throw new CoreError('usage', `the editor has no permission to ${purpose} here`, {
        file: error.file,
        remedy: 'Choose the file with Open, Import or Export, or drop it on the window.',
        cause: error,
      });
    }
  }

  /** Returns whether `allow` would accept a path. */
  async covers(path: string, purpose: PathPurpose): Promise<boolean> {
    return this.allow(path, purpose).then(
      () => true,
      () => false,
    );
  }

  /** Returns the granted folders that exist now: a disk may have been removed. */
  private foldersFor(purpose: PathPurpose): [string, ...string[]] {
    const granted = this.all.filter((grant) => purpose === 'read' || grant.purpose === 'write');
    return [this.workspace, ...granted.map(({ folder }) => folder).filter((folder) => existsSync(folder))];
  }
}
