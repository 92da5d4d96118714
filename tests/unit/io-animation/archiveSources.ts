import { expect } from 'vitest';
import { ArchiveReader } from '../../../src/io/alembic/ArchiveReader.ts';
import { MemorySource } from '../../../src/io/alembic/ByteSource.ts';
import { archiveSource } from '../../../src/io/animations/alembic/openArchive.ts';

/** Opens the bytes of an archive as a source of animated geometry. */
export const openArchive = (bytes: Uint8Array) => archiveSource(new ArchiveReader(new MemorySource(bytes)));

/** Returns the largest difference of two lists of numbers, which are as long as each other. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a).toHaveLength(b.length);
  let most = 0;
  for (let k = 0; k < a.length; k++) most = Math.max(most, Math.abs(a[k] - b[k]));
  return most;
}
