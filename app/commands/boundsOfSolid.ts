import type { DisplayStatics } from '../state/DisplayStatics.ts';
import { restMesh } from '../client/frames/shownMeshes.ts';
import { isBody, type Scene } from '../../src/scene/Scene.ts';

/**
 * Box of a solid as the document places it at the first frame, min xyz, max xyz, m, from the shapes that `then` was asked for. Undefined where
 * there are none yet, or where it has been turned or scaled since.
 */
export function boundsOfSolid(
  statics: DisplayStatics | undefined,
  then: Scene | undefined,
  now: Scene | undefined,
  id: string,
): number[] | undefined {
  const body = restMesh(statics, id);
  const [before, after] = [then, now].map((scene) => {
    const entity = scene?.entities.find((candidate) => candidate.id === id);
    return entity !== undefined && isBody(entity) ? entity.transform : undefined;
  });
  if (body === undefined || before === undefined || after === undefined) return undefined;
  const same = (a: readonly number[], b: readonly number[]) => a.every((value, k) => value === b[k]);
  if (!same(before.rotation, after.rotation) || !same(before.scale, after.scale)) return undefined;
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  body.restVolume.forEach((value, k) => {
    const axis = k % 3;
    const moved = value + after.position[axis] - before.position[axis];
    box[axis] = Math.min(box[axis], moved);
    box[axis + 3] = Math.max(box[axis + 3], moved);
  });
  return box;
}
