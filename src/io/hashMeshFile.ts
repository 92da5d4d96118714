import { openPlainFile, readAt } from '../cache/plainFile.ts';
import { chooseImporter, likelyImporter, sniffedBytes } from './chooseImporter.ts';
import { hashFile } from './hashFile.ts';
import { MeshFileSource, mostMeshBytes } from './MeshFileSource.ts';
import { isGzip, unfoldStart } from './reading/gunzip.ts';

/** Bytes of a gzipped file that unfold to more than `sniffedBytes`. */
const packedStartBytes = 2 ** 16;

/**
 * SHA-256 of a mesh file and of all the files that reading it would read: what `readMesh` gives, without decoding the mesh.
 * Files of formats that have no companions are hashed in one pass. Throws as `readMesh` does for a file that cannot be read, that is too large or
 * whose companions cannot be found.
 */
export async function hashMeshFile(path: string): Promise<string> {
  const likely = likelyImporter(path, await readStart(path));
  if (likely?.companions === undefined) return hashFile(path, { maxBytes: mostMeshBytes, remedy: 'Reduce the mesh.' });
  const source = await MeshFileSource.open(path);
  await chooseImporter(path, source.bytes).companions?.(source);
  return source.sha256;
}

/** The names of the files that a mesh file is read with, relative to its folder. Throws as `hashMeshFile` does. */
export async function companionNames(path: string): Promise<readonly string[]> {
  const likely = likelyImporter(path, await readStart(path));
  if (likely?.companions === undefined) return [];
  const source = await MeshFileSource.open(path);
  await chooseImporter(path, source.bytes).companions?.(source);
  return source.companionNames;
}

/** The first bytes, at least `sniffedBytes` where there are so many, unfolded where the file is gzipped. */
async function readStart(path: string): Promise<Uint8Array> {
  const { file } = await openPlainFile(path);
  try {
    const stored = await readAt(file, 0, packedStartBytes);
    return isGzip(stored) ? unfoldStart(stored, sniffedBytes) : stored;
  } finally {
    await file.close();
  }
}
