import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { app } from 'electron';
import { z } from 'zod';
import type { RecentShot } from './bridge.ts';
import type { JsonFile } from './JsonFile.ts';

/** Length of the list, the same as that of the simulation host: the editor may open those that are in it. */
const MOST = 40;

export const recentShotsSchema = z.array(z.strictObject({ path: z.string().max(4096), lastOpened: z.iso.datetime() }));
type Entry = z.output<typeof recentShotsSchema>[number];

/** The shots that were opened or saved last, newest first, here and in the list of the operating system. */
export class RecentShots {
  private readonly file: JsonFile<Entry[]>;
  private readonly changed: () => void;
  private entries: readonly Entry[];

  /** `changed` is called after every change. */
  constructor(file: JsonFile<Entry[]>, changed: () => void) {
    this.file = file;
    this.changed = changed;
    this.entries = (file.read() ?? []).slice(0, MOST);
  }

  get paths(): string[] {
    return this.entries.map(({ path }) => path);
  }

  list(): RecentShot[] {
    return this.entries.map(({ path, lastOpened }) => ({
      path,
      name: basename(path, extname(path)),
      lastOpened,
      missing: !existsSync(path),
    }));
  }

  add(path: string, lastOpened = new Date().toISOString()): void {
    app.addRecentDocument(path);
    const others = this.entries.filter((entry) => entry.path !== path);
    this.replace([{ path, lastOpened }, ...others].slice(0, MOST));
  }

  clear(): void {
    app.clearRecentDocuments();
    this.replace([]);
  }

  private replace(entries: Entry[]): void {
    this.entries = entries;
    this.file.write(entries);
    this.changed();
  }
}
