import { createHash, randomUUID } from 'node:crypto';
import { link, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { errorCode, makeFolder, writeError } from '../../cache/atomicFile.ts';
import { plainFileChunks } from '../../cache/plainFile.ts';
import { importExtensions } from '../catalogue/importExtensions.ts';
import type { PathPolicy } from './PathPolicy.ts';
import { Sequence } from '../jobs/Sequence.ts';
import { safeFileName } from './safeFileName.ts';

/** Most bytes of one file, and of all that are on their way. */
const MOST_BYTES = 2 * 2 ** 30;
/** Most files on their way at a time; the one that waited longest for its next piece makes room. */
const MOST_UPLOADS = 16;
/** Most numbered names that are tried. */
const MOST_NAMES = 1000;
/** Files that meshes are read with, beside those that can be imported. */
const COMPANION_ENDINGS = ['bin', 'mtl', 'ele', 'face', 'node', 'txt', 'jpg', 'jpeg', 'png'];
const TEMPORARY = /^\.upload-[0-9a-f-]{36}\.tmp$/;
/** Milliseconds after which a temporary file is one of a host that was killed. */
const ABANDONED = 3_600_000;

interface Upload {
  readonly name: string;
  readonly folder: string;
  readonly temporary: string;
  readonly file: FileHandle;
  received: number;
}

export interface UploadedPiece {
  readonly upload: string;
  readonly name: string;
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

/** Receives files in pieces. Nothing is seen under a file's name before the whole of it is there. */
export class UploadFolder {
  private readonly paths: PathPolicy;
  private readonly now: () => number;
  /** Uploads by the client's name; the one that was written last is at the end. */
  private readonly uploads = new Map<string, Upload>();
  private readonly work = new Sequence();

  /** `now`: milliseconds since 1970. */
  constructor(paths: PathPolicy, now: () => number) {
    this.paths = paths;
    this.now = now;
  }

  /**
   * Stores a piece; the first decides the folder and name. The last gives the path of the file: a new one, or that of a file of this name
   * with the same content. Throws `usage` for pieces out of order, `format-unknown`, `limit-exceeded`, and what writing throws; the upload is then given up.
   */
  receive(folder: string, piece: UploadedPiece): Promise<{ path?: string }> {
    return this.work.run(async () => {
      try {
        const upload = await this.at(folder, piece);
        await writePiece(upload, piece.bytes);
        if (!piece.last) return {};
        this.uploads.delete(piece.upload);
        return { path: await this.finish(upload) };
      } catch (error) {
        await this.giveUp(piece.upload);
        throw error;
      }
    });
  }

  /** Gives up all that is on its way. */
  async close(): Promise<void> {
    await this.work.run(async () => {
      for (const id of [...this.uploads.keys()]) await this.giveUp(id);
    });
  }

  private async at(folder: string, { upload: id, name, offset, bytes }: UploadedPiece): Promise<Upload> {
    const known = this.uploads.get(id);
    if (offset === 0) {
      if (known !== undefined) await this.giveUp(id);
      return this.begin(id, folder, name, bytes.length);
    }
    if (known?.received !== offset) {
      throw new CoreError('usage', `a piece of '${name}' came out of order`, {
        place: `byte ${offset}`,
        remedy: 'Upload the file again from its beginning.',
      });
    }
    this.checkSize(bytes.length, name);
    this.uploads.delete(id);
    this.uploads.set(id, known);
    return known;
  }

  private async begin(id: string, folder: string, wanted: string, size: number): Promise<Upload> {
    const name = safeFileName(wanted);
    checkEnding(name);
    this.checkSize(size, name);
    const [longestWaiting] = this.uploads.keys();
    if (this.uploads.size >= MOST_UPLOADS) await this.giveUp(longestWaiting);
    const allowed = dirname(await this.paths.allow(join(folder, name), 'write'));
    await makeFolder(allowed);
    await this.removeAbandoned(allowed);
    const temporary = join(allowed, `.upload-${randomUUID()}.tmp`);
    const file = await open(temporary, 'wx').catch((error: unknown) => {
      throw writeError(error, temporary);
    });
    const upload = { name, folder: allowed, temporary, file, received: 0 };
    this.uploads.set(id, upload);
    return upload;
  }

  private checkSize(more: number, name: string): void {
    let total = more;
    for (const { received } of this.uploads.values()) total += received;
    if (total <= MOST_BYTES) return;
    throw new CoreError('limit-exceeded', `'${name}' is too large to be uploaded`, {
      remedy: `The limit is ${MOST_BYTES / 2 ** 30} GiB. Put the file into the shot's folder and open it there.`,
    });
  }

  /** Puts the finished file under the first name that is free or that a file with the same bytes has. */
  private async finish({ name, folder, temporary, file }: Upload): Promise<string> {
    try {
      await file.sync();
      await file.close();
      const ending = extname(name);
      for (let number = 1; number <= MOST_NAMES; number++) {
        const path = join(folder, number === 1 ? name : `${basename(name, ending)}-${number}${ending}`);
        if (await place(temporary, path)) return path;
      }
      throw new CoreError('file-unwritable', `there are ${MOST_NAMES} files named '${name}' already`, {
        file: folder,
        remedy: 'Delete those that are not used.',
      });
    } catch (error) {
      throw writeError(error, join(folder, name));
    } finally {
      await file.close().catch(() => undefined);
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  private async giveUp(id: string): Promise<void> {
    const upload = this.uploads.get(id);
    if (upload === undefined) return;
    this.uploads.delete(id);
    await upload.file.close().catch(() => undefined);
    await rm(upload.temporary, { force: true }).catch(() => undefined);
  }

  /** Removes what a host that was killed left behind. */
  private async removeAbandoned(folder: string): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!TEMPORARY.test(name)) continue;
      const path = join(folder, name);
      const info = await stat(path).catch(() => undefined);
      if (info !== undefined && this.now() - info.mtimeMs > ABANDONED)
        await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

function checkEnding(name: string): void {
  const ending = extname(name).slice(1).toLowerCase();
  if (importExtensions().includes(ending) || COMPANION_ENDINGS.includes(ending)) return;
  throw new CoreError('format-unknown', `'${name}' is not a mesh file that can be imported`, {
    remedy: `Use one of: ${importExtensions().join(', ')}.`,
  });
}

async function writePiece(upload: Upload, bytes: Uint8Array): Promise<void> {
  let done = 0;
  try {
    while (done < bytes.length) {
      const { bytesWritten } = await upload.file.write(bytes, done, bytes.length - done, upload.received + done);
      done += bytesWritten;
    }
  } catch (error) {
    throw writeError(error, join(upload.folder, upload.name));
  }
  upload.received += bytes.length;
}

/** True once the content of `temporary` is at `path`: no file there is replaced. */
async function place(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return sameContent(temporary, path);
  }
}

async function sameContent(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(a), stat(b)]);
  if (!second.isFile() || first.size !== second.size) return false;
  const [one, other] = await Promise.all([digest(a), digest(b)]);
  return one === other;
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of plainFileChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}
