import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface CachedFile {
  readonly sha256: string;
  /** The file on the disk: one that was written again is another. Times do not tell: reading sets them. */
  readonly inode: number;
}

/** The cached frames of the shots in a folder, by file name: the key of what the frame is made from. */
export function cachedFrames(folder: string): ReadonlyMap<string, CachedFile> {
  const cache = join(folder, 'ductile-cache');
  const paths = existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }) : [];
  return new Map(
    paths
      .filter((path) => path.endsWith('.frame'))
      .sort()
      .map((path) => {
        const file = join(cache, path);
        const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
        return [path, { sha256, inode: statSync(file).ino }];
      }),
  );
}

/** Content alone, to compare runs. */
export function contents(frames: ReadonlyMap<string, CachedFile>): Record<string, string> {
  return Object.fromEntries([...frames].map(([name, { sha256 }]) => [name, sha256]));
}
