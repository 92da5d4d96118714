import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { sceneSchema, type Scene } from '../../../src/scene/Scene.ts';
import type { Curve } from '../../../src/scene/keyable.ts';
import type { QuantityInfo } from '../../../src/base/quantities.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { ValuePath } from '../../document/valueAt.ts';
import { describePath } from '../../document/describePath.ts';

/** An animated property: one curve of the document. */
export interface KeyLane {
  /** Stable: `torus/strength`, `/physics/gravity/1` for the shot's own. */
  readonly id: string;
  /** Id of the entity; undefined for a property of the shot. */
  readonly entity: string | undefined;
  /** Name of the entity, as the outliner shows it. */
  readonly owner: string;
  /** `Strength`, `Position y`. */
  readonly property: string;
  /** Path inside the entity, or inside the scene. */
  readonly path: ValuePath;
  readonly info: QuantityInfo;
  readonly curve: Curve;
}

/** A quantity without a stated unit, for curves that the schema says nothing about. */
const plainQuantity: QuantityInfo = { unit: '', label: 'value', help: '', default: 0 };

export function laneId(entity: string | undefined, path: ValuePath): string {
  return `${entity ?? ''}/${path.join('/')}`;
}

/** Every animated property, entities in the order of the document, the shot's own last. */
export function listLanes(scene: Scene): KeyLane[] {
  const lanes: KeyLane[] = [];
  for (const entity of scene.entities) {
    const owner = entityName(entity);
    visitCurves(entity, [], (path, curve) => {
      const { label, info = plainQuantity } = describePath(entitySchema, entity, path);
      const id = laneId(entity.id, path);
      lanes.push({ id, entity: entity.id, owner, property: label, path, info, curve });
    });
  }
  visitCurves(scene.physics, ['physics'], (path, curve) => {
    const { label, info = plainQuantity } = describePath(sceneSchema, scene, path);
    const id = laneId(undefined, path);
    lanes.push({ id, entity: undefined, owner: 'Shot', property: label, path, info, curve });
  });
  return lanes;
}

/** Calls `visit` for every keyframe curve below a part of the document. */
function visitCurves(value: unknown, path: ValuePath, visit: (path: ValuePath, curve: Curve) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (looksLikeCurve(value)) {
    visit(path, value);
    return;
  }
  const members = Array.isArray(value)
    ? value.slice(0, MOST_COMPONENTS).map((item, k) => [k, item] as const)
    : Object.entries(value);
  for (const [member, item] of members) visitCurves(item, [...path, member], visit);
}

/** Vectors are short; long arrays hold numbers and are not searched. */
const MOST_COMPONENTS = 4;

function looksLikeCurve(value: object): value is Curve {
  if (!('keys' in value) || !Array.isArray(value.keys) || value.keys.length === 0) return false;
  const [first] = value.keys as readonly unknown[];
  return typeof first === 'object' && first !== null && 'frame' in first && 'interpolation' in first;
}
