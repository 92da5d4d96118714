import { copyFile, link } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errorCode, makeFolder, writeError } from './atomicFile.ts';
import { listFiles } from './CacheFolder.ts';
import { listTakes, readTake, writeTake } from './takes.ts';

/**
 * Copies the files of one cache to another, for a shot saved to another folder: as hard links where the volume allows,
 * which take no space, else as copies. Existing files stay. Takes are copied too, so that stale frames are recognised. Returns the number of files.
 */
export async function adoptCache(from: string, to: string): Promise<number> {
  let brought = 0;
  for (const { path } of await listFiles(from)) {
    const target = join(to, relative(from, path));
    try {
      await makeFolder(dirname(target));
      await linkOrCopy(path, target);
      brought += 1;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw writeError(error, target);
    }
  }
  for (const name of await listTakes(from)) {
    if ((await readTake(to, name)) !== undefined) continue;
    const take = await readTake(from, name);
    if (take !== undefined) await writeTake(to, name, take);
  }
  return brought;
}

async function linkOrCopy(path: string, target: string): Promise<void> {
  try {
    await link(path, target);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw error;
    await copyFile(path, target);
  }
}
