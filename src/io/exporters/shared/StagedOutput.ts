import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../../cache/atomicFile.ts';
import { writeError } from '../../../cache/atomicFile.ts';

interface StagedFile {
  readonly temporary: string;
  readonly path: string;
}

/**
 * Files written into a hidden folder beside their place and moved there only when all are complete and checked, so that a
 * failed or cancelled export leaves nothing under the final names.
 */
export class StagedOutput {
  private readonly folder: string;
  private readonly files: StagedFile[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** `path`: a final name; its folder is created where it does not exist (see `makeFolder`). Throws `disk-full` and `file-unwritable`. */
  static async open(path: string): Promise<StagedOutput> {
    const target = dirname(path);
    await makeFolder(target);
    try {
      return new StagedOutput(
        mkdtempSync(join(target, `.${basename(path).replace(/[^A-Za-z0-9._-]/g, '_')}-partial-`)),
      );
    } catch (cause) {
      throw writeError(cause, path);
    }
  }

  /** Returns the path at which to write the file that will be `path` (in the same folder as the constructor's). */
  stage(path: string): string {
    const temporary = join(this.folder, basename(path));
    this.files.push({ temporary, path });
    return temporary;
  }

  /** Moves every file to its place; returns their total size in bytes. */
  commit(): number {
    let bytes = 0;
    const moved: string[] = [];
    for (const { temporary, path } of this.files) {
      try {
        bytes += statSync(temporary).size;
        renameSync(temporary, path);
        moved.push(path);
      } catch (cause) {
        for (const done of moved) rmSync(done, { force: true });
        this.discard();
        throw writeError(cause, path);
      }
    }
    this.discard();
    return bytes;
  }

  /** Removes what was staged and not moved. */
  discard(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
