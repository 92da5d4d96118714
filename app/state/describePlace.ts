import { entitySchema, sceneSchema, type Scene } from '../../src/scene/Scene.ts';
import { describePath } from '../timeline/lanes/describePath.ts';

/** A place of the document in the words of the forms: `entities[2].material.dampingTime` -> `Torus, material, damping time`. */
export function describePlace(place: string, scene: Scene | undefined): string {
  const steps = place
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  if (steps[0] === 'entities' && steps.length > 1) {
    const entity = scene?.entities[Number(steps[1])];
    const name = entity === undefined ? `object ${steps[1]}` : entity.name || entity.id;
    return [name, ...describePath(entitySchema, entity, steps.slice(2)).steps.map(inside)].join(', ');
  }
  const named = describePath(sceneSchema, scene, steps).steps.map(inside);
  if (steps[0] === 'quality' && steps.length > 1) return [`${steps[1]} quality`, ...named.slice(2)].join(', ');
  return named.join(', ');
}

/** Inside of a sentence: `Damping time` -> `damping time`. */
function inside(step: string): string {
  return /^\p{Lu}\p{Ll}/u.test(step) ? step.charAt(0).toLowerCase() + step.slice(1) : step;
}
