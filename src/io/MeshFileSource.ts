import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { readPlainFile } from '../cache/plainFile.ts';
import type { ImportSource } from './Importer.ts';
import { gunzip, isGzip } from './reading/gunzip.ts';

/** Largest file read, bytes; also the most that a compressed one may unfold to. Reading takes a few times as much memory. */
export const mostMeshBytes = 2 ** 28;
const REDUCE = 'Reduce the mesh before importing it.';

/** A mesh file in memory and its neighbours on disk. Keeps account of the neighbours that were read: its companions. */
export class MeshFileSource implements ImportSource {
  readonly path: string;
  /** Unfolded where the file is gzipped. */
  readonly bytes: Uint8Array;
  /** Size on disk. */
  readonly storedBytes: number;
  private readonly digest: string;
  private readonly maxBytes: number;
  /** SHA-256 by name, in the order of first reading. */
  private readonly companions = new Map<string, string>();

  private constructor(path: string, stored: Uint8Array, maxBytes: number) {
    this.path = path;
    this.bytes = isGzip(stored) ? gunzip(stored, path, maxBytes) : stored;
    this.storedBytes = stored.length;
    this.digest = sha256Of(stored);
    this.maxBytes = maxBytes;
  }

  /** Throws `file-missing`, `file-unreadable`, `limit-exceeded` and, for gzip, `format-truncated`. */
  static async open(path: string, maxBytes = mostMeshBytes): Promise<MeshFileSource> {
    return new MeshFileSource(path, await readPlainFile(path, { maxBytes, remedy: REDUCE }), maxBytes);
  }

  get companionCount(): number {
    return this.companions.size;
  }

  /** Relative to the file's folder, in the order of first reading. */
  get companionNames(): string[] {
    return [...this.companions.keys()];
  }

  /**
   * SHA-256 of the file as it lies on disk; with companions, of its hash and theirs. The file says in which order they are
   * read and by which names, so that neither is hashed: a pair that is renamed together keeps its hash.
   */
  get sha256(): string {
    if (this.companions.size === 0) return this.digest;
    return sha256Of(['mesh with companions', this.digest, ...this.companions.values()].join('\n'));
  }

  /** A file beside this one; undefined when it is not there. Names that lead out of the folder, links included, are refused. */
  async sibling(name: string): Promise<Uint8Array | undefined> {
    const refused = new CoreError('format-unsupported', `it names a file outside its own folder: '${name}'`, {
      file: this.path,
      remedy: 'Put the files it needs beside it.',
    });
    if (name.includes('\0') || /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i.test(name)) throw refused;
    const folder = dirname(this.path);
    const wanted = join(folder, name.replaceAll('\\', '/'));
    if (leaves(folder, wanted)) throw refused;
    try {
      const [realFolder, realWanted] = await Promise.all([realpath(folder), realpath(wanted)]);
      if (leaves(realFolder, realWanted)) throw refused;
    } catch (error) {
      if (error instanceof CoreError) throw error;
      return undefined;
    }
    const bytes = await readPlainFile(wanted, { maxBytes: this.maxBytes, remedy: REDUCE });
    if (!this.companions.has(name)) this.companions.set(name, sha256Of(bytes));
    return bytes;
  }
}

function sha256Of(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function leaves(folder: string, wanted: string): boolean {
  const steps = relative(folder, wanted);
  return steps === '..' || steps.startsWith(`..${sep}`) || /^[a-z]:/i.test(steps);
}
