import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** The folder that Linux keeps in memory. */
const MEMORY_DISK = '/dev/shm';
/** Room that it must have, bytes: containers often have 64 MiB there, and two processes of tests fill some hundred. */
const ROOM = 4 * 2 ** 30;

/**
 * Folders of tests lie in memory where there is room: the program waits until each file that it writes is on disk, and what tests write need not outlive a
 * power failure.
 */
const parent = hasRoom(MEMORY_DISK) ? MEMORY_DISK : tmpdir();

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** A new empty folder, which its caller removes. */
export function emptyFolder(): string {
  return mkdtempSync(join(parent, 'ductile-test-'));
}

/** A new empty folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = emptyFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new empty folder for all tests of the suite in whose body this is called. */
export function suiteFolder(): string {
  const folder = emptyFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
