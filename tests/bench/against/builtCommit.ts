import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Runs a program to its end and gives what it printed; throws with its errors where it fails. */
export function output(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** The program of a commit, built in a working tree of its own beside this one. */
export interface BuiltCommit {
  readonly commit: string;
  readonly folder: string;
  remove(): void;
}

/**
 * Builds a commit aside. It takes the packages of this working tree where both have the same lock file, and installs its own where they differ. Throws where the
 * commit is unknown or does not build; nothing is left behind then. `part`: what is built of it, the program without its editor or all.
 */
export function buildCommit(name: string, here: string, part: 'core' | 'all' = 'core'): BuiltCommit {
  const commit = output('git', ['rev-parse', '--verify', `${name}^{commit}`], here).trim();
  const parent = mkdtempSync(join(tmpdir(), 'ductile-against-'));
  const folder = join(parent, 'ductile');
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: here });
    rmSync(parent, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    output('git', ['worktree', 'add', '--detach', folder, commit], here);
    const lock = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
    if (lock(folder) === lock(here)) symlinkSync(resolve(here, 'node_modules'), join(folder, 'node_modules'), 'dir');
    else output('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
    output('node', ['tools/build.mjs', ...(part === 'core' ? ['--only=core'] : [])], folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { commit, folder, remove };
}
