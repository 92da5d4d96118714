import { entitySchema, sceneSchema, type Entity, type Scene } from '../../../src/scene/Scene.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { ValuePath } from '../../document/valueAt.ts';
import { describePath, memberName, sentence } from '../lanes/describePath.ts';
import { laneId } from '../lanes/keyLanes.ts';
import { pairName } from './inputValue.ts';

/** An input of the simulation as the artist knows it. */
export interface NamedInput {
  /** The entity that it belongs to; undefined for the shot's own, and for one that is gone. */
  readonly entity: string | undefined;
  /** From outside in: `torus`, `Material`, `Density`. */
  readonly steps: readonly string[];
  /** SI; empty where it has none or is not known. */
  readonly unit: string;
  /** The lane of the property, where it can be animated. */
  readonly lane: string | undefined;
}

type Step = string | number;

/**
 * Names the input at a path of what a frame was made from: `entities.torus.material.density`, `keyed.colliders.floor.position[1]`,
 * `solids.torus.strength.pieces[0][2]`.
 */
export function nameInput(path: string, scene: Scene): NamedInput {
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((step): Step => (/^\d+$/.test(step) ? Number(step) : step));
  const [group, ...rest] = steps[0] === 'keyed' ? steps.slice(1) : steps;
  if (group === 'gravity') return shotInput(scene, ['physics', 'gravity', ...rest.slice(0, 1)], true);
  if (group === 'physics' && rest[0] === 'contactPairs') return pairInput(scene, rest[1]);
  if (group === 'physics') return shotInput(scene, [group, ...rest], false);
  if (group === 'quality') return shotInput(scene, ['quality', 'draft', ...rest], false, ['Quality']);
  if (group === 'preRoll') return { ...plainInput('Pre-roll'), unit: 'frames' };
  if (group === 'frameDuration') return plainInput('Frame rate');
  if (group === 'order') return plainInput('Order and number of objects');
  if (group === 'solverVersion') return plainInput('Version of the solver');
  const [id, ...inside] = rest;
  const entity = scene.entities.find((one) => one.id === id);
  if (entity === undefined) {
    return { entity: undefined, steps: [String(id ?? group)], unit: '', lane: undefined };
  }
  if (group === 'entities') return entityInput(entity, constantPath(inside), false);
  return entityInput(entity, keyedPath(entity, inside), true);
}

/** Where in its entity an input that does not change over the shot stands: the choice of a scheme looks at the keys of materials. */
function constantPath([name, ...inside]: readonly Step[]): ValuePath {
  if (name === 'stiffest') return ['material', ...inside];
  return name === 'dampedLater' ? ['material', 'dampingTime'] : [name, ...inside];
}

/** Where in its entity a keyed input stands. */
function keyedPath(entity: Entity, [name, component]: readonly Step[]): ValuePath {
  const index = typeof component === 'number' ? [component] : [];
  if (isKind('solid')(entity) && name === 'goalPull') return ['plasticity', 'goal', 'pull'];
  if (isKind('solid')(entity) && name === 'activation') return ['fibres', 'activation'];
  if (isKind('solid')(entity) && name === 'material' && component !== undefined) return ['material', component];
  if (isKind('collider')(entity) && name !== 'friction') return ['transform', name, ...index];
  if (isKind('pin')(entity)) return name === 'held' ? ['releaseFrame'] : ['motion', name, ...index];
  if (isKind('force')(entity)) {
    if (name === 'rate') return ['field', 'rate'];
    return ['field', entity.field.kind === 'wind' ? 'velocity' : 'acceleration', ...index];
  }
  return [name];
}

function entityInput(entity: Entity, path: ValuePath, keyed: boolean): NamedInput {
  const known = path.filter((step) => step !== 'pieces' && step !== 'end');
  const { steps, info } = describePath(entitySchema, entity, known);
  return {
    entity: entity.id,
    steps: [entityName(entity), ...steps],
    unit: info?.unit ?? '',
    lane: keyed ? laneId(entity.id, path) : undefined,
  };
}

function shotInput(scene: Scene, path: ValuePath, keyed: boolean, names?: readonly string[]): NamedInput {
  const { steps, info } = describePath(sceneSchema, scene, path);
  const shown = names === undefined ? steps.slice(1) : [...names, ...steps.slice(2)];
  return {
    entity: undefined,

    steps: ['Shot', ...(shown.length > 0 ? shown : [sentence(memberName(path[0]))])],
    unit: info?.unit ?? '',
    lane: keyed ? laneId(undefined, path) : undefined,
  };
}

/** A pair of bodies that meet otherwise than their own settings say, or all such pairs. */
function pairInput({ physics, entities }: Scene, index: Step | undefined): NamedInput {
  const pair = typeof index === 'number' ? physics.contactPairs?.[index] : undefined;
  return plainInput('Contact pairs', ...(pair === undefined ? [] : [pairName(pair.bodies, nameIn(entities))]));
}

/** What the entities of a shot are called, by their ids; an id that is none of theirs stays as it is. */
export function nameIn(entities: Scene['entities']): (id: string) => string {
  return (id) => {
    const found = entities.find((entity) => entity.id === id);
    return found === undefined ? id : entityName(found);
  };
}

function plainInput(...names: readonly string[]): NamedInput {
  return { entity: undefined, steps: ['Shot', ...names], unit: '', lane: undefined };
}
