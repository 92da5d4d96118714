import { CoreError } from '../base/errors.ts';
import type { DefinitionCatalogue, DefinitionSource } from './DefinitionCatalogue.ts';
import { entitySchema, kinds as kindRegistry } from './kindRegistry.ts';
import type { Marks } from './marks.ts';
import { eachProperty, type Property } from './eachProperty.ts';
import { physicsSchema, sceneSchema, type Entity, type Scene } from './Scene.ts';
import { placeName, schemaError } from './schemaErrors.ts';
import { nearestName } from './schemaPlaces.ts';

type Place = readonly PropertyKey[];

/**
 * The scene that `document` (parsed JSON of the current version) describes, with every default filled in, those of registered
 * parameters included. Throws `document-invalid` with a place such as `entities[2].material.density`: for anything the
 * schema refuses, unknown types, their parameters, repeated ids and references to nothing.
 */
export function validateScene(document: unknown, catalogue: DefinitionCatalogue): Scene {
  const data = withoutMinusZero(document);
  const result = sceneSchema.safeParse(data, { reportInput: true });
  if (!result.success) throw schemaError(result.error, sceneSchema, data);
  const scene = result.data;
  checkTakes(scene);
  const entities = checkedEntities(scene, catalogue, []);
  const takes = scene.takes.map((take, index) => {
    const checked = checkedEntities(take.contents, catalogue, ['takes', index, 'contents']);
    return { ...take, contents: { ...take.contents, entities: checked } };
  });
  return { ...scene, entities, takes };
}

/** The entities of one take with their parameters filled in. */
function checkedEntities(
  { entities, physics }: Pick<Scene, 'entities' | 'physics'>,
  catalogue: DefinitionCatalogue,
  take: Place,
): Entity[] {
  const place = [...take, 'entities'];
  const kinds = kindsById(entities, place);
  const properties = entities.map((entity) => eachProperty(entitySchema, entity));
  properties.forEach((all, index) => checkReferences(all, kinds, [...place, index]));
  checkReferences(eachProperty(physicsSchema, physics), kinds, [...take, 'physics']);
  return entities.map((entity, index) => withParams(entity, properties[index], catalogue, [...place, index]));
}

/** Ids of takes are unique; parents are takes of the shot and lead to one that has none. */
function checkTakes(scene: Scene): void {
  const takes = new Map([[scene.take.id, scene.take]]);
  scene.takes.forEach((take, index) => {
    if (takes.has(take.id)) {
      throw invalid(`two takes have the id '${take.id}'`, ['takes', index, 'id'], 'Ids are unique.');
    }
    takes.set(take.id, take);
  });
  [scene.take, ...scene.takes].forEach((take, index) => {
    const place = index === 0 ? ['take', 'parent'] : ['takes', index - 1, 'parent'];
    let ancestor = take;
    for (let steps = 0; ancestor.parent !== undefined; steps++) {
      const next = takes.get(ancestor.parent);
      if (next === undefined) throw invalid(`there is no take '${ancestor.parent}'`, place, 'Leave the parent out.');
      if (steps > takes.size) throw invalid('the take descends from itself', place, 'Leave the parent out.');
      ancestor = next;
    }
  });
}

/** Keys are hashed from text, in which both zeros look alike: so that they also act alike, there is only one. */
function withoutMinusZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMinusZero(member)]));
}

type Kinds = ReadonlyMap<string, Entity['kind']>;

/** The kind of every id; throws for an id given twice. */
function kindsById(entities: readonly Entity[], place: Place): Kinds {
  const kinds = new Map<string, Entity['kind']>();
  entities.forEach(({ id, kind }, index) => {
    if (kinds.has(id)) {
      const earlier = entities.findIndex((entity) => entity.id === id);
      throw invalid(
        `id '${id}' is already that of ${placeName([...place, earlier])}`,
        [...place, index, 'id'],
        'Ids are unique.',
      );
    }
    kinds.set(id, kind);
  });
  return kinds;
}

/** Checks the ids that a value refers to others by, and the rules that its schema gives. */
function checkReferences(properties: readonly Property[], kinds: Kinds, place: Place): void {
  for (const { marks, value, path } of properties) {
    const at = () => [...place, ...path];
    if (marks.reference !== undefined) checkReference(value as string, acceptedBy(marks), kinds, at());
    const fault = marks.rule?.(value, (id) => kinds.get(id));
    if (fault === undefined) continue;
    if ('message' in fault) throw invalid(fault.message, [...at(), ...fault.path], fault.remedy);
    checkReference(fault.id, fault.kinds, kinds, [...at(), ...fault.path]);
  }
}

/** The kinds that a reference may stand for. */
function acceptedBy({ reference }: Marks): string[] {
  return kindRegistry
    .all()
    .filter((kind) => reference?.(kind))
    .map(({ type }) => type);
}

/** "a solid", "an animation". */
function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function checkReference(target: string, wanted: readonly string[], kinds: Kinds, place: Place): void {
  const kind = kinds.get(target);
  if (kind !== undefined && wanted.includes(kind)) return;
  const known = [...kinds].filter(([, other]) => wanted.includes(other)).map(([id]) => id);
  const nearest = nearestName(target, known);
  const labelOf = (type: string) => kindRegistry.get(type).label;
  const either = wanted.map(labelOf).join(' or ');
  const listed = known.length === 0 ? `The shot has no ${either}.` : `Use one of: ${known.slice(0, 20).join(', ')}.`;
  const message =
    kind === undefined
      ? `there is no entity '${target}'`
      : `'${target}' is ${withArticle(labelOf(kind))}, not ${withArticle(either)}`;
  throw invalid(message, place, nearest === undefined ? listed : `Did you mean '${nearest}'?`);
}

/** The entity with the parameters of its registered definitions checked and filled in. */
function withParams(
  entity: Entity,
  properties: readonly Property[],
  catalogue: DefinitionCatalogue,
  place: Place,
): Entity {
  let filled = entity;
  for (const { marks, value, path } of properties) {
    if (marks.definition === undefined) continue;
    const { of, by } = marks.definition;
    const { [by]: type, params } = value as Readonly<Record<string, unknown>>;
    const own = checkedParams(catalogue[of], by, type as string, params, [...place, ...path]);
    filled = withValueAt(filled, [...path, 'params'], own) as Entity;
  }
  return filled;
}

/** The value with another one at a place that it has: only what lies on the way is copied. */
function withValueAt(target: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  const inner = (target as Readonly<Record<string | number, unknown>>)[step];
  const changed = withValueAt(inner, rest, value);
  if (Array.isArray(target)) return target.with(step as number, changed);
  return { ...(target as object), [step]: changed };
}

function checkedParams(source: DefinitionSource, member: string, type: string, params: unknown, place: Place): unknown {
  if (!source.has(type)) {
    const nearest = nearestName(type, source.types());
    const remedy = nearest === undefined ? `Use one of: ${source.types().join(', ')}.` : `Did you mean '${nearest}'?`;
    throw invalid(`unknown ${source.kind} '${type}'`, [...place, member], remedy);
  }
  const schema = source.get(type).params;
  const result = schema.safeParse(params, { reportInput: true });
  if (!result.success) throw schemaError(result.error, schema, params, [...place, 'params']);
  return result.data;
}

function invalid(message: string, place: Place, remedy: string): CoreError {
  return new CoreError('document-invalid', message, { place: placeName(place), remedy });
}
