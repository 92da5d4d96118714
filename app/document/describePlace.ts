import { entitySchema } from '../../src/scene/kindRegistry.ts';
import { sceneSchema, type Scene } from '../../src/scene/Scene.ts';
import { describePath } from './describePath.ts';
import { inSentence } from '../ui/inSentence.ts';

/** A place of the document in the words of the forms: `entities[2].material.dampingTime` -> `Torus, material, damping time`. */
export function describePlace(place: string, scene: Scene | undefined): string {
  const steps = place
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (steps[0] === 'entities' && steps.length > 1) {
    const entity = scene?.entities[Number(steps[1])];
    const name = entity === undefined ? `object ${steps[1]}` : entity.name || entity.id;
    return [name, ...describePath(entitySchema, entity, steps.slice(2)).steps.map(inSentence)].join(', ');
  }
  const named = describePath(sceneSchema, scene, steps).steps.map(inSentence);
  if (steps[0] === 'quality' && steps.length > 1) return [`${steps[1]} quality`, ...named.slice(2)].join(', ');
  return named.join(', ');
}
