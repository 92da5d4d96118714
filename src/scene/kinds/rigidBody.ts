import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyFrame, type Keyable } from '../keyable.ts';
import type { IntervalCurve } from '../intervalCurves.ts';
import { marked } from '../marks.ts';
import { closedShape } from '../properties/closedShape.ts';
import {
  displayOfSurface,
  entityCommon,
  initialAngularVelocity,
  initialVelocity,
  keyedTransform,
} from '../properties/common.ts';
import type { KindDefinition } from '../Kinds.ts';
import { fileLabel, meshFile, newEntity, nextColour, type ChosenDefinition, type NewMesh } from '../newEntity.ts';
import { schemaDefaults } from '../schemaDefaults.ts';
import { rigidBodySections } from '../statistics/rigidBodySections.ts';
import type { Named } from '../uniqueNames.ts';

/** 1 while the body follows its keys, then 0. */
function keyedCurve(releaseFrame: number): Keyable {
  return {
    keys: [
      { frame: releaseFrame - 1, value: 1, interpolation: 'step' },
      { frame: releaseFrame, value: 0, interpolation: 'step' },
    ],
  };
}

/** The density does nothing where the mass is given. */
function ofDensity(value: unknown, { mass }: { readonly mass?: unknown }): unknown {
  return mass === undefined ? value : undefined;
}

/** Wood, cardboard, slate, brick: bodies of a pile tell apart. */
export const rigidBodyColours = ['#b98d5c', '#c9a878', '#8c97a3', '#a8705a'] as const;

/** A body that moves and turns, and does not deform. */
export const rigidBody = z.strictObject({
  kind: z.literal('rigidBody'),
  ...entityCommon,
  display: displayOfSurface(rigidBodyColours[0], 'plaster'),
  shape: marked(closedShape, { geometry: 'shape' }),
  transform: keyedTransform,
  /** Left out, it is simulated from the first frame on. */
  releaseFrame: marked(
    keyFrame.meta({
      label: 'release frame',
      help: 'Frame up to which the body follows the keys of its position and rotation; from then on it is simulated, and continues with the velocity that its keys gave it. Left out, it is simulated from the first frame on.',
      unset: 'the first frame',
    }),
    { curve: (frame) => keyedCurve(frame as number), phases: ['follows keys', 'simulated'] },
  ).optional(),
  density: marked(
    quantity({
      unit: 'kg/m3',
      label: 'density',
      help: 'Mass per volume that its surface encloses: 500 is wood, 2500 stone, 7800 steel. Of hollow things, give the mass instead.',
      symbol: 'rho',
      min: 1e-3,
      max: 1e5,
      softMax: 8000,
      default: 500,
    }),
    { counts: ofDensity },
  ),
  /** Left out, it follows from the density. */
  mass: z
    .number()
    .min(1e-9)
    .max(1e12)
    .meta({
      unit: 'kg',
      label: 'mass',
      help: 'Mass of the whole body, evenly spread over the volume that its surface encloses. Left out, it follows from the density.',
      unset: 'from the density',
    })
    .optional(),
  friction: quantity({
    unit: '',
    label: 'friction',
    help: 'Coulomb friction coefficient against other rigid bodies: 0 is ice, above 1 is rubber. Between two bodies the geometric mean of both applies; colliders and animations have their own.',
    symbol: 'mu',
    min: 0,
    max: 10,
    softMax: 1.5,
    default: 0.5,
  }),
  restitution: quantity({
    unit: '',
    label: 'restitution',
    help: 'Share of the speed of an impact with which the body bounces back: 0 is clay, 0.6 wood, 1 loses nothing. Between two bodies the geometric mean of both applies.',
    symbol: 'e',
    min: 0,
    max: 1,
    default: 0.2,
  }),
  velocity: initialVelocity,
  angularVelocity: initialAngularVelocity,
});
export type RigidBodyEntity = z.output<typeof rigidBody>;

/** Gives the curve of what was sampled of a rigid body over a frame interval: 1 while it follows its keys, 0 once it is simulated. */
export function keyedCurveOf(sampled: object): IntervalCurve {
  return 'releaseFrame' in sampled ? (sampled.releaseFrame as IntervalCurve) : 0;
}

declare module '../Kinds.ts' {
  interface KindMap {
    rigidBody: typeof rigidBody;
  }
  interface ShapedKinds {
    rigidBody: true;
  }
}

/** Height above the ground at which a new body of a registered shape begins, m: it falls a little, so that the first simulation shows something. */
const HEIGHT = 1;
/** Gap between a new body of a mesh and the ground, over its height. */
const GAP = 0.5;
/** Shapes without an end, which cannot move. */
const UNBOUNDED = new Set(['plane']);

/** Whether a registered shape can be that of a rigid body: it has an end. */
export function canBeRigidBody({ type }: Pick<ChosenDefinition, 'type'>): boolean {
  return !UNBOUNDED.has(type);
}

/** A rigid body of a registered shape with its default size, above the ground. */
export function newRigidBody(entities: Named, shape: ChosenDefinition): RigidBodyEntity {
  return newEntity(rigidBody, entities, `Rigid ${(shape.label ?? shape.type).toLowerCase()}`, {
    display: { colour: nextColour(rigidBodyColours, 'rigidBody', entities) },
    shape: { kind: 'registered', type: shape.type, params: schemaDefaults(shape.params) },
    transform: { position: [0, HEIGHT, 0] },
  });
}

/** A rigid body of a mesh, above the ground. */
export function newMeshRigidBody(entities: Named, mesh: NewMesh): RigidBodyEntity {
  const [minX, minY, minZ, maxX, maxY, maxZ] = mesh.bounds;
  return newEntity(rigidBody, entities, fileLabel(mesh.path), {
    display: { colour: nextColour(rigidBodyColours, 'rigidBody', entities) },
    shape: { kind: 'file', ...meshFile(mesh) },
    transform: { position: [0 - (minX + maxX) / 2, GAP * (maxY - minY) - minY, 0 - (minZ + maxZ) / 2] },
  });
}

/** Bytes of a frame of one body: its pose. */
const FRAME_BYTES = 150;

const definition: KindDefinition<'rigidBody'> = {
  type: 'rigidBody',
  label: 'rigid body',
  plural: 'rigid bodies',
  schema: rigidBody,
  create: (entities) => newRigidBody(entities, { type: 'box', label: 'Box' }),
  closedShape: ({ shape, transform }) => ({ shape, transform }),
  contactRole: 'rigid',
  ownContact: ({ friction }) => ({ meets: true, friction }),
  assets: ({ shape }) => (shape.kind === 'file' ? [{ type: 'level set', shape }] : []),
  statistics: rigidBodySections,
  subjects: () => ['rigid'],
  estimate: () => ({ count: 1, counted: 'body', frameBytes: FRAME_BYTES }),
};

export default definition;
