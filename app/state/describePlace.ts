import type { Scene } from '../../src/scene/Scene.ts';

/** A place of the document in words: `entities[2].material.dampingTime` -> `Torus, material, damping time`. */
export function describePlace(place: string, scene: Scene | undefined): string {
  const steps = place.split(/[.[\]]+/).filter((step) => step !== '');
  if (steps[0] === 'entities' && steps.length > 1) {
    const entity = scene?.entities[Number(steps[1])];
    const name = entity === undefined ? `object ${steps[1]}` : entity.name || entity.id;
    return [name, ...steps.slice(2).map(words)].join(', ');
  }
  if (steps[0] === 'quality' && steps.length > 1)
    return [`${steps[1]} quality`, ...steps.slice(2).map(words)].join(', ');
  return steps.map(words).join(', ');
}

function words(step: string): string {
  return step.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}
