import type { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import type { DefinitionCatalogue, DefinitionSource } from './DefinitionCatalogue.ts';
import type { Plasticity } from './properties/plasticity.ts';
import type { Material } from './properties/material.ts';
import { entitySchema } from './kindRegistry.ts';
import { eachProperty } from './eachProperty.ts';
import { isShaped, physicsSchema, sceneSchema, type Entity, type Scene } from './Scene.ts';
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
  entities.forEach((entity, index) => checkReferences(entitySchema, entity, kinds, [...place, index]));
  checkReferences(physicsSchema, physics, kinds, [...take, 'physics']);
  return entities.map((entity, index) => withParams(entity, catalogue, [...place, index]));
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
function checkReferences(schema: z.ZodType, data: unknown, kinds: Kinds, place: Place): void {
  for (const { marks, value, path } of eachProperty(schema, data)) {
    const at = [...place, ...path];
    if (marks.reference !== undefined) checkReference(value as string, marks.reference, kinds, at);
    const fault = marks.rule?.(value, (id) => kinds.get(id));
    if (fault === undefined) continue;
    if ('message' in fault) throw invalid(fault.message, [...at, ...fault.path], fault.remedy);
    checkReference(fault.id, fault.kinds, kinds, [...at, ...fault.path]);
  }
}

function checkReference(target: string, wanted: readonly string[], kinds: Kinds, place: Place): void {
  const kind = kinds.get(target);
  if (kind !== undefined && wanted.includes(kind)) return;
  const known = [...kinds].filter(([, other]) => wanted.includes(other)).map(([id]) => id);
  const nearest = nearestName(target, known);
  const either = wanted.join(' or ');
  const listed = known.length === 0 ? `The shot has no ${either}.` : `There are: ${known.slice(0, 20).join(', ')}.`;
  const message = kind === undefined ? `there is no entity '${target}'` : `'${target}' is a ${kind}, not a ${either}`;
  throw invalid(message, place, nearest === undefined ? listed : `Did you mean '${nearest}'?`);
}

/** The entity with the parameters of its registered definitions checked and filled in. */
function withParams(entity: Entity, catalogue: DefinitionCatalogue, place: Place): Entity {
  if (entity.kind === 'solid') {
    const { meshing, material } = entity;
    const model = checkedParams(catalogue.constitutiveModels, 'model', material.model, material.params, [
      ...place,
      'material',
    ]);
    const method =
      meshing && checkedParams(catalogue.meshers, 'method', meshing.method, meshing.params, [...place, 'meshing']);
    const plasticity = entity.plasticity && checkedPlasticity(entity.plasticity, catalogue, [...place, 'plasticity']);
    return {
      ...entity,
      material: { ...material, params: model },
      ...(plasticity && { plasticity }),
      ...(meshing && method && { meshing: { ...meshing, params: method } }),
    };
  }
  if (isShaped(entity) && entity.shape.kind === 'registered') {
    const { shape } = entity;
    const params = checkedParams(catalogue.colliderShapes, 'type', shape.type, shape.params, [...place, 'shape']);
    return { ...entity, shape: { ...shape, params } };
  }
  if (entity.kind === 'liquid' && entity.transport !== undefined) {
    const { type, params } = entity.transport;
    const own = checkedParams(catalogue.liquidTransports, 'type', type, params, [...place, 'transport']);
    return { ...entity, transport: { type, params: own } };
  }
  return entity;
}

/** The plasticity of a solid with the parameters of its law and goal checked and filled in. */
function checkedPlasticity(plasticity: Plasticity, catalogue: DefinitionCatalogue, place: Place): Plasticity {
  const params = checkedParams(catalogue.yieldLaws, 'law', plasticity.law, plasticity.params, place);
  const { goal } = plasticity;
  if (goal === undefined) return { ...plasticity, params };
  return {
    ...plasticity,
    params,
    goal: { ...goal, shape: checkedGoal(goal.shape, catalogue, [...place, 'goal', 'shape']) },
  };
}

type GoalShape = NonNullable<Plasticity['goal']>['shape'];

function checkedGoal(shape: GoalShape, { goalShapes }: DefinitionCatalogue, place: Place): GoalShape {
  const checked = (type: string, params: Params, at: Place) => ({
    type,
    params: checkedParams(goalShapes, 'type', type, params, at),
  });
  switch (shape.kind) {
    case 'file':
    case 'pressed':
      return shape;
    case 'registered':
      return { ...shape, ...checked(shape.type, shape.params, place) };
    case 'sculpted':
      return {
        ...shape,
        steps: shape.steps.map(({ type, params }, k) => checked(type, params, [...place, 'steps', k])),
      };
  }
}

type Params = Material['params'];

function checkedParams(source: DefinitionSource, member: string, type: string, params: unknown, place: Place): Params {
  if (!source.has(type)) {
    const nearest = nearestName(type, source.types());
    const remedy = nearest === undefined ? `Known are: ${source.types().join(', ')}.` : `Did you mean '${nearest}'?`;
    throw invalid(`unknown ${source.kind} '${type}'`, [...place, member], remedy);
  }
  const schema = source.get(type).params;
  const result = schema.safeParse(params, { reportInput: true });
  if (!result.success) throw schemaError(result.error, schema, params, [...place, 'params']);
  return result.data as Params;
}

function invalid(message: string, place: Place, remedy: string): CoreError {
  return new CoreError('document-invalid', message, { place: placeName(place), remedy });
}
