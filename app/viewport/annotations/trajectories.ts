import { evaluate } from '../../../src/scene/curves.ts';
import { isCurve } from '../../../src/scene/keyable.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { viewportKind } from '../../entities/entityFacts.ts';

/** The path that a keyed position runs along. */
export interface Trajectory {
  /** Pairs of points, xyz each. */
  readonly segments: readonly number[];
  /** A point per frame. */
  readonly frames: readonly number[];
  /** A point per key. */
  readonly keys: readonly number[];
}

/** Frames that are drawn at most; longer shots are drawn in longer steps. */
const MOST_POINTS = 2000;

/** The path of an entity over the frames of the shot; undefined where it does not move along one. */
export function trajectoryOf(
  entity: Entity,
  { first, last }: { readonly first: number; readonly last: number },
): Trajectory | undefined {
  const path = viewportKind(entity).path?.(entity);
  if (path === undefined || !path.position.some(isCurve)) return undefined;
  const at = (frame: number): number[] => path.position.map((curve, k) => evaluate(curve, frame) + path.origin[k]);
  const step = Math.max(1, Math.ceil((last - first) / MOST_POINTS));
  const frames: number[] = [];
  const segments: number[] = [];
  for (let frame = first; frame <= last; frame += step) {
    if (frame > first) segments.push(...at(frame - step), ...at(frame));
    frames.push(...at(frame));
  }
  const keyed = new Set(path.position.flatMap((curve) => (isCurve(curve) ? curve.keys.map((key) => key.frame) : [])));
  return { segments, frames, keys: [...keyed].flatMap(at) };
}
