import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Switches writing off. */
  makeReadOnly(): void;
  /** Gives it another size, bytes; what it holds stays. */
  resize(bytes: number): void;
  unmount(): void;
}

/** A disk in memory of that size, or undefined where mounting is not allowed. */
export function mountSmallDisk(bytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ductile-disk-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  return {
    folder,
    makeReadOnly: () => execFileSync('/bin/mount', ['-o', 'remount,ro', folder], { stdio: 'ignore' }),
    resize: (size) => execFileSync('/bin/mount', ['-o', `remount,size=${size}`, folder], { stdio: 'ignore' }),
    unmount: () => {
      execFileSync('/bin/umount', [folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
