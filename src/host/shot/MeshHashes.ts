import { stat } from 'node:fs/promises';
import { readError } from '../../cache/plainFile.ts';
import { hashMeshFile } from '../../io/hashMeshFile.ts';

/** Files whose hashes are kept. */
const MOST_KEPT = 1000;

/** Hashes of mesh files, kept for as long as the system says that the file was not touched: so that dragging a value reads no mesh. */
export class MeshHashes {
  private readonly kept = new Map<string, { readonly stamp: string; readonly sha256: string }>();

  /**
   * Returns the hash of `hashMeshFile`, from memory where inode, size and times of the file are those of the last reading. Companions are not looked at: what is stored under the hash must be asked of
   * `fresh`.
   */
  async likely(path: string): Promise<string> {
    const known = this.kept.get(path);
    return known !== undefined && known.stamp === (await stampOf(path)) ? known.sha256 : this.fresh(path);
  }

  /** Reads the file. Throws what `hashMeshFile` throws. */
  async fresh(path: string): Promise<string> {
    const stamp = await stampOf(path);
    const sha256 = await hashMeshFile(path);
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(path, { stamp, sha256 });
    return sha256;
  }
}

async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true }).catch((error: unknown) => {
    throw readError(error, path);
  });
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}
