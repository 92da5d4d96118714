// Makes a folder with the layout of Electron's runtime for Linux, without executable content: enough to pack the program and inspect the result
// where the real runtime cannot be downloaded.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What stands before the switches ("fuses") in Electron's program, their version and how many there are. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_VERSION = 1;
const FUSES = 8;

export function makeHollowRuntime(folder) {
  const { version } = createRequire(import.meta.url)('electron/package.json');
  for (const part of ['resources', 'locales']) mkdirSync(join(folder, part), { recursive: true });
  const switches = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([FUSE_VERSION, FUSES]), Buffer.alloc(FUSES, '1')]);
  writeFileSync(join(folder, 'electron'), switches, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), '');
}
