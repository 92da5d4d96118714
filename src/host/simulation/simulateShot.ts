import { setImmediate } from 'node:timers/promises';
import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';
import {
  checkpointBudget,
  checkpointInterval,
  findResumePoint,
  isCheckpointFrame,
  isWorthKeeping,
} from '../../cache/checkpointSchedule.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import { writeInputs } from '../../cache/staleness.ts';
import { latestTakeName, readTake, writeTake } from '../../cache/takes.ts';
import { decodeCheckpoint, encodeCheckpoint, type Checkpoint } from '../../frames/Checkpoint.ts';
import { decodeFrame, encodeFrame } from '../../frames/Frame.ts';
import type { FrameStats } from '../../frames/FrameStats.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import type { QualityName } from '../../scene/Scene.ts';
import { compactFrame } from '../../systems/compactFrame.ts';
import { ShotSimulation } from '../../systems/ShotSimulation.ts';
import type { ShotAssets } from '../../systems/SystemKind.ts';
import { writeFailure } from '../frames/frameFailures.ts';
import { prepareAssets } from './prepareAssets.ts';
import { throughPreRoll } from './preRoll.ts';
import { storeSurfaces } from '../frames/surfaces.ts';
import { shotKeys, type ShotKeys } from '../frames/shotKeys.ts';
import type { SolverBackend } from './solverBackend.ts';

/** Frames of the beginning of a range that are noted in the last state of a quality, also where they were never made. */
const ALWAYS_NOTED = 10_000;

export interface SimulateRequest {
  readonly shot: LoadedShot;
  readonly cache: FrameCache;
  readonly backend: SolverBackend;
  readonly quality: QualityName;
  /** Frames that are wanted; earlier ones are simulated as far as no checkpoint is there. */
  readonly first: number;
  readonly last: number;
  readonly quotaBytes?: number;
  /** Which checkpoints are worth their room; left out, `isWorthKeeping`. */
  readonly worthKeeping?: typeof isWorthKeeping;
  /** Makes surfaces of liquids that frames in the cache lack; without it they are made when they are looked at. */
  readonly makeSurfaces?: boolean;
}

/** One finished frame, as it is stored. */
export interface FrameOutcome {
  readonly frame: number;
  readonly key: string;
  /** Hash of the frame's content. */
  readonly sha256: string;
  /** It was there already. */
  readonly cached: boolean;
  /** A simulation can go on from it. */
  readonly checkpoint: boolean;
  /** Wall-clock time of its simulation; 0 where cached. */
  readonly seconds: number;
  readonly stats: FrameStats;
}

/** What is told while a simulation goes on. */
export interface SimulationEvents {
  /** A wanted frame is there. */
  frame(outcome: FrameOutcome): void;
  /** It goes on from the checkpoint of this frame. */
  from?(frame: number): void;
}

export interface SimulateSummary {
  /** Frames that were made and stored, those before the wanted ones included. */
  readonly simulated: number;
  /** Wanted frames that were there. */
  readonly cached: number;
  /** The frame that the simulation went on from; undefined when nothing was simulated. */
  readonly resumedFrom?: number;
}

/**
 * Makes the wanted frames of a shot: those in the cache are left as they are, the others are simulated from the nearest
 * checkpoint. Frames are stored as they are finished, so that a cancel, a crash or a full disk costs the running one only.
 * Throws `simulation-failed`, `cancelled`, `disk-full`, and what preparing the assets throws.
 */
export async function simulateShot(
  request: SimulateRequest,
  job: JobContext,
  told: SimulationEvents,
): Promise<SimulateSummary> {
  const { shot, cache, backend, quality } = request;
  const range = { ...shot.scene.range };
  checkRange(request, range);
  const keys = shotKeys(shot, quality, backend.name);
  const outcomes = await readFrames(request, keys, job);
  const reportTo = reporter(request, outcomes, told.frame);
  await completeFrames(request, keys, outcomes, job);
  const missing = wanted(request).filter((frame) => !outcomes.has(frame));
  if (missing.length === 0) {
    reportTo(request.last);
    return { simulated: 0, cached: outcomes.size };
  }
  reportTo(missing[0] - 1);
  const saveTake = () => writeLatest(cache, latestTakeName(quality, shot.scene.take.id), request, keys);
  const assets = await prepareAssets(shot, quality, cache, job);
  const run = new ShotRun(request, keys, assets, outcomes, job);
  try {
    const resumedFrom = await run.resume(missing[0], job);
    if (resumedFrom > range.first) told.from?.(resumedFrom);
    await run.simulateTo(missing.at(-1)!, job, reportTo);
    reportTo(request.last);
    await saveTake();
    return { simulated: run.simulated, cached: request.last - request.first + 1 - missing.length, resumedFrom };
  } catch (error) {
    // The first failure is the one to tell: after a full disk this write fails as well.
    await saveTake().catch(() => undefined);
    throw error;
  } finally {
    run.dispose();
  }
}

/**
 * Writes down under which key each frame was made last: the new one where it is stored, else the one before, so that frames of an earlier
 * state that were not made anew are known as stale.
 */
async function writeLatest(cache: FrameCache, name: string, request: SimulateRequest, keys: ShotKeys): Promise<void> {
  const { first } = request.shot.scene.range;
  const stored = new Set(await cache.keys('frame'));
  const earlier = await readTake(cache.folder, name);
  const earlierEnd = earlier === undefined ? 0 : earlier.first + earlier.keys.length - first;
  // Whatever is stored of this state had its key made.
  const count = Math.min(keys.count, Math.max(ALWAYS_NOTED, keys.madeCount, earlierEnd));
  const made = keys.upTo(count - 1);
  const lastStored = made.findLastIndex((key) => stored.has(key));
  const noted = made.slice(0, Math.max(Math.min(count, ALWAYS_NOTED), lastStored + 1, Math.min(count, earlierEnd)));
  const merged = noted.map((key, index) =>
    stored.has(key) ? key : (earlier?.keys[first + index - earlier.first] ?? key),
  );
  await writeTake(cache.folder, name, { first, keys: merged, pinned: false });
}

/** Reports the wanted frames in order and each once: a call reports those up to a frame that were not reported before. */
function reporter(
  { first, last }: SimulateRequest,
  outcomes: ReadonlyMap<number, FrameOutcome>,
  onFrame: (outcome: FrameOutcome) => void,
): (frame: number) => void {
  let next = first;
  return (frame) => {
    for (; next <= Math.min(frame, last); next++) {
      const outcome = outcomes.get(next);
      if (outcome !== undefined) onFrame(outcome);
    }
  };
}

/** A simulation of one shot into its cache. */
class ShotRun {
  simulated = 0;
  private readonly request: SimulateRequest;
  private readonly keys: ShotKeys;
  private readonly simulation: ShotSimulation;
  private readonly outcomes: Map<number, FrameOutcome>;
  private readonly interval: number;
  private readonly frameCount: number;
  /** Wall-clock seconds of simulation since the last checkpoint. */
  private sinceCheckpoint = 0;
  /** Bytes of all checkpoints of the cache, as far as this run knows: at least those that it wrote. */
  private checkpointBytes = 0;

  constructor(
    request: SimulateRequest,
    keys: ShotKeys,
    assets: ShotAssets,
    outcomes: Map<number, FrameOutcome>,
    { cancelled }: JobContext,
  ) {
    const { shot, quality, backend } = request;
    this.request = request;
    this.keys = keys;
    this.outcomes = outcomes;
    this.simulation = new ShotSimulation(shot.scene, assets, { quality, ...backend, cancelled });
    this.frameCount = keys.count;
    const bytes = encodeCheckpoint(this.simulation.checkpoint()).length;
    this.interval = checkpointInterval(this.frameCount, bytes, request.quotaBytes);
  }

  private index(frame: number): number {
    return frame - this.request.shot.scene.range.first;
  }

  private keyOf(frame: number): FrameKey {
    const index = this.index(frame);
    return this.keys.upTo(index)[index];
  }

  /** Stands at the frame before `missing`, or at the first frame. Gives the frame. */
  async resume(missing: number, job: JobContext): Promise<number> {
    const { cache } = this.request;
    const before = this.index(missing) - 1;
    const point = await findResumePoint(cache, this.keys.upTo(before), before);
    if (point !== undefined) this.simulation.restore(decodeCheckpoint(point.checkpoint));
    else await this.begin(job);
    return this.simulation.frame;
  }

  /** Makes the first frame; after a pre-roll with a checkpoint, so that none repeats it. */
  private async begin(job: JobContext): Promise<void> {
    const { simulation, request } = this;
    const { first, preRoll = 0 } = request.shot.scene.range;
    try {
      await throughPreRoll(simulation, request.shot.scene, job);
    } catch (error) {
      const failure = error instanceof CoreError ? error.failure : undefined;
      if (failure !== undefined) await writeFailure(request.cache, this.keyOf(first), failure).catch(() => undefined);
      throw error;
    }
    if (preRoll > 0) await this.storeCheckpoint(first, simulation.checkpoint());
    await this.store(0, 0);
  }

  /** Simulates up to and including `last`. A cancel leaves a checkpoint at the last whole frame. */
  async simulateTo(last: number, job: JobContext, onFrame: (frame: number) => void): Promise<void> {
    const { simulation } = this;
    const from = simulation.frame;
    onFrame(from);
    while (simulation.frame < last) {
      const began = performance.now();
      const frame = simulation.frame + 1;
      const before = simulation.checkpoint();
      try {
        simulation.advance(job.cancelled);
      } catch (error) {
        if (error instanceof CoreError) await this.leave(error, frame, before);
        throw error;
      }
      await this.store(this.index(frame), (performance.now() - began) / 1000);
      onFrame(frame);
      job.progress(`frame ${frame}`, (frame - from) / (last - from));
      // Lets signals and messages in.
      await setImmediate();
    }
  }

  dispose(): void {
    this.simulation.dispose();
  }

  /** What is kept of a frame that was not finished: the state to go on from, and the reason of a failure. */
  private async leave(error: CoreError, frame: number, before: Checkpoint): Promise<void> {
    const { cache } = this.request;
    if (error.code === 'cancelled' || error.failure !== undefined) await this.storeCheckpoint(frame - 1, before);
    if (error.failure !== undefined) await writeFailure(cache, this.keyOf(frame), error.failure).catch(() => undefined);
  }

  private async store(index: number, simulated: number): Promise<void> {
    const { cache, shot, quality } = this.request;
    const key = this.keys.upTo(index)[index];
    const { frame } = this.simulation;
    if (!(await this.isStored(frame, key))) {
      const began = performance.now();
      const current = compactFrame(this.simulation.currentFrame(), shot.scene, quality);
      const seconds = simulated + (performance.now() - began) / 1000;
      // The frame itself comes last: where it is, the others are, whenever the process is killed.
      await storeSurfaces(shot.scene, quality, cache, key, () => current);
      await writeInputs(cache, key, this.keys.inputsOf(index));
      const sha256 = await cache.write('frame', key, encodeFrame(current));
      const outcome = { frame, key, sha256, cached: false, checkpoint: false, seconds, stats: current.stats };
      this.outcomes.set(frame, outcome);
      this.simulated++;
    }
    this.sinceCheckpoint += simulated;
    const checkpoint = await this.checkpointAt(index, frame);
    const outcome = this.outcomes.get(frame);
    if (outcome !== undefined) this.outcomes.set(frame, { ...outcome, checkpoint });
  }

  /** Stores a checkpoint where the budget allows one and it is worth its room; the last frame always gets one. True where there is one. */
  private async checkpointAt(index: number, frame: number): Promise<boolean> {
    const { cache } = this.request;
    if (await cache.has('checkpoint', this.keyOf(frame))) {
      this.sinceCheckpoint = 0;
      return true;
    }
    if (!isCheckpointFrame(index, this.frameCount, this.interval)) return false;
    const state = this.simulation.checkpoint();
    const isLast = index === this.frameCount - 1;
    if (!isLast && !(this.request.worthKeeping ?? isWorthKeeping)(sizeOf(state), this.sinceCheckpoint)) return false;
    await this.storeCheckpoint(frame, state);
    this.sinceCheckpoint = 0;
    return true;
  }

  /** True for frames that were passed through on the way to a missing one. */
  private async isStored(frame: number, key: FrameKey): Promise<boolean> {
    if (frame >= this.request.first) return this.outcomes.has(frame);
    return (await this.request.cache.read('frame', key)) !== undefined;
  }

  private async storeCheckpoint(frame: number, state: Checkpoint): Promise<void> {
    const { cache } = this.request;
    const key = this.keyOf(frame);
    if (await cache.has('checkpoint', key)) return;
    const content = encodeCheckpoint(state);
    await cache.write('checkpoint', key, content);
    // Those of earlier edits and qualities count, too; they are looked at once at the start and then when the budget may be full. The last frame's
    // and that of a stop come on top.
    const budget = checkpointBudget(this.request.quotaBytes) + 2 * content.length;
    if (this.checkpointBytes === 0 || this.checkpointBytes + content.length > budget) {
      this.checkpointBytes = await cache.limit('checkpoint', budget, new Set([key]));
    } else this.checkpointBytes += content.length;
  }
}

/** Bytes of a checkpoint's arrays: what it takes, but for a small header. */
function sizeOf({ arrays }: Checkpoint): number {
  let bytes = 0;
  for (const array of arrays.values()) bytes += array.byteLength;
  return bytes;
}

function checkRange({ first, last }: SimulateRequest, range: { first: number; last: number }): void {
  if (first >= range.first && last <= range.last && first <= last) return;
  throw new CoreError('usage', `frames ${first}-${last} are not within the shot's ${range.first}-${range.last}`, {
    remedy: 'Ask for frames of the shot, or make its range longer.',
  });
}

function wanted({ first, last }: SimulateRequest): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/**
 * Makes what belongs to wanted frames that are there and is missing, damaged files having been taken away: surfaces of liquids, and what the keys were made
 * from. A cache that cannot be written to is used as it is.
 */
async function completeFrames(
  { shot, cache, quality, makeSurfaces = false }: SimulateRequest,
  keys: ShotKeys,
  outcomes: ReadonlyMap<number, FrameOutcome>,
  job: JobContext,
): Promise<void> {
  if (outcomes.size === 0) return;
  const inputs = new Set(await cache.keys('inputs'));
  try {
    for (const { frame, key } of outcomes.values()) {
      checkCancelled(job);
      const index = frame - shot.scene.range.first;
      if (!inputs.has(key as FrameKey)) await writeInputs(cache, key as FrameKey, keys.inputsOf(index));
      if (!makeSurfaces) continue;
      await storeSurfaces(shot.scene, quality, cache, key as FrameKey, async () => {
        const stored = await cache.read('frame', key as FrameKey);
        if (stored === undefined)
          throw new CoreError('cache-damaged', `frame ${frame} is gone`, { file: cache.folder });
        return decodeFrame(stored.content);
      });
    }
  } catch (error) {
    const unimportant = error instanceof CoreError && /^(?:file-unwritable|disk-full|cache-damaged)$/.test(error.code);
    if (!unimportant) throw error;
  }
}

/** The wanted frames that are in the cache and intact. */
async function readFrames(
  request: SimulateRequest,
  keys: ShotKeys,
  job: JobContext,
): Promise<Map<number, FrameOutcome>> {
  const found = new Map<number, FrameOutcome>();
  const there = new Set(await request.cache.keys('frame'));
  const checkpoints = new Set(await request.cache.keys('checkpoint'));
  if (there.size === 0) return found;
  for (let frame = request.first; frame <= request.last; frame++) {
    checkCancelled(job);
    const index = frame - request.shot.scene.range.first;
    const key = keys.upTo(index)[index];
    if (!there.has(key)) continue;
    const stored = await request.cache.read('frame', key);
    if (stored === undefined) continue;
    const { stats } = decodeFrame(stored.content);
    found.set(frame, {
      frame,
      key,
      sha256: stored.sha256,
      cached: true,
      checkpoint: checkpoints.has(key),
      seconds: 0,
      stats,
    });
  }
  return found;
}
