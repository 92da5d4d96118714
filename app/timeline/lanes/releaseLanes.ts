import type { z } from 'zod';
import { entitySchema, kinds } from '../../../src/scene/kindRegistry.ts';
import { inside, marksOf } from '../../../src/scene/marks.ts';
import type { Entity, Scene } from '../../../src/scene/Scene.ts';
import { describePath } from '../../document/describePath.ts';
import { entityName } from '../../document/entityEdits.ts';

/** A property that acts up to a frame: the pose that a rigid body follows until it is released. */
export interface ReleaseProperty {
  /** Name of the property in the entity. */
  readonly property: string;
  /** What the entity does before the frame and from it on. */
  readonly phases: readonly [before: string, after: string];
}

/** Such a property of an entity of the shot, which the document gives a frame. */
export interface ReleaseLane extends ReleaseProperty {
  readonly id: string;
  readonly entity: string;
  /** Name of the entity, as the outliner shows it. */
  readonly owner: string;
  /** `Release frame`. */
  readonly label: string;
  readonly frame: number;
}

const known = new Map<Entity['kind'], ReleaseProperty | undefined>();

/** The property of a kind of entity that acts up to a frame; undefined where it has none. */
export function releaseProperty({ kind }: Pick<Entity, 'kind'>): ReleaseProperty | undefined {
  if (!known.has(kind)) known.set(kind, findProperty(kind));
  return known.get(kind);
}

function findProperty(kind: Entity['kind']): ReleaseProperty | undefined {
  const { schema } = kinds.get(kind);
  for (const [property, member] of Object.entries(schema.shape)) {
    const phases = phasesOf(member);
    if (phases !== undefined) return { property, phases };
  }
  return undefined;
}

/** What a schema says of its phases, through what makes it optional. */
function phasesOf(schema: z.ZodType): ReleaseProperty['phases'] | undefined {
  const { innerType } = inside(schema);
  return marksOf(schema).phases ?? (innerType && phasesOf(innerType));
}

/** The frame at which an entity is released; undefined where the document gives none. */
export function releaseFrameOf(entity: Entity): number | undefined {
  const found = releaseProperty(entity);
  const value = found === undefined ? undefined : (entity as unknown as Record<string, unknown>)[found.property];
  return typeof value === 'number' ? value : undefined;
}

/** What is released at a frame, in the order of the document. */
export function listReleases({ entities }: Pick<Scene, 'entities'>): ReleaseLane[] {
  return entities.flatMap((entity) => {
    const frame = releaseFrameOf(entity);
    if (frame === undefined) return [];
    const found = releaseProperty(entity)!;
    const { label } = describePath(entitySchema, entity, [found.property]);
    const id = `${entity.id}/${found.property}`;
    return [{ ...found, id, entity: entity.id, owner: entityName(entity), label, frame }];
  });
}
