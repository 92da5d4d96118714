import { createHash } from 'node:crypto';
import { open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { makeFolder, writeError } from '../cache/atomicFile.ts';
import type { RequestParams, RequestResult } from '../protocol/requests.ts';

/** Bytes of one file. */
const LARGEST = 2 * 1024 ** 3;
/** Files that are on their way at once. */
const MOST_AT_ONCE = 8;
const MOST_COPIES = 1000;
/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

interface Upload {
  readonly file: FileHandle;
  readonly part: string;
  readonly folder: string;
  readonly name: string;
  readonly hash: ReturnType<typeof createHash>;
  length: number;
}

/**
 * Files that a client sends in pieces. Each is written beside its final place and takes its name when it is whole; the same content under
 * the same name is stored once.
 */
export class Uploads {
  private readonly running = new Map<string, Upload>();

  /**
   * Takes a piece for a file in `folder`; the last one gives its path. Pieces come in order. Throws `usage` for a piece out of order or a name
   * that cannot be one, `limit-exceeded`, and what writing throws; the upload is then gone.
   */
  async take(
    { upload: id, name, offset, bytes, last }: RequestParams<'uploadFile'>,
    folder: string,
  ): Promise<RequestResult<'uploadFile'>> {
    const upload = offset === 0 ? await this.begin(id, safeName(name), folder) : this.running.get(id);
    if (upload === undefined || upload.length !== offset) {
      await this.abandon(id);
      throw new CoreError('usage', `a piece of ${name} came out of order`, { remedy: 'Drop the file again.' });
    }
    try {
      if (offset + bytes.byteLength > LARGEST) {
        throw new CoreError('limit-exceeded', `${name} has more than 2 GiB`, {
          file: name,
          remedy: 'Reduce the mesh.',
        });
      }
      await upload.file.write(bytes);
      upload.hash.update(bytes);
      upload.length += bytes.byteLength;
      return last ? { path: await this.finish(id, upload) } : {};
    } catch (error) {
      await this.abandon(id);
      throw error instanceof CoreError ? error : writeError(error, upload.part);
    }
  }

  /** Ends all that are not whole: nothing of them stays. */
  async abandonAll(): Promise<void> {
    for (const id of [...this.running.keys()]) await this.abandon(id);
  }

  private async begin(id: string, name: string, folder: string): Promise<Upload> {
    await this.abandon(id);
    if (this.running.size >= MOST_AT_ONCE) {
      throw new CoreError('limit-exceeded', `${MOST_AT_ONCE} files are on their way`, { remedy: 'Wait for them.' });
    }
    await makeFolder(folder);
    const part = join(folder, `.${id}.part`);
    const file = await open(part, 'w').catch((error: unknown) => {
      throw writeError(error, part);
    });
    const upload = { file, part, folder, name, hash: createHash('sha256'), length: 0 };
    this.running.set(id, upload);
    return upload;
  }

  private async finish(id: string, { file, part, folder, name, hash }: Upload): Promise<string> {
    await file.sync();
    await file.close();
    const digest = hash.digest('hex');
    const plain = name.slice(0, name.length - extname(name).length);
    for (let copy = 1; copy <= MOST_COPIES; copy++) {
      const path = join(folder, copy === 1 ? name : `${plain}-${copy}${extname(name)}`);
      const present = await stat(path).catch(() => undefined);
      if (present === undefined) {
        await rename(part, path);
        this.running.delete(id);
        return path;
      }
      if (present.isFile() && (await sha256(path)) === digest) {
        await rm(part, { force: true });
        this.running.delete(id);
        return path;
      }
    }
    throw new CoreError('file-unwritable', `${MOST_COPIES} files named ${name} are there`, { file: folder });
  }

  private async abandon(id: string): Promise<void> {
    const upload = this.running.get(id);
    if (upload === undefined) return;
    this.running.delete(id);
    await upload.file.close().catch(() => undefined);
    await rm(upload.part, { force: true });
  }
}

/** The name of a file in our folder: without any folder of its own, and one that every system takes. */
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = withoutForbidden(last).replace(/^\.+|[. ]+$/g, '');
  const plain = clean.slice(0, clean.length - extname(clean).length);
  if (clean !== '' && !RESERVED.test(plain) && clean.length <= 200) return clean;
  throw new CoreError('usage', `'${name}' cannot be the name of a file`, {
    remedy: 'Rename the file and drop it again.',
  });
}

async function sha256(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** With `_` for control characters and those that some system forbids in names. */
function withoutForbidden(name: string): string {
  return [...name].map((letter) => (letter < ' ' || '<>:"|?*'.includes(letter) ? '_' : letter)).join('');
}
