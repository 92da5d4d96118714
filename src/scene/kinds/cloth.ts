import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { keyable } from '../keyable.ts';
import { marked } from '../marks.ts';
import { anyContact, bodyCollision, bodyFrictionHelp } from '../properties/bodyContact.ts';
import {
  displayOfSurface,
  entityCommon,
  initialAngularVelocity,
  initialVelocity,
  placement,
  referenceTo,
} from '../properties/common.ts';
import { clothForms, clothSource, type ClothShape } from '../properties/clothSource.ts';
import { membraneModel } from '../properties/membraneModel.ts';
import { fabric } from '../properties/fabric.ts';
import { shellConservation, shellPlasticity } from '../properties/shellPlasticity.ts';
import type { KindDefinition } from '../Kinds.ts';
import { fileLabel, meshFile, newEntity, nextColour, type NewMesh } from '../newEntity.ts';
import type { Named } from '../uniqueNames.ts';
import { volumeConservationSection } from '../statistics/bodySections.ts';

/** What a cloth collides with beside colliders. */
const contact = marked(
  z.strictObject({
    self: z.boolean().default(true).meta({
      label: 'self-collision',
      help: 'Keeps layers of the cloth from passing through each other. It about doubles the simulation time of the cloth.',
    }),
    others: bodyCollision,
    friction: quantity({
      unit: '',
      label: 'body friction',
      help: bodyFrictionHelp,
      symbol: 'mu',
      min: 0,
      max: 100,
      softMax: 1,
      default: 0.3,
    }),
  }),
  { counts: anyContact },
);

/** A collider or a solid that tells which way the triangles on it should face. */
export const liesOn = z.strictObject({
  body: referenceTo('collider', 'solid'),
  distance: quantity({
    unit: 'm',
    label: 'guide distance',
    help: 'Triangles within this distance of the guide surface, at the first frame and later, turn back when they are flipped.',
    min: 1e-5,
    max: 1e3,
    softMax: 0.2,
    default: 0.02,
  }),
  touches: z.boolean().default(true).meta({
    label: 'guide collision',
    help: 'Lets the cloth collide with a collider that is its guide surface. Turned off, the collider only says which side is outside, and the cloth may be pushed into it.',
  }),
});

/** Indigo, madder, sand, moss, plum: pieces of cloth tell apart from each other and from solids. */
export const clothColours = ['#6f86c9', '#c8736b', '#cbb48a', '#7fa07a', '#a07fa8'] as const;

/** A piece of cloth or a thin shell: a surface that stretches, bends and folds. */
export const cloth = z.strictObject({
  kind: z.literal('cloth'),
  ...entityCommon,
  display: displayOfSurface(clothColours[0], 'cloth'),
  source: marked(clothSource, { geometry: 'shape' }),
  fabric: fabric.prefault({}),
  /** Constitutive model of stretching and shearing in the plane; left out, rotated linear elasticity. */
  membrane: membraneModel.optional(),
  contact: contact.prefault({}),
  plasticity: shellPlasticity.prefault({}),
  /** The surface that the cloth lies on, as a thin layer on a body; left out, a triangle that is folded over has only turned. */
  liesOn: liesOn.optional(),
  /** Left out, its area and what it holds inside follow from its fabric alone. */
  volumeConservation: shellConservation.optional(),
  /** Left out, liquids flow through it. */
  liquids: z
    .enum(['ignored', 'coupled'])
    .meta({
      label: 'liquid coupling',
      absent: 'ignored',
      help: 'Coupled: liquid presses on both sides of the cloth and does not pass through it, so that a bag holds water; it is solved together with the liquid and collides with the walls of the liquid box. Ignored: liquids flow through it.',
    })
    .optional(),
  /** Multiplies elastic and damping forces. */
  strength: keyable({
    unit: '',
    label: 'strength',
    help: 'Multiplies the forces of stretching and bending: 0 is limp, 1 is the fabric as given.',
    min: 0,
    max: 1e3,
    softMax: 1,
    default: 1,
  }),
  drag: keyable({
    unit: '1/s',
    label: 'air drag',
    help: 'Rate at which still air slows the cloth down. Larger values stop it sooner.',
    min: 0,
    max: 1e3,
    softMax: 2,
    default: 0.1,
  }),
  substeps: wholeNumber({
    unit: '',
    label: 'minimum substeps',
    help: 'Smallest number of substeps per frame: 4 for cloth that drapes, 8 for cloth that crumples, 32 for cloth that rolls with friction.',
    min: 1,
    max: 1000,
    softMax: 32,
    default: 4,
  }),
  transform: placement,
  velocity: initialVelocity,
  angularVelocity: initialAngularVelocity,
});
export type Cloth = z.output<typeof cloth>;

declare module '../Kinds.ts' {
  interface KindMap {
    cloth: typeof cloth;
  }
  interface DeformingKinds {
    cloth: true;
  }
}

/** Height of a new cloth over the ground, m: it falls a little, or onto something. */
const CLOTH_HEIGHT = 1;

/** A cloth of a form, hanging in the air over the origin, or of a mesh where it stands. */
export function newCloth(entities: Named, shape: NewMesh | ClothShape): Cloth {
  const isForm = typeof shape === 'string';
  const label = isForm ? (clothForms.find((form) => form.shape === shape)?.label ?? shape) : fileLabel(shape.path);
  return newEntity(cloth, entities, label, {
    display: { colour: nextColour(clothColours, 'cloth', entities) },
    source: isForm ? { kind: 'procedural', form: { shape } } : { kind: 'file', ...meshFile(shape) },
    ...(isForm && { transform: { position: [0, CLOTH_HEIGHT, 0] } }),
  });
}

const definition: KindDefinition<'cloth'> = {
  type: 'cloth',
  label: 'cloth',
  plural: 'pieces of cloth',
  schema: cloth,
  create: (entities) => newCloth(entities, 'sheet'),
  deforms: true,
  ownContact: ({ contact: { others, friction } }) => ({ meets: others, friction }),
  assets: (entity) => [{ type: 'shell', cloth: entity }],
  subjects: ({ liquids }) => (liquids === 'coupled' ? ['cloth', 'coupled'] : ['cloth']),
  statistics: { volumeConservation: volumeConservationSection },
};

export default definition;
