import type { FrameCache } from '../../cache/FrameCache.ts';
import type { Frame } from '../../frames/Frame.ts';
import type { FrameKey } from '../../frames/keys.ts';
import { encodeLiquidSurface, surfaceKey } from '../../frames/LiquidSurface.ts';
import { extractedFrom, isExtracted, type ExtractedStream } from '../../frames/StaticStream.ts';
import type { QualityName, Scene } from '../../scene/Scene.ts';
import { extractSurface, SURFACE_VERSION } from '../../systems/liquid/extractSurface.ts';
import { sceneLiquidStreams } from '../../systems/liquid/sceneLiquidStreams.ts';

/** The stream that the surface of an entity is extracted from; undefined where the entity is not simulated or has none. */
export function extractedStream(scene: Scene, quality: QualityName, entity: string): ExtractedStream | undefined {
  return extractedFrom({ streams: sceneLiquidStreams(scene, quality) }, entity);
}

/** The name of a surface at a frame in the cache. */
export function extractedKey({ entity, name, surface }: ExtractedStream, frame: FrameKey): FrameKey {
  return surfaceKey(SURFACE_VERSION, frame, entity, { stream: name, surface });
}

/** Makes and stores those surfaces of a frame that the cache does not have. */
export async function storeSurfaces(
  scene: Scene,
  quality: QualityName,
  cache: FrameCache,
  key: FrameKey,
  read: () => Frame | Promise<Frame>,
): Promise<void> {
  for (const stream of sceneLiquidStreams(scene, quality).filter(isExtracted)) {
    if (await cache.has('surface', extractedKey(stream, key))) continue;
    await makeSurface(stream, cache, key, await read());
  }
}

/** The surface of a stream at a frame: from the cache, or made now and stored there. Undefined where the frame does not have the stream. */
export async function loadSurface(
  stream: ExtractedStream,
  cache: FrameCache,
  key: FrameKey,
  read: () => Promise<Frame>,
): Promise<Uint8Array | undefined> {
  const stored = await cache.read('surface', extractedKey(stream, key));
  return stored?.content ?? makeSurface(stream, cache, key, await read());
}

async function makeSurface(
  stream: ExtractedStream,
  cache: FrameCache,
  key: FrameKey,
  frame: Frame,
): Promise<Uint8Array | undefined> {
  const surface = extractSurface(stream, frame);
  if (surface === undefined) return undefined;
  const bytes = encodeLiquidSurface(surface);
  await cache.write('surface', extractedKey(stream, key), bytes);
  return bytes;
}
