import { z } from 'zod';
import { keyableVector, vector } from '../keyable.ts';
import { display, inside, marked, resolve } from '../marks.ts';

/** Names that every object has (`__proto__`, `constructor`): tables by id would confuse them with an entity. */
export const reservedIds: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Stable name of an entity inside its shot: keys and frames refer to it, so renaming the entity changes nothing. */
export const entityId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id has 1 to 64 letters, digits, - or _')
  .refine((id) => !reservedIds.has(id), 'an id cannot be a name that every object of the program has')
  .meta({ identifier: true });

/** The id of an entity of one of these kinds. */
export function referenceTo(...kinds: readonly string[]) {
  return marked(entityId, { reference: ({ type }) => kinds.includes(type) });
}

/** The id of an entity that deforms. */
export const referenceToBody = marked(entityId, { reference: ({ deforms }) => deforms === true });

/** The id of an entity that takes part in contact. */
export const referenceToContact = marked(entityId, {
  reference: ({ deforms, contactRole }) => deforms === true || contactRole !== undefined,
});

/** A file of the shot: path relative to the document's folder (or absolute), and the content it had when it was chosen. */
export const fileReference = z.strictObject({
  path: marked(z.string().min(1).max(4096), { display: true, file: true }),
  /** SHA-256 of the file's bytes and of the files it is read with (a .bin beside a .gltf), lower-case hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 is 64 lower-case hex digits'),
});
export type FileReference = z.output<typeof fileReference>;

/** How the numbers in a mesh file become metres with Y up. */
export const fileUnits = {
  /** Metres per unit of the file: 0.01 for centimetres. */
  metresPerUnit: z.number().min(1e-9).max(1e9).default(1).meta({
    label: 'metres per unit',
    help: 'Length of one unit of the file, in metres: 0.01 for centimetres, 0.0254 for inches.',
  }),
  upAxis: z
    .enum(['y', 'z'])
    .default('y')
    .meta({ label: 'up axis', help: 'Axis of the file that points up. In the shot, y points up.' }),
};

/** What something looks as if it were made of. */
export const surfaces = ['clay', 'plaster', 'rubber', 'metal', 'cloth', 'jelly', 'muscle'] as const;
export type Surface = (typeof surfaces)[number];

function displayMembers(colour: string) {
  return {
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'a colour is # and six hex digits')
      .default(colour),
    visible: z.boolean().default(true),
    /** Kept from being picked, moved, painted and removed by hand. */
    locked: z.boolean().default(false),
  };
}

/** How an entity is shown; `colour` is what a new one has. */
export function displayWith(colour: string) {
  return display(z.strictObject(displayMembers(colour)).prefault({}));
}

/** What entities of a kind look as if they were made of where nothing is chosen; undefined where the kind has no surface to choose. */
export function usualSurface({ schema }: { readonly schema: { readonly shape: DisplayShape } }): Surface | undefined {
  const { shape } = inside(resolve(schema.shape.display, undefined).schema);
  const { absent } = shape?.surface === undefined ? {} : resolve(shape.surface, undefined);
  return surfaces.find((surface) => surface === absent);
}

interface DisplayShape {
  readonly display: z.ZodType;
}

/** How something with a surface is shown; `surface` is what it looks like where nothing is chosen. */
export function displayOfSurface(colour: string, surface: Surface) {
  const schema = z
    .strictObject({
      ...displayMembers(colour),
      /** Surface that the entity shows; left out, that of its kind. */
      surface: z
        .enum(surfaces)
        .meta({
          label: 'viewport material',
          absent: surface,
          help: 'Material that the object is drawn with in the viewport and in pictures. It does not affect the simulation.',
        })
        .optional(),
      /** Roughness of the surface, 0 to 1; left out, that which `surface` has. */
      roughness: z
        .number()
        .min(0)
        .max(1)
        .meta({
          label: 'roughness',
          unit: '',
          unset: 'as the material',
          help: 'Roughness of the drawn surface: 0 is a mirror, 1 is matte.',
        })
        .optional(),
    })
    .prefault({});
  return display(schema);
}

/** How a liquid is shown. */
export function displayOfLiquid(colour: string) {
  const schema = z
    .strictObject({
      ...displayMembers(colour),
      /** Turbidity of the liquid; left out, that of clear water in a box of its size. */
      turbidity: z
        .number()
        .min(0)
        .max(20)
        .meta({
          label: 'turbidity',
          unit: '',
          unset: 'clear water',
          help: 'How much the liquid takes on its colour and hides objects with depth. 0 is transparent, 1 is clear water in a box of this size, 5 is murky.',
        })
        .optional(),
      /** How the tank is shown; left out, it is hidden. */
      tank: z
        .enum(['hidden', 'edges', 'glass'])
        .meta({
          label: 'tank',
          absent: 'hidden',
          help: 'Drawing of the closed walls of the liquid box: hidden, as edges, or as panes of glass with edges.',
        })
        .optional(),
    })
    .prefault({});
  return display(schema);
}

/** Velocity of the whole body at the first frame, m/s. */
export const initialVelocity = vector(
  { unit: 'm/s', label: 'initial velocity', help: 'Velocity of the whole body at the first frame.' },
  [0, 0, 0],
);
/** Angular velocity of the whole body at the first frame, rad/s. */
export const initialAngularVelocity = vector(
  {
    unit: 'rad/s',
    label: 'initial angular velocity',
    help: 'Angular velocity about the centre of mass at the first frame, around the world axes.',
  },
  [0, 0, 0],
);

/** Members that every entity has. */
export const entityCommon = {
  id: entityId,
  name: display(z.string().max(200).default('')),
  /** A disabled entity takes no part in the simulation. */
  enabled: z.boolean().default(true),
  display: displayWith('#c8ccd4'),
};

const position = { unit: 'm', label: 'position', help: 'Position of the origin of the object.' };
const rotation = {
  unit: 'rad',
  label: 'rotation',
  help: 'Rotation about the world axes x, then y, then z. Keyed rotations may exceed a full turn.',
};
const scaleInfo = {
  unit: '',
  label: 'scale',
  help: 'Scale factor along each axis, applied before the rotation.',
  min: 1e-6,
  max: 1e6,
};

/** x_world = R x_local + position with R = Rz Ry Rx, Euler angles in radians, each component keyable. */
export const keyedTransform = z
  .strictObject({
    position: keyableVector(position, [0, 0, 0]),
    rotation: keyableVector(rotation, [0, 0, 0]),
  })
  .prefault({});
export type KeyedTransform = z.output<typeof keyedTransform>;

/** x_world = R diag(scale) x_local + position: where something starts. */
export const placement = z
  .strictObject({
    position: marked(vector(position, [0, 0, 0]), { geometry: 'place' }),
    rotation: marked(vector(rotation, [0, 0, 0]), { geometry: 'place' }),
    scale: marked(vector(scaleInfo, [1, 1, 1]), { geometry: 'shape' }),
  })
  .prefault({});

/** A definition from a registry and its parameters; the parameters are checked against that definition. */
export const registeredChoice = {
  type: z.string().min(1).max(64),
  params: z.record(z.string(), z.json()).default({}),
};
