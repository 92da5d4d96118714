import type { SimulationFailure } from '../../src/base/failure.ts';
import { setValueAt, valueAt, type ValuePath } from '../document/valueAt.ts';
import type { DocumentStore } from '../document/documentStore.ts';

/** Makes the changes of a remedy as one step of undo. Those whose place is no longer there are left out. */
export function applySuggestion(
  document: DocumentStore,
  { title, changes }: SimulationFailure['suggestions'][number],
): void {
  document.edit(title, (scene) => {
    for (const { path, value } of changes) {
      const place = resolved(path, scene.entities);
      if (place !== undefined && valueAt(scene, place.slice(0, -1)) !== undefined) setValueAt(scene, place, value);
    }
  });
}

/** `entities.torus.material.density` -> the steps to it, with the number of the entity for its id. */
function resolved(path: string, entities: readonly { readonly id: string }[]): ValuePath | undefined {
  const steps = path.split('.');
  if (steps[0] !== 'entities') return steps;
  const index = entities.findIndex(({ id }) => id === steps[1]);
  return index < 0 ? undefined : ['entities', index, ...steps.slice(2)];
}
