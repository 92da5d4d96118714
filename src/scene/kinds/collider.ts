import { z } from 'zod';
import { keyable } from '../keyable.ts';
import { marked } from '../marks.ts';
import { closedShape } from '../properties/closedShape.ts';
import { displayOfSurface, entityCommon, keyedTransform } from '../properties/common.ts';
import type { KindDefinition } from '../Kinds.ts';
import { fileLabel, meshFile, newEntity, type ChosenDefinition, type NewMesh } from '../newEntity.ts';
import { schemaDefaults } from '../schemaDefaults.ts';
import type { Named } from '../uniqueNames.ts';

/** A body that moves as keyed and pushes solids: they never push it. */
export const collider = z.strictObject({
  kind: z.literal('collider'),
  ...entityCommon,
  display: displayOfSurface('#c8ccd4', 'plaster'),
  shape: marked(closedShape, { geometry: 'shape' }),
  transform: keyedTransform,
  friction: keyable({
    unit: '',
    label: 'friction',
    help: 'Coulomb friction coefficient of bodies on this collider: 0 is ice, above 1 is rubber.',
    symbol: 'mu',
    min: 0,
    max: 100,
    softMax: 1,
    default: 0.5,
  }),
});
export type Collider = z.output<typeof collider>;

declare module '../Kinds.ts' {
  interface KindMap {
    collider: typeof collider;
  }
  interface ShapedKinds {
    collider: true;
  }
}

/** A collider of a registered shape with its default size, standing at the origin. */
export function newCollider(entities: Named, shape: ChosenDefinition): Collider {
  return newEntity(collider, entities, shape.label ?? shape.type, {
    shape: { kind: 'registered', type: shape.type, params: schemaDefaults(shape.params) },
  });
}

/** A collider of a mesh, standing on the ground. */
export function newMeshCollider(entities: Named, mesh: NewMesh): Collider {
  const [minX, minY, minZ, maxX, , maxZ] = mesh.bounds;
  return newEntity(collider, entities, fileLabel(mesh.path), {
    shape: { kind: 'file', ...meshFile(mesh) },
    transform: { position: [0 - (minX + maxX) / 2, 0 - minY, 0 - (minZ + maxZ) / 2] },
  });
}

const definition: KindDefinition<'collider'> = {
  type: 'collider',
  label: 'collider',
  plural: 'colliders',
  schema: collider,
  create: (entities) => newCollider(entities, { type: 'plane', label: 'Plane' }),
  closedShape: ({ shape, transform }) => ({ shape, transform }),
  assets: ({ shape }) => (shape.kind === 'file' ? [{ type: 'level set', shape }] : []),
  isObstacle: true,
  contactRole: 'obstacle',
  ownContact: ({ friction }) => ({ meets: true, friction }),
};

export default definition;
