import type { Cloth } from '../scene/kinds/cloth.ts';
import { isKind, type Scene } from '../scene/Scene.ts';

/** Returns the ids of what a cloth is attached to: what pins grow it to, and what it lies on. */
export function attachedTo({ id, liesOn }: Cloth, scene: Scene): string[] {
  const pins = scene.entities.filter(isKind('pin')).filter(({ enabled, target }) => enabled && target === id);
  const followed = pins.flatMap(({ follow }) => follow ?? []);
  return [...new Set([...followed, ...(liesOn === undefined ? [] : [liesOn.body])])];
}
