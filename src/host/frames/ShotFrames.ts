import { CoreError } from '../../base/errors.ts';
import type { JobContext } from '../../base/job.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import { decodeFrame, type Frame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import { decodeLiquidSurface, type LiquidSurface } from '../../frames/LiquidSurface.ts';
import type { ExtractedStream, Statics } from '../../frames/StaticStream.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import { framesPerSecond, type QualityName, type Scene } from '../../scene/Scene.ts';
import { SOLVER_VERSION } from '../../simulation/solverVersion.ts';
import { loadSurface } from './surfaces.ts';
import { shapesOnDemand, withWhitewater, type WhitewaterShot } from './whitewater.ts';
import { shotKeys, type ShotKeys } from './shotKeys.ts';
import { shotStatics } from './shotStatics.ts';

/** What frames were simulated from, for whoever wants them again. */
export interface FramesSource {
  readonly take: string;
  readonly quality: QualityName;
  readonly seed: number;
  readonly solverVersion: number;
  /** Key of the last frame: stands for everything that it and those before it depend on. */
  readonly frameKey: FrameKey;
}

export interface ShotFramesRequest {
  readonly shot: LoadedShot;
  readonly quality: QualityName;
  readonly cache: FrameCache;
  /** The backend whose frames are wanted. */
  readonly backend: string;
}

/** The cached frames of a shot as it is now, with what they are shown by. */
export class ShotFrames {
  /** What does not change over the frames. */
  readonly statics: Statics;
  /** The rate that the frames were simulated at. */
  readonly framesPerSecond: number;
  readonly scene: Scene;
  readonly quality: QualityName;
  private readonly cache: FrameCache;
  private readonly keys: ShotKeys;
  private readonly firstFrame: number;
  private readonly names: ReadonlyMap<string, string>;
  private readonly shapes: WhitewaterShot['shapes'];

  private constructor({ shot, quality, cache, backend }: ShotFramesRequest, statics: Statics, job: JobContext) {
    const { scene } = shot;
    this.statics = statics;
    this.framesPerSecond = framesPerSecond(scene);
    this.cache = cache;
    this.keys = shotKeys(shot, quality, backend);
    this.firstFrame = scene.range.first;
    this.scene = scene;
    this.quality = quality;
    this.shapes = shapesOnDemand(shot, job);
    this.names = new Map(scene.entities.map(({ id, name }) => [id, name || id]));
  }

  static async open(request: ShotFramesRequest, job: JobContext): Promise<ShotFrames> {
    const { shot, quality, cache } = request;
    return new ShotFrames(request, await shotStatics(shot, quality, cache, job), job);
  }

  /** What an entity is called. */
  nameOf(entity: string): string {
    return this.names.get(entity) ?? entity;
  }

  /** What the frames up to number `last` were simulated from. Throws `file-missing` for a frame beyond the shot. */
  source(last: number): FramesSource {
    const { take, physics } = this.scene;
    const frameKey = this.keyOf(last);
    if (frameKey === undefined) throw this.missing(last, undefined);
    const name = take.name || take.id;
    return { take: name, quality: this.quality, seed: physics.seed, solverVersion: SOLVER_VERSION, frameKey };
  }

  /** A frame from the cache. Throws `file-missing` where it is not there: it was not simulated since the last edit. */
  async frame(number: number): Promise<Frame> {
    const key = this.keyOf(number);
    const stored = key === undefined ? undefined : await this.cache.read('frame', key);
    if (stored !== undefined) {
      const { scene, quality, cache, shapes } = this;
      const keys = this.keys.upTo(number - this.firstFrame);
      return withWhitewater(
        { scene, quality, cache, keys: keys.slice(0, number - this.firstFrame + 1), shapes },
        decodeFrame(stored.content),
      );
    }
    throw this.missing(number, key);
  }

  /** Numbers of the frames first..last that are in the cache, by name alone. */
  async stored(first: number, last: number): Promise<number[]> {
    const there = new Set(await this.cache.keys('frame'));
    const numbers: number[] = [];
    for (let number = first; number <= last; number++) {
      const key = this.keyOf(number);
      if (key !== undefined && there.has(key)) numbers.push(number);
    }
    return numbers;
  }

  /** The surface of a stream at a frame, made where it was not before. Throws as `frame` does. */
  async surface(number: number, stream: ExtractedStream): Promise<LiquidSurface> {
    const key = this.keyOf(number);
    const bytes = key && (await loadSurface(stream, this.cache, key, () => this.frame(number)));
    if (bytes === undefined) throw this.missing(number, key);
    return decodeLiquidSurface(bytes);
  }

  private keyOf(number: number): FrameKey | undefined {
    const index = number - this.firstFrame;
    return index < 0 ? undefined : this.keys.upTo(index)[index];
  }

  private missing(number: number, key: FrameKey | undefined): CoreError {
    return new CoreError('file-missing', `frame ${number} is not simulated`, {
      file: this.cache.folder,
      place: `frame ${number}`,
      remedy: key === undefined ? 'Ask for frames of the shot.' : 'Run `ductile simulate` first.',
    });
  }
}
