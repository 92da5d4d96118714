import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';

/** Folder of real meshes (`DUCTILE_TEST_DATA`), or undefined where there is none. */
export const testDataFolder = process.env['DUCTILE_TEST_DATA'];

/** Path of a real test mesh. */
export function testDataPath(relative: string): string {
  if (testDataFolder === undefined) throw new Error('DUCTILE_TEST_DATA is not set');
  return join(testDataFolder, relative);
}

/**
 * A suite that needs real meshes: shown as skipped, with the reason, where they are not available. Its body, which may list the
 * folder to name its tests, runs only where they are.
 */
export function describeWithData(name: string, body: () => void): void {
  const available = testDataFolder !== undefined && existsSync(testDataFolder);
  if (available) describe(name, body);
  else test.skipIf(!available)(`${name} (skipped: DUCTILE_TEST_DATA is not set)`, () => undefined);
}
