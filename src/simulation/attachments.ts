import { pinsOn } from '../scene/capabilities.ts';
import type { Cloth } from '../scene/kinds/cloth.ts';
import type { Scene } from '../scene/Scene.ts';

/** Returns the ids of what a cloth is attached to: what pins grow it to, and what it lies on. */
export function attachedTo({ id, liesOn }: Cloth, scene: Scene): string[] {
  const followed = pinsOn(id, scene.entities).flatMap(({ follow }) => follow ?? []);
  return [...new Set([...followed, ...(liesOn === undefined ? [] : [liesOn.body])])];
}
