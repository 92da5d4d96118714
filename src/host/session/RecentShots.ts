import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { sha256Hex } from '../../base/hash.ts';
import { makeFolder, writeFileAtomically } from '../../cache/atomicFile.ts';
import { readPlainFile } from '../../cache/plainFile.ts';
import { shotProgress, type ShotProgress } from '../../protocol/requests/program.ts';
import type { RequestResult } from '../../protocol/requests.ts';
import { hasJournal } from '../shot/Journal.ts';
import type { PathPolicy } from './PathPolicy.ts';
import { Sequence } from '../jobs/Sequence.ts';

/** Shots that are remembered. */
const MOST = 40;
/** A list longer than this was not written by this program. */
const MOST_BYTES = 1 << 20;
const MOST_PICTURE_BYTES = 1 << 24;

const recentSchema = z.array(
  z.strictObject({
    path: z.string(),
    project: z.uuid(),
    name: z.string(),
    opened: z.number(),
    progress: shotProgress.optional(),
  }),
);
type Recent = z.output<typeof recentSchema>[number];

/** The shots opened last and a small picture of each, in the state folder. A damaged list is an empty one. */
export class RecentShots {
  private readonly folder: string;
  private readonly work = new Sequence();

  constructor(stateFolder: string) {
    this.folder = stateFolder;
  }

  /** A shot was opened or saved under this path. Names are shown; `now` is milliseconds since 1970. */
  add(path: string, scene: { readonly project: string; readonly name: string }, now: number): Promise<void> {
    return this.work.run(async () => {
      const known = await this.read();
      const others = known.filter((recent) => recent.path !== path);
      const { project, name } = scene;
      const { progress } = known.find((recent) => recent.path === path && recent.project === project) ?? {};
      const kept = [{ path, project, name, opened: now, progress }, ...others].slice(0, MOST);
      for (const dropped of others.slice(MOST - 1)) await rm(this.picture(dropped.path), { force: true });
      await this.write(kept);
    });
  }

  /** Takes shots off the list, with their pictures; those that are not on it change nothing. */
  forget(paths: readonly string[]): Promise<void> {
    return this.work.run(async () => {
      const known = await this.read();
      const kept = known.filter(({ path }) => !paths.includes(path));
      if (kept.length === known.length) return;
      for (const { path } of known) if (paths.includes(path)) await rm(this.picture(path), { force: true });
      await this.write(kept);
    });
  }

  /** Keeps how far the shot at `path` is simulated; one that is not on the list stays off it. */
  storeProgress(path: string, progress: ShotProgress): Promise<void> {
    return this.work.run(async () => {
      const known = await this.read();
      if (!known.some((recent) => recent.path === path)) return;
      await this.write(known.map((recent) => (recent.path === path ? { ...recent, progress } : recent)));
    });
  }

  /** Newest first; those that the client may not name are left out. */
  async list(paths: PathPolicy, now: number): Promise<RequestResult<'recentShots'>['shots']> {
    const shots: RequestResult<'recentShots'>['shots'] = [];
    for (const recent of await this.work.run(() => this.read())) {
      const described = await this.describe(recent, paths, now);
      if (described !== undefined) shots.push(described);
    }
    return shots;
  }

  /** Keeps a small picture of the shot at `path`. */
  storeThumbnail(path: string, png: Uint8Array): Promise<void> {
    return this.work.run(async () => {
      await makeFolder(dirname(this.picture(path)));
      await writeFileAtomically(this.picture(path), [png], { durable: false });
    });
  }

  private async write(shots: readonly Recent[]): Promise<void> {
    await makeFolder(this.folder);
    await writeFileAtomically(this.file, [new TextEncoder().encode(JSON.stringify(shots))], { durable: false });
  }

  private async describe(recent: Recent, paths: PathPolicy, now: number) {
    const { path, project, name, opened, progress } = recent;
    const exists = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    const allowed = await paths.allow(path, 'read').then(
      () => true,
      () => false,
    );
    if (exists && !allowed) return undefined;
    return {
      path,
      name: name || basename(path, '.ductile'),
      folder: dirname(path),
      openedSecondsAgo: Math.max(0, (now - opened) / 1000),
      missing: !exists,
      progress,
      recovered: await hasJournal(this.folder, project),
      thumbnail: await readPlainFile(this.picture(path), { maxBytes: MOST_PICTURE_BYTES }).then(
        (bytes) => new Uint8Array(bytes),
        () => undefined,
      ),
    };
  }

  private async read(): Promise<Recent[]> {
    try {
      const bytes = await readPlainFile(this.file, { maxBytes: MOST_BYTES });
      const parsed = recentSchema.safeParse(JSON.parse(bytes.toString('utf8')));
      return parsed.success ? parsed.data : [];
    } catch {
      return [];
    }
  }

  private get file(): string {
    return join(this.folder, 'recent.json');
  }

  private picture(path: string): string {
    return join(this.folder, 'thumbnails', `${sha256Hex(path).slice(0, 32)}.png`);
  }
}
