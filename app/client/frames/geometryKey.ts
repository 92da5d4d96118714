import { counted } from '../../../src/scene/counted.ts';
import { eachProperty } from '../../../src/scene/eachProperty.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import type { Entity, QualityName, Scene } from '../../../src/scene/Scene.ts';
import { geometryInputs, staticsInputs } from '../../../src/scene/shotInputs.ts';

/** Names what the statics of a shot are made from: they are asked for again when it changes. */
export function geometryKey(scene: Scene, quality: QualityName): string {
  const shaped = scene.entities.filter((entity) => entity.enabled && hasGeometry(entity));
  return JSON.stringify([
    scene.project,
    scene.take.id,
    quality,
    staticsInputs(scene, quality),
    shaped.map(choicesOf),
    shaped.flatMap(filesOf),
  ]);
}

function hasGeometry(entity: Entity): boolean {
  return geometryInputs(entity, ['shape', 'place']) !== undefined;
}

/** What is chosen of an entity, without numbers: which attributes its streams have follows from it. */
function choicesOf(entity: Entity): string {
  const constants = counted(entitySchema, entity, { constants: true, curve: () => 0 });
  return JSON.stringify(constants, (_name, value: unknown) => {
    if (typeof value === 'number') return 0;
    return Array.isArray(value) ? value.length > 0 : value;
  });
}

/** Paths count beside contents, so that a file that was missing is looked for where it is now. */
function filesOf(entity: Entity): unknown[] {
  return [...eachProperty(entitySchema, entity)].filter(({ marks }) => marks.file === true).map(({ value }) => value);
}
