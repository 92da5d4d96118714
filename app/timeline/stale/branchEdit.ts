import { applyPatches } from 'immer';
import type { Scene } from '../../../src/scene/Scene.ts';
import { branchTake, listTakes } from '../../../src/scene/takes.ts';
import { uniqueId } from '../../../src/scene/uniqueNames.ts';
import type { DocumentStore } from '../../document/documentStore.ts';

/**
 * The document with its last edit in a take of its own: the take that was edited goes back to how it was, so that its frames hold again. Where
 * the last step was none of contents, the take is branched as it is.
 */
export function branchEdit(document: DocumentStore, frame: number): { readonly scene: Scene; readonly name: string } {
  const { scene, past } = document.store.getState().open!;
  const last = past.at(-1);
  const before = last === undefined ? scene : applyPatches(scene, last.backwards);
  const base = before.take.id === scene.take.id && before.takes === scene.takes ? before : scene;
  const takes = listTakes(scene);
  const id = uniqueId(`take-${takes.length + 1}`, takes);
  const name = `Take ${takes.length + 1}`;
  const branched = branchTake(base, { id, name, frame });
  const { frameRate, range, physics, quality, entities } = scene;
  return { scene: { ...branched, frameRate, range, physics, quality, entities }, name };
}
