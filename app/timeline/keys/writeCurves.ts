import type { Keyable } from '../../../src/scene/keyable.ts';
import type { DocumentStore } from '../../document/documentStore.ts';
import { setValueAt } from '../../document/valueAt.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import { inSentence } from '../../ui/inSentence.ts';

/** Which property of the document a lane is about. */
export type LanePlace = Pick<KeyLane, 'entity' | 'path'>;

/** Writes curves (or the numbers that remain of them) into the document, as one step of undo or part of a gesture's. */
export function writeCurves(
  document: DocumentStore,
  label: string,
  changes: Iterable<readonly [LanePlace, Keyable]>,
  gesture?: string,
): void {
  document.edit(
    label,
    (scene) => {
      for (const [{ entity, path }, curve] of changes) {
        const root = entity === undefined ? scene : scene.entities.find(({ id }) => id === entity);
        if (root !== undefined) setValueAt(root, path, curve);
      }
    },
    { gesture },
  );
}

/** `key of torus strength`, `3 keys`. */
export function describeKeys(lanes: readonly KeyLane[], count: number): string {
  const [lane] = lanes;
  const of = lanes.length === 1 ? ` of ${lane.owner} ${inSentence(lane.property)}` : '';
  return count === 1 ? `key${of}` : `${count} keys${of}`;
}
