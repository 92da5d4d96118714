import { setImmediate } from 'node:timers/promises';
import { CoreError } from '../../base/errors.ts';
import type { JobContext } from '../../base/job.ts';
import {
  checkpointBudget,
  checkpointInterval,
  findResumePoint,
  isCheckpointFrame,
  isWorthKeeping,
} from '../../cache/checkpointSchedule.ts';
import { writeInputs } from '../../cache/staleness.ts';
import { type Checkpoint, decodeCheckpoint, encodeCheckpoint } from '../../frames/Checkpoint.ts';
import { encodeFrame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import { compactFrame } from '../../systems/compactFrame.ts';
import { ShotSimulation } from '../../systems/ShotSimulation.ts';
import type { ShotAssets } from '../../systems/SystemKind.ts';
import { writeFailure } from '../frames/frameFailures.ts';
import type { ShotKeys } from '../frames/shotKeys.ts';
import { storeSurfaces } from '../frames/surfaces.ts';
import { throughPreRoll } from './preRoll.ts';
import type { FrameOutcome, SimulateRequest } from './SimulateRequest.ts';

/** A simulation of one shot into its cache. */
export class ShotRun {
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
