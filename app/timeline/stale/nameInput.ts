import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { sceneSchema, type Entity, type Scene } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { ValuePath } from '../../document/valueAt.ts';
import { describePath, memberName, sentence } from '../../document/describePath.ts';
import { laneId } from '../lanes/keyLanes.ts';
import { pairName } from './inputValue.ts';

/** An input of the simulation as the artist knows it. */
export interface NamedInput {
  /** The entity that it belongs to; undefined for the shot's own, and for one that is gone. */
  readonly entity: string | undefined;
  /** Names from outside in: `torus`, `Material`, `Density`. */
  readonly steps: readonly string[];
  /** SI; empty where it has none or is not known. */
  readonly unit: string;
  /** The lane of the property, where it can be animated. */
  readonly lane: string | undefined;
}

type Step = string | number;

/**
 * Names the input at a path of what a frame was made from: `entities.torus.material.density`, `entities.floor.transform.position[1]`,
 * `entities.torus.strength.pieces[0][2]`.
 */
export function nameInput(path: string, scene: Scene): NamedInput {
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .map((step): Step => (/^\d+$/.test(step) ? Number(step) : step));
  const [group, ...rest] = steps;
  if (group === 'physics' && rest[0] === 'contactPairs') return pairInput(scene, rest[1]);
  if (group === 'physics') return shotInput(scene, placeOf(steps));
  if (group === 'quality') return shotInput(scene, ['quality', 'draft', ...rest], ['Quality']);
  if (group === 'preRoll') return { ...plainInput('Pre-roll'), unit: 'frames' };
  if (group === 'frameDuration') return plainInput('Frame rate');
  if (group === 'order') return plainInput('Order and number of objects');
  if (group === 'solverVersion') return plainInput('Solver version');
  const [id, ...inside] = rest;
  const entity = scene.entities.find((one) => one.id === id);
  if (entity === undefined) {
    return { entity: undefined, steps: [String(id ?? group)], unit: '', lane: undefined };
  }
  return entityInput(entity, placeOf(ownPath(inside)));
}

/** Returns the place of an input in its entity: the choice of a scheme depends on the keys of materials, and goals on the motion of colliders that press them. */
function ownPath([name, ...inside]: readonly Step[]): readonly Step[] {
  if (name === 'stiffest') return ['material', ...inside];
  if (name === 'press') return ['plasticity', 'goal', 'shape'];
  return name === 'dampedLater' ? ['material', 'dampingTime'] : [name, ...inside];
}

/** The place of the property: what follows are the parts of its curve. */
function placeOf(path: readonly Step[]): ValuePath {
  const curve = path.findIndex((step) => step === 'pieces' || step === 'end');
  return curve < 0 ? path : path.slice(0, curve);
}

function entityInput(entity: Entity, path: ValuePath): NamedInput {
  const { steps, info } = describePath(entitySchema, entity, path);
  return {
    entity: entity.id,
    steps: [entityName(entity), ...steps],
    unit: info?.unit ?? '',
    lane: info?.keyable === true ? laneId(entity.id, path) : undefined,
  };
}

function shotInput(scene: Scene, path: ValuePath, names?: readonly string[]): NamedInput {
  const { steps, info } = describePath(sceneSchema, scene, path);
  const shown = names === undefined ? steps.slice(1) : [...names, ...steps.slice(2)];
  return {
    entity: undefined,
    steps: ['Shot', ...(shown.length > 0 ? shown : [sentence(memberName(path[0]))])],
    unit: info?.unit ?? '',
    lane: info?.keyable === true ? laneId(undefined, path) : undefined,
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
