import type { FrameCache } from '../../cache/FrameCache.ts';
import { decodeFrame, type Frame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import {
  decodeWhitewater,
  encodeWhitewater,
  noWhitewater,
  WHITEWATER,
  whitewaterKey,
  whitewaterStream,
} from '../../frames/Whitewater.ts';
import type { Stream } from '../../frames/Stream.ts';
import { evaluate } from '../../scene/curves.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { frameDuration, isKind, type QualityName, type Scene } from '../../scene/Scene.ts';
import { closedSides, liquidGrid } from '../../liquids/liquidGrid.ts';
import { PARTICLES } from '../../frames/makeStreams.ts';
import { ID, positionsOf, valuesOf, velocitiesOf } from '../../frames/Stream.ts';
import { solverOf } from '../../liquids/LiquidSolver.ts';
import { Neighbours } from '../../liquids/whitewater/Neighbours.ts';
import { nextWhitewater, type WhitewaterInput } from '../../liquids/whitewater/WhitewaterPass.ts';

/** Raised when equal frames and settings give other whitewater. */
const WHITEWATER_VERSION = '1';

/** The frames of a shot at one quality, as far as whitewater is wanted. */
export interface WhitewaterShot {
  readonly scene: Scene;
  readonly quality: QualityName;
  readonly cache: FrameCache;
  /** Keys of the frames from the first of the range to the wanted one. */
  readonly keys: readonly FrameKey[];
}

/** Returns the enabled liquids of a scene that have a stream of whitewater. */
export function whiteLiquids(scene: Scene, quality: QualityName): Liquid[] {
  const { edgeScale } = scene.quality[quality];
  return scene.entities
    .filter(isKind('liquid'))
    .filter((liquid) => liquid.enabled && liquid.whitewater.enabled)
    .filter((liquid) =>
      solverOf(liquid)
        .streams(liquid, edgeScale)
        .some(({ name }) => name === WHITEWATER),
    );
}

/** Returns a frame with the whitewater of its liquids: from the cache, or made now from the frames before it and stored there. */
export async function withWhitewater(shot: WhitewaterShot, frame: Frame): Promise<Frame> {
  const liquids = whiteLiquids(shot.scene, shot.quality);
  if (liquids.length === 0) return frame;
  const found = new Map<string, Stream>();
  for (const liquid of liquids) found.set(liquid.id, whitewaterStream(liquid.id, await loadWhitewater(shot, liquid)));
  const streams = frame.streams.flatMap((stream) => {
    const water = stream.name === PARTICLES ? found.get(stream.entity) : undefined;
    return water === undefined ? [stream] : [stream, water];
  });
  return { ...frame, streams };
}

/** Goes on from the last frame whose whitewater is stored; where a frame is missing before the wanted one, from the frame after it, with none. */
async function loadWhitewater({ scene, quality, cache, keys }: WhitewaterShot, liquid: Liquid) {
  const last = keys.length - 1;
  const stored = await cache.read('whitewater', keyOf(scene, liquid, keys[last]));
  if (stored !== undefined) return decodeWhitewater(stored.content);
  let start = last;
  while (start > 0 && (await cache.has('frame', keys[start - 1]))) {
    start--;
    if (await cache.has('whitewater', keyOf(scene, liquid, keys[start]))) break;
  }
  const read = async (index: number) => neighboursAt(scene, quality, liquid, cache, keys[index]);
  const begun = await cache.read('whitewater', keyOf(scene, liquid, keys[start]));
  let water = begun === undefined ? noWhitewater() : decodeWhitewater(begun.content);
  let before = await read(start);
  for (let index = start + 1; index <= last; index++) {
    const now = await read(index);
    if (before !== undefined && now !== undefined) {
      const number = scene.range.first + index;
      water = nextWhitewater(inputOf(scene, quality, liquid, number), number, water, before, now);
    }
    // What begins after a gap is not what follows from the whole shot: it is shown, but not kept.
    if (begun !== undefined || start === 0)
      await cache.write('whitewater', keyOf(scene, liquid, keys[index]), encodeWhitewater(water));
    before = now;
  }
  return water;
}

function keyOf({ physics }: Scene, { id, whitewater }: Liquid, frame: FrameKey): FrameKey {
  return whitewaterKey(WHITEWATER_VERSION, frame, id, { ...whitewater, seed: physics.seed });
}

/** Returns a liquid's particles at a stored frame; undefined where it is not there. */
async function neighboursAt(
  scene: Scene,
  quality: QualityName,
  liquid: Liquid,
  cache: FrameCache,
  key: FrameKey,
): Promise<Neighbours | undefined> {
  const stored = await cache.read('frame', key);
  if (stored === undefined) return undefined;
  const { streams } = decodeFrame(stored.content);
  const points = streams.find(({ entity, name }) => entity === liquid.id && name === PARTICLES);
  if (points === undefined) return undefined;
  const { h } = liquidGrid(liquid, scene.quality[quality].edgeScale);
  return new Neighbours(positionsOf(points), velocitiesOf(points), valuesOf(points, ID, Uint32Array), h);
}

function inputOf(scene: Scene, quality: QualityName, liquid: Liquid, frame: number): WhitewaterInput {
  const { h, origin, counts } = liquidGrid(liquid, scene.quality[quality].edgeScale);
  const [x, y, z] = scene.physics.gravity.map((component) => evaluate(component, frame));
  const end = (axis: 0 | 1 | 2) => origin[axis] + counts[axis] * h;
  return {
    settings: liquid.whitewater,
    h,
    low: [origin[0], origin[1], origin[2]],
    high: [end(0), end(1), end(2)],
    closed: closedSides(liquid),
    gravity: [x, y, z],
    duration: frameDuration(scene),
    seed: scene.physics.seed,
  };
}
