import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scene } from '../../../src/scene/Scene.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Writes a shot into a folder of its own; gives its path. */
export async function writtenShot(scene: Scene): Promise<string> {
  const path = join(await temporaryFolder(), 'shot.ductile');
  await writeFile(path, JSON.stringify(scene));
  return path;
}
