import { z } from 'zod';
import { groupKinds } from '../../geometry/meshGroups.ts';
import { quantity } from '../../base/quantities.ts';
import { labelled, marked } from '../marks.ts';
import { paintedField } from '../paintedField.ts';
import { paintedPartsOf } from '../painting/paintedParts.ts';
import { entityCommon, referenceTo } from '../properties/common.ts';
import { boxFault, regionShapes } from '../properties/regionShapes.ts';
import type { Entity, KindDefinition } from '../Kinds.ts';
import { newEntity } from '../newEntity.ts';
import type { Named } from '../uniqueNames.ts';

/** Which elements of the solid belong to the region: by where their centroids are at rest (world axes), by their numbers, or painted. */
const selection = z
  .discriminatedUnion('kind', [
    ...regionShapes('Position at rest where the solid is placed, in world axes.', 'Radius of the region.'),
    /** Numbers of elements, such as those of a group of the mesh: for sources that bring their own elements, whose numbering does not change with quality. */
    z.strictObject({ kind: z.literal('elements'), indices: z.array(z.int().min(0)).min(1).max(10_000_000) }),
    /** A group of the mesh: its elements where the file has groups of elements, and otherwise the elements whose centre is nearest to its faces. */
    z.strictObject({
      kind: z.literal('group'),
      of: z.enum(groupKinds).default('material').meta({
        label: 'groups',
        help: 'Which groups of the file: its materials, physical groups and cell data; named groups of faces; or objects.',
      }),
      name: z
        .string()
        .max(200)
        .default('')
        .meta({ label: 'group', help: 'Name of the group in the file of the mesh.' }),
    }),
    /** Painted on the solid, in its own frame: elements whose value is at least 0.5. */
    z.strictObject({ kind: z.literal('painted'), field: paintedField(0, 'painted region').prefault({}) }),
  ])
  .meta({
    label: 'region',
    help: 'Part of the solid with this material: elements whose centre lies in a sphere or a box, or is painted, or those of a group of the mesh.',
  });

/** A part of a solid that is made of another material: the constitutive model is that of the solid, its constants are the region's. Of regions that overlap the last one counts. */
export const materialRegion = marked(
  z.strictObject({
    kind: z.literal('materialRegion'),
    ...entityCommon,
    target: labelled(referenceTo('solid'), { label: 'solid', help: 'Solid that the region is a part of.' }),
    selection,
    density: quantity({
      unit: 'kg/m3',
      label: 'density',
      help: 'Mass per volume of the region at rest.',
      symbol: 'rho',
      min: 1e-3,
      max: 1e6,
      default: 1000,
    }),
    youngsModulus: quantity({
      unit: 'Pa',
      label: "Young's modulus",
      help: 'Stiffness of the region against stretching, for the constitutive model of the solid.',
      symbol: 'E',
      min: 1e-3,
      max: 1e13,
      default: 5e5,
    }),
    poissonRatio: quantity({
      unit: '',
      label: "Poisson's ratio",
      help: 'How much the region thins when it is stretched.',
      symbol: 'nu',
      min: -0.95,
      max: 0.495,
      softMin: 0,
      default: 0.3,
    }),
    dampingTime: quantity({
      unit: 's',
      label: 'damping time',
      help: 'Ratio of viscous to elastic stiffness of the region. Mass damping is that of the solid.',
      symbol: 'tau',
      min: 0,
      max: 100,
      default: 0.01,
    }),
  }),
  { rule: (value) => boxFault((value as { readonly selection: z.output<typeof selection> }).selection) },
);
export type MaterialRegion = z.output<typeof materialRegion>;

declare module '../Kinds.ts' {
  interface KindMap {
    materialRegion: typeof materialRegion;
  }
}

/** Share of a solid's height that a new region takes, from below. */
const SHARE = 0.5;
/** How far its box reaches beyond the solid, in diagonals. */
const MARGIN = 0.01;

/** A region of the lower half of a solid. `bounds`: its box at the first frame in world axes, min xyz, max xyz, m; without it the region is a ball at the world's origin: the artist moves it. */
export function newMaterialRegion(
  entities: Named,
  target: Pick<Entity, 'id' | 'name'>,
  bounds?: readonly number[],
): MaterialRegion {
  const label = `${target.name || target.id} region`;
  if (bounds === undefined) {
    return newEntity(materialRegion, entities, label, { target: target.id, selection: { kind: 'sphere' } });
  }
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const margin = MARGIN * Math.hypot(maxX - minX, maxY - minY, maxZ - minZ);
  return newEntity(materialRegion, entities, label, {
    target: target.id,
    selection: {
      kind: 'box',
      min: [minX - margin, minY - margin, minZ - margin],
      max: [maxX + margin, minY + SHARE * (maxY - minY), maxZ + margin],
    },
  });
}

/** The enabled regions of a solid, in the order of the entities. */
export function regionsOf(solid: string, entities: readonly Entity[]): MaterialRegion[] {
  return entities.flatMap((entity) =>
    entity.kind === 'materialRegion' && entity.enabled && entity.target === solid ? [entity] : [],
  );
}

const definition: KindDefinition<'materialRegion'> = {
  type: 'materialRegion',
  label: 'material region',
  plural: 'material regions',
  schema: materialRegion,
  create(entities) {
    const solid = entities.find(({ kind }) => kind === 'solid');
    return solid && newMaterialRegion(entities, solid);
  },
  paintedParts: ({ selection: chosen }) => (chosen.kind === 'painted' ? paintedPartsOf({ region: chosen.field }) : []),
};

export default definition;
