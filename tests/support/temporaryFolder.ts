import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A new empty folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ductile-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new empty folder for all tests of the suite in whose body this is called. */
export function suiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ductile-suite-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
