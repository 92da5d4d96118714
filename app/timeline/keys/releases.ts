import type { Session } from '../../session/Session.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { releaseProperty } from '../lanes/releaseLanes.ts';

/** Releases entities at a frame, or never where it is undefined, as one step of undo or a part of a gesture's. */
export function setRelease(
  { document }: Session,
  ids: readonly string[],
  frame: number | undefined,
  gesture?: string,
): void {
  const { scene } = document;
  const released = scene?.entities.filter((entity) => ids.includes(entity.id) && releaseProperty(entity) !== undefined);
  if (released === undefined || released.length === 0) return;
  const names = released.length === 1 ? entityName(released[0]) : `${released.length} objects`;
  const label = frame === undefined ? `Remove the release of ${names}` : `Release ${names} at frame ${frame}`;
  document.edit(
    // A gesture is one step of undo by its label.
    gesture === undefined ? label : `Move the release of ${names}`,
    (draft) => {
      for (const entity of draft.entities) {
        if (!ids.includes(entity.id)) continue;
        const found = releaseProperty(entity as Entity);
        if (found === undefined) continue;
        const values = entity as unknown as Record<string, unknown>;
        if (frame === undefined) Reflect.deleteProperty(values, found.property);
        else values[found.property] = frame;
      }
    },
    { gesture },
  );
}
