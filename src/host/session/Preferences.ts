import { join } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { makeFolder, writeFileAtomically } from '../../cache/atomicFile.ts';
import { readPlainFile } from '../../cache/plainFile.ts';

const MOST_BYTES = 1 << 20;

/** What the editor remembers of itself, as JSON in the state folder. */
export class Preferences {
  private readonly folder: string;

  constructor(stateFolder: string) {
    this.folder = stateFolder;
  }

  /** Null where there are none, or none that can be read. */
  async read(): Promise<unknown> {
    try {
      const bytes = await readPlainFile(this.file, { maxBytes: MOST_BYTES });
      return JSON.parse(bytes.toString('utf8')) as unknown;
    } catch {
      return null;
    }
  }

  /** Throws `limit-exceeded` above 1 MiB. */
  async write(value: unknown): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    if (bytes.length > MOST_BYTES) {
      throw new CoreError('limit-exceeded', `the preferences have ${bytes.length} bytes; the limit is ${MOST_BYTES}`, {
        remedy: 'Remove saved layouts.',
      });
    }
    await makeFolder(this.folder);
    await writeFileAtomically(this.file, [bytes], { durable: false });
  }

  private get file(): string {
    return join(this.folder, 'preferences.json');
  }
}
