import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CoreError } from '../../base/errors.ts';
import { makeFolder, writeError, writeFileAtomically } from '../../cache/atomicFile.ts';
import { readPlainFile } from '../../cache/plainFile.ts';
import type { Scene } from '../../scene/Scene.ts';
import { formatScene, maxDocumentBytes, parseScene } from '../../scene/sceneText.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { Sequence } from '../jobs/Sequence.ts';

/** An edit is on the disk at most this long after it was made, and the time of writing; milliseconds. */
const DELAY = 400;
/** Most bytes of a journal: a document and where it belongs. */
const MOST_BYTES = maxDocumentBytes + 2 ** 16;

export interface JournalOptions {
  /** Path of the shot. */
  readonly path: string;
  /** The document as it was opened or saved: while it equals this there is nothing to keep. */
  readonly savedText: string;
  /** Called with a sentence, once, when edits cannot be kept. */
  readonly warn: (message: string) => void;
}

/** The unsaved edits of one shot, in a file that is whole at any moment. Frames need none: they are stored when they are made. */
export class Journal {
  private readonly temporaryFolder: string;
  private readonly file: string;
  private readonly options: JournalOptions;
  private readonly work = new Sequence();
  private pending: Scene | undefined;
  private timer: NodeJS.Timeout | undefined;
  private warned = false;

  /** Writes nothing and leaves a journal that is there until the first edit. */
  constructor(stateFolder: string, project: string, options: JournalOptions) {
    this.temporaryFolder = join(stateFolder, 'tmp');
    this.file = journalFile(stateFolder, project);
    this.options = options;
  }

  /** The document is now `scene`. Edits that follow one another quickly are written once, the last one. */
  keep(scene: Scene): void {
    this.pending = scene;
    this.timer ??= setTimeout(() => void this.flush(), DELAY);
  }

  /** Writes what waits. Resolves when it is on the disk. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return this.work.run(async () => {
      const scene = this.pending;
      if (scene === undefined) return;
      this.pending = undefined;
      await this.write(scene).catch((error: unknown) => this.complain(error));
    });
  }

  /** Removes the journal: the document is saved, or what is not saved is not wanted. */
  forget(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pending = undefined;
    return this.work.run(() => rm(this.file, { force: true }));
  }

  private async write(scene: Scene): Promise<void> {
    const text = formatScene(scene);
    if (text === this.options.savedText) {
      await rm(this.file, { force: true });
      return;
    }
    await makeFolder(dirname(this.file));
    await makeFolder(this.temporaryFolder);
    const header = `${JSON.stringify({ format: journalFormat, path: this.options.path })}\n`;
    const { temporaryFolder } = this;
    await writeFileAtomically(this.file, [new TextEncoder().encode(header + text)], { temporaryFolder });
  }

  private complain(error: unknown): void {
    if (this.warned) return;
    this.warned = true;
    const told = writeError(error, this.file);
    const reason = told instanceof CoreError ? told.describe() : String(told);
    this.options.warn(`unsaved edits cannot be kept for the case of a crash: ${reason}`);
  }
}

const journalFormat = 'ductile-journal';
const headerSchema = z.object({ format: z.literal(journalFormat), path: z.string() });

export interface UnsavedEdits {
  readonly scene: Scene;
  /** Path of the shot when the edits were written. */
  readonly path: string;
  readonly savedSecondsAgo: number;
}

/** The unsaved edits of a project, or undefined where there are none that can be read: a damaged journal is left where it is. */
export async function readJournal(stateFolder: string, project: string): Promise<UnsavedEdits | undefined> {
  const file = journalFile(stateFolder, project);
  const bytes = await readPlainFile(file, { maxBytes: MOST_BYTES }).catch((error: unknown) => {
    if (!(error instanceof CoreError)) throw error;
    return undefined;
  });
  if (bytes === undefined) return undefined;
  try {
    const end = bytes.indexOf(10);
    const { path } = headerSchema.parse(JSON.parse(bytes.toString('utf8', 0, end)));
    const scene = parseScene(bytes.subarray(end + 1), catalogue, file);
    if (scene.project !== project) return undefined;
    return { scene, path, savedSecondsAgo: await ageOf(file) };
  } catch {
    return undefined;
  }
}

/** True where unsaved edits of a project wait. */
export async function hasJournal(stateFolder: string, project: string): Promise<boolean> {
  return stat(journalFile(stateFolder, project)).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function ageOf(file: string): Promise<number> {
  const { mtimeMs } = await stat(file);
  return Math.max(0, (performance.timeOrigin + performance.now() - mtimeMs) / 1000);
}

function journalFile(stateFolder: string, project: string): string {
  return join(stateFolder, 'journals', `${project}.journal`);
}
