import type { Scene } from '../../../src/scene/Scene.ts';
import { appKind } from '../../entities/appKinds.ts';

/** What the enabled entities of a shot bring into it, of that which graphs are about. */
export function shotContents(scene: Scene | undefined): ReadonlySet<string> {
  const enabled = scene?.entities.filter((entity) => entity.enabled) ?? [];
  return new Set(enabled.flatMap((entity) => appKind(entity.kind).contents?.(entity) ?? []));
}
