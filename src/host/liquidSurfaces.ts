import type { FrameCache } from '../cache/FrameCache.ts';
import type { Frame } from '../frames/Frame.ts';
import type { FrameKey } from '../frames/keys.ts';
import { encodeLiquidSurface, surfaceKey } from '../frames/LiquidSurface.ts';
import type { Liquid } from '../scene/kinds/liquid.ts';
import { isKind, type QualityName, type Scene } from '../scene/Scene.ts';
import { liquidSurface, SURFACE_VERSION, surfaceInputs } from '../simulation/liquids/liquidSurface.ts';

/** The liquids of a scene that are simulated. */
export function enabledLiquids(scene: Pick<Scene, 'entities'>): Liquid[] {
  return scene.entities.filter(isKind('liquid')).filter(({ enabled }) => enabled);
}

/** The name of a liquid's skin at a frame in the cache. */
export function liquidSurfaceKey(scene: Scene, quality: QualityName, liquid: Liquid, frame: FrameKey): FrameKey {
  const inputs = surfaceInputs(liquid, scene.quality[quality].edgeScale);
  return surfaceKey(SURFACE_VERSION, frame, liquid.id, inputs);
}

/** Makes and stores those skins of a frame's liquids that the cache does not have. */
export async function storeSurfaces(
  scene: Scene,
  quality: QualityName,
  cache: FrameCache,
  key: FrameKey,
  read: () => Frame | Promise<Frame>,
): Promise<void> {
  for (const liquid of enabledLiquids(scene)) {
    const own = liquidSurfaceKey(scene, quality, liquid, key);
    if (await cache.has('surface', own)) continue;
    const bytes = surfaceBytes(scene, quality, liquid, await read());
    if (bytes !== undefined) await cache.write('surface', own, bytes);
  }
}

/** The skin of a liquid at a frame: from the cache, or made now and stored there. Undefined where the frame does not have the liquid. */
export async function loadSurface(
  scene: Scene,
  quality: QualityName,
  cache: FrameCache,
  liquid: Liquid,
  key: FrameKey,
  read: () => Promise<Frame>,
): Promise<Uint8Array | undefined> {
  const own = liquidSurfaceKey(scene, quality, liquid, key);
  const stored = await cache.read('surface', own);
  if (stored !== undefined) return stored.content;
  const bytes = surfaceBytes(scene, quality, liquid, await read());
  if (bytes !== undefined) await cache.write('surface', own, bytes);
  return bytes;
}

function surfaceBytes(scene: Scene, quality: QualityName, liquid: Liquid, frame: Frame): Uint8Array | undefined {
  const particles = frame.liquids.find(({ id }) => id === liquid.id);
  if (particles === undefined) return undefined;
  return encodeLiquidSurface(liquidSurface(liquid, scene.quality[quality].edgeScale, particles));
}
