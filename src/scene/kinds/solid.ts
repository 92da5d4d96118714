import { z } from 'zod';
import { keyable } from '../keyable.ts';
import { marked } from '../marks.ts';
import { paintedField } from '../paintedField.ts';
import { animatedTarget } from '../properties/animatedTarget.ts';
import { bodyContact } from '../properties/bodyContact.ts';
import {
  displayOfSurface,
  entityCommon,
  initialAngularVelocity,
  initialVelocity,
  placement,
  registeredChoice,
} from '../properties/common.ts';
import { fibres } from '../properties/fibres.ts';
import { fracture } from '../properties/fracture.ts';
import { material, keyedNumbers } from '../properties/material.ts';
import { plasticity } from '../properties/plasticity.ts';
import { formLabel, formOf, formSource, shapeSource, type FormShape } from '../properties/sources.ts';
import { volumeConservation } from '../properties/volumeConservation.ts';
import type { KindDefinition, EntityOf, Obstacle } from '../Kinds.ts';
import { fileLabel, meshFile, newEntity, nextColour, type ChosenDefinition, type NewMesh } from '../newEntity.ts';
import { formBounds } from '../formBounds.ts';
import { materialForSize } from '../materialForSize.ts';
import { presetMaterial, presetPlasticity } from '../presetMaterial.ts';
import { schemaDefaults } from '../schemaDefaults.ts';
import type { Named } from '../uniqueNames.ts';
import { paintedPartsOf } from '../painting/paintedParts.ts';
import { solidSections } from '../statistics/solidSections.ts';
import { pressOf } from '../goalPress.ts';
import { isDampedLater, stiffestMaterial } from '../keyedMaterial.ts';

/** Target length of the lattice's long edges: a share of the surface's bounding-box diagonal, or a length. */
const edgeSize = z.union([
  z.strictObject({
    percent: z.number().min(0.01).max(100).meta({
      unit: '%',
      label: 'edge length',
      help: 'Target length of the long edges of the elements, as a share of the diagonal of the bounding box.',
    }),
  }),
  z.strictObject({
    metres: z
      .number()
      .min(1e-7)
      .max(1e6)
      .meta({ unit: 'm', label: 'edge length', help: 'Target length of the long edges of the elements.' }),
  }),
]);

/** How the surface is filled with elements. Left out where the source brings its own elements. */
const meshing = z.strictObject({
  method: registeredChoice.type,
  edge: edgeSize.default({ percent: 4 }),
  across: z
    .int('a whole number is expected')
    .min(1)
    .max(12)
    .meta({
      label: 'edges across',
      unset: 'any',
      help: 'Where fewer edges than this lie across the body, they are halved, up to twice. Left empty, edges are as long there as elsewhere.',
    })
    .optional(),
  params: registeredChoice.params,
});
export type Meshing = z.output<typeof meshing>;

/** Clay, ochre, sage, slate, rose: solids of a shot tell apart, and none is lighter than the others. */
export const solidColours = ['#d8956a', '#d3ab5b', '#8fae8b', '#7f9fc4', '#c48a9b'] as const;

/** What is painted on a solid; what is left out is the same everywhere. */
const painted = z.strictObject({
  /** Multiplies the elastic and damping stress of each element, on top of `strength`: 0 is limp, 1 the material as given. */
  strength: paintedField(1, 'painted strength').optional(),
  /** How much finer than `meshing.edge` the elements are: 1 halves the edge twice. Meshers that grade their elements follow it. */
  detail: marked(paintedField(0, 'painted detail'), { geometry: 'shape' }).optional(),
});

/** A solid that says no mesher has its own elements, whatever detail is painted. */
function ofElements(value: unknown, siblings: Readonly<Record<string, unknown>>): unknown {
  return siblings.meshing === undefined ? { ...(value as z.output<typeof painted>), detail: undefined } : value;
}

/** A solid that tears has linear elements unless it asks for others, which is refused. */
function ofUncut(value: unknown, siblings: Readonly<Record<string, unknown>>): unknown {
  const { fracture } = siblings as { readonly fracture?: { readonly enabled?: boolean } };
  const uncut = value === 'automatic' && fracture?.enabled === true;
  return uncut || value === 'linear' ? undefined : value;
}

/** Counts a number of Newton iterations for implicit schemes only, which others do not take, and not where backward Euler takes as many anyway. */
function ofImplicit(value: unknown, { integration = 'semi-implicit' }: { readonly integration?: unknown }): unknown {
  return integration === 'semi-implicit' || (integration === 'implicit' && value === 1) ? undefined : value;
}

/** A deformable body. */
export const solid = z.strictObject({
  kind: z.literal('solid'),
  ...entityCommon,
  display: displayOfSurface(solidColours[0], 'clay'),
  source: marked(shapeSource, { geometry: 'shape' }),
  meshing: marked(meshing, { geometry: 'shape', definition: { of: 'meshers', by: 'method' } }).optional(),
  /** Left out, linear. */
  elementOrder: marked(
    z.enum(['automatic', 'linear', 'quadratic']).meta({
      label: 'element order',
      absent: 'linear',
      help: 'Linear tetrahedra are several times too stiff in bending and twisting unless many lie across a part. Quadratic ones have a vertex in the middle of each edge: two across a part bend as they should, at about ten times the cost per element. Automatic: quadratic where fewer than six elements lie across the thinnest tenth of the surface, at every quality alike, and where the file has quadratic ones. Tearing needs linear elements.',
    }),
    { geometry: 'shape', counts: ofUncut },
  ).optional(),
  material: material.prefault({}),
  /** Directions and activation for materials with fibres; left out, these are relaxed and have no direction. */
  fibres: fibres.optional(),
  /** Left out, the solid always springs back. */
  plasticity: plasticity.optional(),
  /** Left out, no animation pulls it. */
  animatedTarget: animatedTarget.optional(),
  /** Left out, volumes follow the material alone. */
  volumeConservation: volumeConservation.optional(),
  /** Left out, it touches colliders alone. */
  contact: bodyContact.optional(),
  /** Left out, liquids flow through it. */
  liquids: z
    .enum(['ignored', 'coupled'])
    .meta({
      label: 'liquid coupling',
      absent: 'ignored',
      help: 'Coupled: the solid floats, sinks and splashes; it is solved together with the liquid, implicitly, and collides with the walls of the liquid box. Ignored: liquids flow through it.',
    })
    .optional(),
  /** Left out, the solid never tears. */
  fracture: fracture.optional(),
  /** Multiplies elastic and damping stress; 0 is limp. */
  strength: keyable({
    unit: '',
    label: 'strength',
    help: 'Multiplies the elastic and damping stress: 0 is limp, 1 is the material as given.',
    min: 0,
    max: 1e3,
    softMax: 1,
    default: 1,
  }),
  painted: marked(painted, { counts: ofElements }).optional(),
  /** Time integration scheme; left out, semi-implicit. */
  integration: z
    .enum(['automatic', 'semi-implicit', 'implicit', 'implicit-second-order', 'quasistatic'])
    .meta({
      label: 'integration scheme',
      absent: 'semi-implicit',
      help: 'Time integration of the solid. Semi-implicit suits soft solids, implicit schemes suit stiff ones, of which that of second order keeps oscillations and backward Euler damps them. Automatic chooses between semi-implicit and second order, and quasistatic ignores inertia.',
    })
    .optional(),
  /** Newton iterations of an implicit substep, at most; left out, one of backward Euler and two of the second-order scheme. */
  newtonIterations: marked(
    z.int().min(1).max(50).meta({
      unit: '',
      label: 'Newton iterations',
      help: 'Largest number of iterations per implicit substep. 1 is enough for small rotations; more prevent overshooting in large ones. Left out, backward Euler takes 1 and the second-order scheme 2.',
      unset: 'as the scheme needs',
    }),
    { counts: ofImplicit },
  ).optional(),
  transform: placement,
  velocity: initialVelocity,
  angularVelocity: initialAngularVelocity,
  /** Left out, it starts at rest. */
  startScale: z
    .number()
    .min(0.1)
    .max(10)
    .meta({
      label: 'initial scale',
      help: 'Size of the solid at the first frame relative to its rest shape, about its origin. At 0.5 it starts compressed to an eighth of its volume and expands.',
      unset: 'rest size',
    })
    .optional(),
});
export type Solid = z.output<typeof solid>;

/** Whether every frame of the solid is its static equilibrium. Those that tear have pieces without one: they move semi-implicitly. */
export function isQuasistatic({ integration, fracture }: Solid): boolean {
  return integration === 'quasistatic' && fracture?.enabled !== true;
}

declare module '../Kinds.ts' {
  interface KindMap {
    solid: typeof solid;
  }
  interface DeformingKinds {
    solid: true;
  }
}

/** Young's modulus over density x gravity x diagonal of a body that keeps its shape on the floor and still wobbles. */
const FIRMNESS = 60;
/** Gap between a new solid and the ground, in diagonals: it falls a little, so that the first simulation shows something. */
const GAP = 0.25;

export interface NewSolidOptions {
  /** How it is filled; left out, `graded-stuffing`. Forms that bring their own elements are never filled. */
  readonly mesher?: ChosenDefinition;
  /** Long edge of the elements as a share of the diagonal, percent. */
  readonly percent?: number;
  /** Type of a registered material preset; left out, a soft material whose stiffness follows the size. */
  readonly preset?: string;
  /** Position of its centre over the ground (x, z), m. */
  readonly at?: readonly [number, number];
}

/** A solid of a mesh or of a form, standing a little above the ground, of a material that suits its size. */
export function newSolid(entities: Named, shape: NewMesh | FormShape, options: NewSolidOptions = {}): Solid {
  const source = typeof shape === 'string' ? formSource(shape) : { kind: 'file', ...meshFile(shape) };
  const label = typeof shape === 'string' ? formLabel(shape) : fileLabel(shape.path);
  const bounds = typeof shape === 'string' ? formBounds(formOf(shape)) : shape.bounds;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const diagonal = Math.hypot(maxX - minX, maxY - minY, maxZ - minZ);
  const [x, z] = options.at ?? [0, 0];
  const { mesher = { type: 'graded-stuffing' }, percent = 4 } = options;
  const hasElements = shape === 'tet' || shape === 'block' || shape === 'hollow-sphere' || shape === 'handle';
  return newEntity(solid, entities, label, {
    display: { colour: nextColour(solidColours, 'solid', entities) },
    source,
    meshing: hasElements
      ? undefined
      : { method: mesher.type, edge: { percent }, params: schemaDefaults(mesher.params) },
    elementOrder: 'automatic',
    material: presetMaterial(options.preset) ?? materialForSize(FIRMNESS, diagonal),
    plasticity: presetPlasticity(options.preset),
    liquids: 'coupled',
    transform: { position: [x - (minX + maxX) / 2, GAP * diagonal - minY, z - (minZ + maxZ) / 2] },
  });
}

const definition: KindDefinition<'solid'> = {
  type: 'solid',
  label: 'solid',
  plural: 'solids',
  schema: solid,
  create: (entities) => newSolid(entities, 'box'),
  deforms: true,
  ownContact: ({ contact }) => ({ meets: contact?.others === true, friction: contact?.friction ?? 0 }),
  derivedInputs: derivedOfSolid,
  assets: (entity) => [{ type: 'volume', solid: entity }],
  paintedParts: ({ painted: on, plasticity: flow, fracture: tearing, animatedTarget: target }) =>
    paintedPartsOf({
      strength: on?.strength,
      detail: on?.detail,
      goal: flow?.goal?.paintedStrength,
      target: target?.paintedStrength,
      toughness: tearing?.paintedToughness,
    }),
  statistics: solidSections,
  subjects: ({ liquids, fracture: tearing, fibres: run, plasticity: flow }) => [
    'soft',
    ...(flow === undefined ? [] : (['plastic'] as const)),
    ...(run === undefined ? [] : (['muscle'] as const)),
    ...(tearing === undefined ? [] : (['tearing'] as const)),
    ...(liquids === 'coupled' ? (['coupled'] as const) : []),
  ],
};

export default definition;

/** What the state of a solid at the first frame depends on that is no property of it: what it takes from colliders and from frames to come. */
function derivedOfSolid(solid: EntityOf<'solid'>, firstFrame: number, obstacles: readonly Obstacle[]): object {
  const { material, integration } = solid;
  // The ways of colliders that press it to its goal go on up to frames of their own, which may lie beyond the shot.
  const press = pressOf(solid, firstFrame, obstacles);
  return {
    ...(isDampedLater(material, firstFrame) && { dampedLater: true }),
    ...(integration === 'automatic' && keyedNumbers(material).length > 0 && { stiffest: stiffestMaterial(material) }),
    ...(press !== undefined && { press: press.colliders }),
  };
}
