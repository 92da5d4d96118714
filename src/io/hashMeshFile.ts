import { open } from 'node:fs/promises';
import { chooseImporter, likelyImporter, sniffedBytes } from './chooseImporter.ts';
import { hashFile } from './hashFile.ts';
import { MeshFileSource } from './MeshFileSource.ts';
import { isGzip, unfoldStart } from './reading/gunzip.ts';

/** Bytes of a gzipped file that unfold to more than `sniffedBytes`. */
const packedStartBytes = 2 ** 16;

/**
 * SHA-256 of a mesh file and of all the files that reading it would read: what `readMesh` gives, without decoding the mesh.
 * Files of formats that have no companions are hashed in one pass, whatever their size. Throws what the system throws when
 * the file itself cannot be read, and CoreError where its companions cannot be found: `file-missing`, `limit-exceeded`
 * and what `readMesh` throws for a damaged file.
 */
export async function hashMeshFile(path: string): Promise<string> {
  const likely = likelyImporter(path, await readStart(path));
  if (likely?.companions === undefined) return hashFile(path);
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
  const file = await open(path);
  try {
    const start = new Uint8Array(packedStartBytes);
    const { bytesRead } = await file.read(start, 0, packedStartBytes, 0);
    const stored = start.subarray(0, bytesRead);
    return isGzip(stored) ? unfoldStart(stored, sniffedBytes) : stored;
  } finally {
    await file.close();
  }
}
