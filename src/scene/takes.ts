import { CoreError } from '../base/errors.ts';
import type { Scene, StoredTake, Take } from './Scene.ts';

/** Every take of a shot, the one that is worked on included: children follow their parent, in the order of branch frame and id. */
export function listTakes(scene: Scene): Take[] {
  const takes = [scene.take, ...scene.takes.map(identity)];
  const listed: Take[] = [];
  const addChildren = (parent: string | undefined): void => {
    const children = takes.filter((take) => take.parent === parent);
    children.sort((a, b) => (a.branchFrame ?? 0) - (b.branchFrame ?? 0) || (a.id < b.id ? -1 : 1));
    for (const take of children) {
      listed.push(take);
      addChildren(take.id);
    }
  };
  addChildren(undefined);
  return listed;
}

/**
 * The scene with a copy of its contents as a new take, which is then the one that is worked on. Frames have the keys that they had:
 * nothing is simulated again until the copy is edited. Throws `document-invalid` for an id that is taken.
 */
export function branchTake(scene: Scene, { id, name, frame }: { id: string; name: string; frame: number }): Scene {
  if (listTakes(scene).some((take) => take.id === id)) {
    throw new CoreError('document-invalid', `there is a take '${id}' already`, { remedy: 'Choose another id.' });
  }
  const take: Take = { id, name, parent: scene.take.id, branchFrame: frame };
  return { ...scene, take, takes: [...scene.takes, storedTake(scene)] };
}

/** The scene with the take `id` as the one that is worked on. Throws `document-invalid` where there is none. */
export function switchTake(scene: Scene, id: string): Scene {
  if (id === scene.take.id) return scene;
  const wanted = scene.takes.find((take) => take.id === id);
  if (wanted === undefined) throw unknownTake(scene, id);
  const takes = scene.takes.map((take) => (take === wanted ? storedTake(scene) : take));
  return { ...scene, take: identity(wanted), ...wanted.contents, takes };
}

/** The scene as take `id` has it; left out, as it is. For simulating and looking: `switchTake` by another name. */
export function takeScene(scene: Scene, id: string | undefined): Scene {
  return id === undefined ? scene : switchTake(scene, id);
}

/** Throws `document-invalid` where there is no such take. */
export function renameTake(scene: Scene, id: string, name: string): Scene {
  if (id === scene.take.id) return { ...scene, take: { ...scene.take, name } };
  if (!scene.takes.some((take) => take.id === id)) throw unknownTake(scene, id);
  return { ...scene, takes: scene.takes.map((take) => (take.id === id ? { ...take, name } : take)) };
}

/**
 * The scene without a take; those that were branched from it descend from its parent. Throws `document-invalid` for the one that is worked
 * on, and where there is none.
 */
export function deleteTake(scene: Scene, id: string): Scene {
  if (id === scene.take.id) {
    throw new CoreError('document-invalid', `'${id}' is the active take`, {
      remedy: 'Switch to another take first.',
    });
  }
  const removed = scene.takes.find((take) => take.id === id);
  if (removed === undefined) throw unknownTake(scene, id);
  const takes = scene.takes.filter((take) => take !== removed).map((take) => withoutParent(take, removed));
  return { ...scene, take: withoutParent(scene.take, removed), takes };
}

/** The take with the parent of `removed` where that was its own: it was branched there, too. */
function withoutParent<T extends Take>(take: T, removed: Take): T {
  if (take.parent !== removed.id) return take;
  const { parent: _parent, branchFrame: _branchFrame, ...rest } = take;
  if (removed.parent === undefined) return rest as T;
  return { ...take, parent: removed.parent };
}

function storedTake({ take, frameRate, range, physics, quality, entities }: Scene): StoredTake {
  return { ...take, contents: { frameRate, range, physics, quality, entities } };
}

function identity({ contents: _contents, ...take }: StoredTake): Take {
  return take;
}

function unknownTake(scene: Scene, id: string): CoreError {
  const known = listTakes(scene).map((take) => take.id);
  return new CoreError('document-invalid', `there is no take '${id}'`, { remedy: `Use one of: ${known.join(', ')}.` });
}
