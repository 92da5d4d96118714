import { CoreError } from '../../base/errors.ts';
import { animationClock, bindTiming } from '../../scene/animationTime.ts';
import type { ImportedAnimation } from '../../scene/kinds/importedAnimation.ts';
import { secondsToFrame, type Scene } from '../../scene/Scene.ts';
import { limbGeometry } from '../../simulation/animated/limbGeometry.ts';
import { PlacedGeometry } from '../../simulation/animated/PlacedGeometry.ts';
import type { SampledGeometry } from '../../simulation/animated/SampledGeometry.ts';
import { requiredAsset } from '../assets.ts';
import type { SystemContext } from '../SystemKind.ts';

/** The geometry of an animation, in its own place and time. Throws `document-invalid` for a file whose frames cannot be kept. */
export function sourceOf(
  { id, source }: ImportedAnimation,
  { scene, quality, assets }: SystemContext,
): SampledGeometry {
  if (source.kind !== 'file') return limbGeometry(source.form, scene.quality[quality].edgeScale);
  const geometry = requiredAsset(assets.animations, id);
  if (source.keeps !== 'frames' || geometry.framesPerSecond !== undefined) return geometry;
  throw new CoreError('document-invalid', 'its frames are to be kept, but its samples follow no frame rate', {
    place: `animation '${id}'`,
    remedy: 'Keep seconds, or export it with one sample per frame.',
  });
}

/** Returns the geometry of an animation in the place and time of the shot. */
export function placedAnimation(entity: ImportedAnimation, scene: Scene, geometry: SampledGeometry): PlacedGeometry {
  const clock = animationClock(scene, entity, geometry);
  return new PlacedGeometry(geometry, { clock, bind: bindTiming(scene, entity, clock) }, entity.transform);
}

/** The frame of the shot at which an animation comes to rest; undefined where it always moves. */
export function lastMovingFrame(
  entity: ImportedAnimation,
  scene: Scene,
  geometry: SampledGeometry,
): number | undefined {
  const { end } = geometry;
  if (end === undefined) return undefined;
  const { start, rate, origin } = animationClock(scene, entity, geometry);
  return secondsToFrame(scene, origin + (end - start) / rate);
}
