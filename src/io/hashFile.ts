import { createHash } from 'node:crypto';
import { plainFileChunks, type PlainFileLimits } from '../cache/plainFile.ts';

/** SHA-256 of a file's bytes, hexadecimal. Throws as `openPlainFile`. */
export async function hashFile(path: string, limits?: PlainFileLimits): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of plainFileChunks(path, limits)) hash.update(chunk);
  return hash.digest('hex');
}
