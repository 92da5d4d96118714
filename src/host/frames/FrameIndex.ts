import { setImmediate } from 'node:timers/promises';
import { CoreError } from '../../base/errors.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import { latestTakeName, readTake } from '../../cache/takes.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { SimulationFailure } from '../../base/failure.ts';
import type { NotificationParams } from '../../protocol/notifications.ts';
import type { RequestParams, RequestResult } from '../../protocol/requests.ts';
import type { QualityName, Scene } from '../../scene/Scene.ts';
import { readFailure } from './frameFailures.ts';
import { FrameStatsIndex } from './FrameStatsIndex.ts';
import { shotKeys, type KeyedShot, type ShotKeys } from './shotKeys.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '../../frames/sealedFile.ts';

/** Folders that changed this recently are read again, for file systems whose clock has steps; milliseconds. */
const SETTLED = 3000;

interface Listed {
  readonly stamp: string;
  readonly keys: ReadonlySet<FrameKey>;
}

/** The keys that are stored, read again only when files came or went: an edit asks for them, and a shot may have thousands. */
class KeyListing {
  private readonly cache: FrameCache;
  private readonly known = new Map<FileKind, Listed>();

  constructor(cache: FrameCache) {
    this.cache = cache;
  }

  async of(kind: FileKind): Promise<ReadonlySet<FrameKey>> {
    const folder = join(this.cache.folder, kind);
    const found = await stat(folder, { bigint: true }).catch(() => undefined);
    const stamp = found === undefined ? 'none' : `${found.ino} ${found.mtimeNs}`;
    const known = this.known.get(kind);
    if (known?.stamp === stamp) return known.keys;
    const keys = new Set(await this.cache.keys(kind));
    const age = performance.timeOrigin + performance.now() - Number((found?.mtimeNs ?? 0n) / 1_000_000n);
    if (found !== undefined && age > SETTLED) this.known.set(kind, { stamp, keys });
    else this.known.delete(kind);
    return keys;
  }
}

/** Frames after which other requests have their turn. */
const TURN = 2000;

type FrameState = RequestResult<'frameStates'>['states'][number];

/** Which frames of a shot are stored, for every quality and take. Scenes are those of the take that is asked about. */
export class FrameIndex {
  readonly cache: FrameCache;
  readonly stats: FrameStatsIndex;
  readonly listing: KeyListing;
  private readonly backend: string;
  /** Keys of a scene by quality, made when they are asked for. */
  private readonly keys = new WeakMap<Scene, Map<QualityName, ShotKeys>>();
  /** The last keys of each take and quality: most edits leave most intervals as they are. */
  private readonly latest = new Map<string, ShotKeys>();
  /** The key under which each frame of a take was last seen in the cache: what is stale after an edit. */
  private readonly seen = new Map<string, Promise<Map<number, FrameKey>>>();
  /** Failures by key, as they were read: they never change. */
  private readonly failures = new Map<FrameKey, SimulationFailure | undefined>();
  private closed = false;

  constructor(cache: FrameCache, backend: string) {
    this.cache = cache;
    this.stats = new FrameStatsIndex(cache);
    this.listing = new KeyListing(cache);
    this.backend = backend;
  }

  keysOf(shot: KeyedShot, quality: QualityName): ShotKeys {
    const { scene } = shot;
    let known = this.keys.get(scene);
    if (known === undefined) this.keys.set(scene, (known = new Map<QualityName, ShotKeys>()));
    let keys = known.get(quality);
    if (keys !== undefined) return keys;
    const place = `${quality} ${scene.take.id}`;
    keys = shotKeys(shot, quality, this.backend, this.latest.get(place));
    known.set(quality, keys);
    this.latest.set(place, keys);
    return keys;
  }

  /** Key of a frame of the range; undefined for another. */
  async keyOf(shot: KeyedShot, quality: QualityName, frame: number): Promise<FrameKey | undefined> {
    const index = frame - shot.scene.range.first;
    const keys = this.keysOf(shot, quality);
    if (!(index >= 0 && index < keys.count)) return undefined;
    return (await keys.reach(index, () => this.checkOpen()))[index];
  }

  /** The keys up to that of `frame`. */
  async keysUpTo(shot: KeyedShot, quality: QualityName, frame: number): Promise<readonly FrameKey[]> {
    return this.keysOf(shot, quality).reach(frame - shot.scene.range.first, () => this.checkOpen());
  }

  /** Ends what is being worked out: nobody waits for it any more. */
  close(): void {
    this.closed = true;
  }

  /** A job has told of a frame of `scene` that is in the cache now. */
  async done(scene: Scene, quality: QualityName, frame: NotificationParams<'frameDone'>): Promise<void> {
    this.stats.add(frame);
    (await this.seenOf(scene, quality)).set(frame.frame, frame.key);
  }

  /** States of the frames first..last that lie in the range. */
  async states(shot: KeyedShot, { quality, first, last }: RequestParams<'frameStates'>): Promise<FrameState[]> {
    const { scene } = shot;
    const from = Math.max(first, scene.range.first);
    const to = Math.min(last, scene.range.last);
    if (to < from) return [];
    const keys = await this.keysUpTo(shot, quality, to);
    const seen = await this.seenOf(scene, quality);
    const kinds = ['frame', 'checkpoint', 'failure'] as const;
    const [stored, checkpoints, failed] = await Promise.all(kinds.map((kind) => this.listing.of(kind)));
    const states: FrameState[] = [];
    for (let frame = from; frame <= to; frame++) {
      if ((frame - from) % TURN === TURN - 1) await this.giveTurn();
      const key = keys[frame - scene.range.first];
      const storedKey = [key, seen.get(frame)].find((candidate) => candidate !== undefined && stored.has(candidate));
      const state = storedKey === undefined ? 'missing' : storedKey === key ? 'cached' : 'stale';
      if (state === 'cached') seen.set(frame, key);
      const failure = state !== 'cached' && failed.has(key) ? await this.failureOf(key) : undefined;
      states.push({ frame, state, key, storedKey, checkpoint: checkpoints.has(storedKey ?? key), failure });
    }
    return states;
  }

  /** The first frame of first..last at which two states of a shot have other keys; undefined where there is none. */
  async firstDifference(
    run: { readonly shot: KeyedShot; readonly quality: QualityName; readonly first: number; readonly last: number },
    shot: KeyedShot,
  ): Promise<number | undefined> {
    const [before, now] = [run.shot.scene.range, shot.scene.range];
    if (run.shot.scene === shot.scene) return undefined;
    const { quality } = run;
    const first = Math.max(run.first, before.first, now.first);
    const last = Math.min(run.last, before.last, now.last);
    const [made, wanted] = await Promise.all(
      [run.shot, shot].map((one) => this.keysUpTo(one, quality, Math.max(last, one.scene.range.first))),
    );
    for (let frame = first; frame <= last; frame++) {
      if (made[frame - before.first] !== wanted[frame - now.first]) return frame;
    }
    return undefined;
  }

  /** The stored bytes of a frame, in a buffer of their own. Throws `file-missing` where it is not in the cache. */
  async frame(
    shot: KeyedShot,
    { quality, frame, key }: RequestParams<'frame'>,
  ): Promise<{ frame: number; key: FrameKey; bytes: Uint8Array<ArrayBuffer> }> {
    const wanted = key ?? (await this.keyOf(shot, quality, frame));
    const found = wanted === undefined ? undefined : await this.cache.read('frame', wanted);
    if (wanted !== undefined && found !== undefined)
      return { frame, key: wanted, bytes: new Uint8Array(found.content) };
    throw new CoreError('file-missing', `frame ${frame} is not simulated`, {
      file: this.cache.folder,
      place: `frame ${frame}`,
      remedy: wanted === undefined ? 'Ask for frames of the shot.' : 'Simulate it.',
    });
  }

  /** The keys under which the frames of a take were last seen, by frame. A take that was never simulated starts with those of its parent. */
  seenOf(scene: Scene, quality: QualityName): Promise<Map<number, FrameKey>> {
    return this.seenOfTake(scene, quality, scene.take.id);
  }

  private async giveTurn(): Promise<void> {
    await setImmediate();
    this.checkOpen();
  }

  private checkOpen(): void {
    if (this.closed) throw new CoreError('cancelled', 'the shot was closed');
  }

  private seenOfTake(scene: Scene, quality: QualityName, take: string): Promise<Map<number, FrameKey>> {
    const place = `${quality} ${take}`;
    let seen = this.seen.get(place);
    if (seen === undefined) {
      seen = this.readSeen(scene, quality, take);
      this.seen.set(place, seen);
    }
    return seen;
  }

  private async readSeen(scene: Scene, quality: QualityName, take: string): Promise<Map<number, FrameKey>> {
    const latest = await readTake(this.cache.folder, latestTakeName(quality, take));
    if (latest !== undefined) return new Map(latest.keys.map((key, index) => [latest.first + index, key]));
    const { parent } = [scene.take, ...scene.takes].find(({ id }) => id === take) ?? {};
    return parent === undefined ? new Map() : new Map(await this.seenOfTake(scene, quality, parent));
  }

  private async failureOf(key: FrameKey): Promise<SimulationFailure | undefined> {
    if (!this.failures.has(key)) this.failures.set(key, await readFailure(this.cache, key));
    return this.failures.get(key);
  }
}
