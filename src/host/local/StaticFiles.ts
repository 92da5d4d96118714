import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface StaticFile {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  readonly cacheControl: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Files under `assets` carry a hash of their content in their name. */
const FOREVER = 'private, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

/**
 * The files of the built editor by their address. A request looks its address up here and never becomes a path, so that none leads out of
 * the folder.
 */
export class StaticFiles {
  private readonly folder: string;
  private files = new Map<string, StaticFile>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Looks again at what is there: the editor may have been built since. */
  async refresh(): Promise<void> {
    const files = new Map<string, StaticFile>();
    await collect(this.folder, '/', files);
    const start = files.get('/index.html');
    if (start !== undefined) files.set('/', start);
    this.files = files;
  }

  /** `address`: decoded, beginning with a slash. */
  get(address: string): StaticFile | undefined {
    return this.files.get(address);
  }
}

/** Plain files only: links are left out. */
async function collect(folder: string, address: string, into: Map<string, StaticFile>): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, `${address}${entry.name}/`, into);
    if (!entry.isFile()) continue;
    const size = await stat(path).then(
      (info) => info.size,
      () => undefined,
    );
    if (size === undefined) continue;
    into.set(`${address}${entry.name}`, {
      path,
      bytes: size,
      type: types[extname(entry.name)] ?? 'application/octet-stream',
      cacheControl: address.startsWith('/assets/') ? FOREVER : ASK_AGAIN,
    });
  }
}
