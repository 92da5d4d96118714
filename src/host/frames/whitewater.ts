import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { decodeFrame, type Frame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import { PARTICLES } from '../../frames/makeStreams.ts';
import type { Stream } from '../../frames/Stream.ts';
import {
  decodeWhitewater,
  encodeWhitewater,
  noWhitewater,
  whitewaterKey,
  whitewaterStream,
  type Whitewater,
} from '../../frames/Whitewater.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import { nextWhitewater } from '../../liquids/whitewater/WhitewaterPass.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { frameDuration, type QualityName, type Scene } from '../../scene/Scene.ts';
import {
  particlesAt,
  whiteLiquids,
  WHITEWATER_VERSION,
  whitewaterInput,
} from '../../systems/liquid/sceneWhitewater.ts';
import { obstacleShapes, obstaclesBetween, posedEntities } from '../../systems/liquid/whitewaterObstacles.ts';
import { prepareShapes } from '../simulation/prepareAssets.ts';

/** Shapes by entity. */
type Shapes = ReadonlyMap<string, ColliderShape>;

/** The frames of a shot at one quality, as far as whitewater is wanted. */
export interface WhitewaterShot {
  readonly scene: Scene;
  readonly quality: QualityName;
  readonly cache: FrameCache;
  /** Keys of the frames from the first of the range to the wanted one. */
  readonly keys: readonly FrameKey[];
  /** Gives the shapes that points may meet in a frame, and in all others; made when they are first needed. */
  readonly shapes: (frame: Frame) => Promise<Shapes>;
}

/** Returns what makes the shapes of a shot that points may meet, once. */
export function shapesOnDemand(shot: LoadedShot, job: JobContext): WhitewaterShot['shapes'] {
  const make = async (posed: ReadonlySet<string>) =>
    obstacleShapes(shot.scene, posed, { meshShapes: await prepareShapes(shot, posed, job) });
  let made: Promise<Shapes> | undefined;
  return (frame) => (made ??= make(posedEntities(frame)));
}

/** Returns a frame with the whitewater of its liquids: from the cache, or made now from the frames before it and stored there. */
export async function withWhitewater(shot: WhitewaterShot, frame: Frame): Promise<Frame> {
  const liquids = whiteLiquids(shot.scene, shot.quality);
  if (liquids.length === 0) return frame;
  const found = new Map<string, Stream>();
  for (const liquid of liquids) found.set(liquid.id, whitewaterStream(liquid.id, await loadWhitewater(shot, liquid)));
  return withStreams(frame, found);
}

/** Returns the streams of whitewater at the last frame by liquid, where they are all stored. */
export async function storedWhitewater(
  { scene, cache, keys }: Omit<WhitewaterShot, 'shapes'>,
  liquids: readonly Liquid[],
): Promise<ReadonlyMap<string, Stream> | undefined> {
  const found = new Map<string, Stream>();
  for (const liquid of liquids) {
    const stored = await cache.read('whitewater', keyOf(scene, liquid, keys[keys.length - 1]));
    if (stored === undefined) return undefined;
    found.set(liquid.id, whitewaterStream(liquid.id, decodeWhitewater(stored.content)));
  }
  return found;
}

/** Returns a frame with a stream behind the particles of each liquid that has one. */
export function withStreams(frame: Frame, found: ReadonlyMap<string, Stream>): Frame {
  const streams = frame.streams.flatMap((stream) => {
    const water = stream.name === PARTICLES ? found.get(stream.entity) : undefined;
    return water === undefined ? [stream] : [stream, water];
  });
  return { ...frame, streams };
}

/**
 * Returns the whitewater of a liquid at the last frame. Goes on from the last frame whose whitewater is stored; where a frame is missing before the wanted
 * one, from the frame after it, with none: that is not what follows from the whole shot, and is not stored. Throws `cancelled`.
 */
export async function loadWhitewater(
  { scene, quality, cache, keys, shapes }: WhitewaterShot,
  liquid: Liquid,
  job?: JobContext,
): Promise<Whitewater> {
  const last = keys.length - 1;
  const stored = async (index: number) => {
    const file = await cache.read('whitewater', keyOf(scene, liquid, keys[index]));
    return file && decodeWhitewater(file.content);
  };
  const particles = async (index: number) => {
    const file = await cache.read('frame', keys[index]);
    const frame = file && decodeFrame(file.content);
    const near = frame && particlesAt(frame, liquid, scene, quality);
    return near && { frame, near };
  };
  let start = last;
  let begun = await stored(start);
  while (begun === undefined && start > 0 && (await cache.has('frame', keys[start - 1]))) begun = await stored(--start);
  const isWhole = begun !== undefined || start === 0;
  const keep = async (index: number) => {
    if (isWhole) await cache.write('whitewater', keyOf(scene, liquid, keys[index]), encodeWhitewater(water));
  };
  let water = begun ?? noWhitewater();
  if (begun === undefined) await keep(start);
  let before = start === last ? undefined : await particles(start);
  for (let index = start + 1; index <= last; index++) {
    if (job !== undefined) checkCancelled(job);
    const now = await particles(index);
    if (before !== undefined && now !== undefined) {
      const number = scene.range.first + index;
      const input = whitewaterInput(scene, quality, liquid, number);
      const obstacles = obstaclesBetween(before.frame, now.frame, await shapes(now.frame), frameDuration(scene));
      water = nextWhitewater(input, number, water, before.near, now.near, obstacles);
    }
    await keep(index);
    before = now;
  }
  return water;
}

function keyOf({ physics }: Scene, { id, whitewater }: Liquid, frame: FrameKey): FrameKey {
  return whitewaterKey(WHITEWATER_VERSION, frame, id, { ...whitewater, seed: physics.seed });
}
