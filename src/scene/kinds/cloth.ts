import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { keyable, vector } from '../keyable.ts';
import { marked, switched } from '../marks.ts';
import { anyContact } from '../properties/bodyContact.ts';
import {
  displayOfSurface,
  entityCommon,
  fileReference,
  fileUnits,
  placement,
  referenceTo,
} from '../properties/common.ts';
import { volumeConservation } from '../properties/volumeConservation.ts';

const length = (label: string, help: string, value: number) =>
  quantity({ unit: 'm', label, help, min: 1e-5, max: 1e5, default: value });
const edge = length('edge', 'Wanted length of the triangles: half of it gives four times as many.', 0.02);

/** A flat sheet, seen from above; its grain runs along x. */
const sheet = z.strictObject({
  shape: z.literal('sheet'),
  width: length('width', 'Along x.', 1),
  depth: length('depth', 'Along z.', 1),
  edge,
  waves: quantity({
    unit: 'm',
    label: 'waves',
    help: 'How high gentle waves of the sheet rise. Pushed together from its sides, a flat one knows no way to fold.',
    min: 0,
    max: 1e3,
    softMax: 0.05,
    default: 0,
  }),
});

/** An open tube about the x axis. */
const tube = z.strictObject({
  shape: z.literal('tube'),
  radius: length('radius', 'Radius; the axis is x.', 0.1),
  length: length('length', 'Along the axis.', 0.4),
  edge,
});

/** The upper half of a torus about the y axis, open below. */
const halfTorus = z.strictObject({
  shape: z.literal('half-torus'),
  majorRadius: length('major radius', 'From the centre to the middle of the tube.', 0.3),
  minorRadius: length('minor radius', 'Radius of the tube.', 0.12),
  edge,
});

/** A closed ball. */
const ball = z.strictObject({
  shape: z.literal('ball'),
  radius: length('radius', 'From the centre to the surface.', 0.2),
  edge,
});

/** Where the shape of a cloth comes from. Metres, Y up, about the entity's origin. */
export const clothSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), ...fileReference.shape, ...fileUnits }),
  z.strictObject({
    kind: z.literal('procedural'),
    form: z.discriminatedUnion('shape', [sheet, tube, halfTorus, ball]),
  }),
]);
export type ClothForm = Extract<z.output<typeof clothSource>, { kind: 'procedural' }>['form'];

const factor = (label: string, help: string) =>
  quantity({ unit: '', label, help, min: 0.01, max: 1000, softMax: 5, default: 1 });

const fabric = z.strictObject({
  areaDensity: quantity({
    unit: 'kg/m2',
    label: 'weight',
    help: 'Mass per area: silk 0.06, cotton 0.2, denim 0.4.',
    symbol: 'rho',
    min: 1e-4,
    max: 1e5,
    softMax: 2,
    default: 0.2,
  }),
  membraneStiffness: quantity({
    unit: 'N/m',
    label: 'stretch stiffness',
    help: 'Resistance to stretching in the plane. Below 200 cloth looks like rubber.',
    symbol: 'k',
    min: 1e-3,
    max: 1e9,
    softMin: 100,
    softMax: 5000,
    default: 500,
  }),
  poissonRatio: quantity({
    unit: '',
    label: "Poisson's ratio",
    help: 'How much it narrows when stretched.',
    symbol: 'nu',
    min: -0.9,
    max: 0.95,
    softMin: 0,
    softMax: 0.5,
    default: 0.3,
  }),
  bendingStiffness: quantity({
    unit: 'N m',
    label: 'bending stiffness',
    help: 'Resistance to folding: silk 2e-6, cotton 5e-5, denim 3e-4, sheet metal 0.1. Four times the flexural rigidity.',
    symbol: 'k_b',
    min: 0,
    max: 1e6,
    softMax: 1e-3,
    default: 5e-5,
  }),
  warp: factor('warp', 'Multiplies the stretch stiffness along the grain: x of the cloth as it lies at rest.'),
  weft: factor('weft', 'Multiplies the stretch stiffness across the grain.'),
  dampingTime: quantity({
    unit: 's',
    label: 'damping time',
    help: 'Viscous over elastic stress: longer is more sluggish and wrinkles less.',
    symbol: 'tau',
    min: 0,
    max: 10,
    softMax: 0.05,
    default: 0.002,
  }),
  thickness: quantity({
    unit: 'm',
    label: 'thickness',
    help: 'Distance that layers keep from each other, and half of it from colliders; between layers less where triangles are finer.',
    symbol: 'h',
    min: 1e-6,
    max: 1,
    softMax: 0.02,
    default: 0.003,
  }),
});

/** What a cloth meets beside colliders. */
const contact = marked(
  z.strictObject({
    self: z.boolean().default(true).meta({
      label: 'touches itself',
      help: 'Layers never pass through each other. Costs about as much again as the cloth itself.',
    }),
    others: z.boolean().default(false).meta({
      label: 'touches other bodies',
      help: 'Collides with every solid and cloth that has this on.',
    }),
    friction: quantity({
      unit: '',
      label: 'layer friction',
      help: 'Coulomb coefficient between two layers; against another body, the geometric mean of both counts.',
      symbol: 'mu',
      min: 0,
      max: 100,
      softMax: 1,
      default: 0.3,
    }),
  }),
  { counts: anyContact },
);

/** How a shell is bent and stretched for good. */
const shellPlasticity = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'keeps dents',
      help: 'Bends and shears beyond the yield strains stay for good; else it always springs back.',
    }),
    bendYield: quantity({
      unit: '',
      label: 'bend yield strain',
      help: 'Strain at its faces above which bends stay. Small dents easily; 0.2 % is soft metal.',
      symbol: 'epsilon_y',
      min: 0,
      max: 10,
      softMax: 0.05,
      default: 0.004,
    }),
    stretchYield: quantity({
      unit: '',
      label: 'stretch yield strain',
      help: 'Shear of the surface, as logarithmic strain, above which it stays sheared.',
      symbol: 'y_a',
      min: 0,
      max: 10,
      softMax: 0.2,
      default: 0.05,
    }),
    sheetThickness: quantity({
      unit: 'm',
      label: 'sheet thickness',
      help: 'Of the material: a thick sheet yields at wider bends.',
      symbol: 't',
      min: 1e-6,
      max: 1,
      softMax: 0.02,
      default: 0.004,
    }),
  }),
);
export type ShellPlasticity = z.output<typeof shellPlasticity>;

/** Keeps the area of a shell everywhere, or the volume that a closed one encloses. */
export const shellConservation = switched(
  volumeConservation.extend({
    enabled: z.boolean().default(false).meta({
      label: 'keep size',
      help: 'Keeps the area of every part of the surface, or what a closed surface holds inside, whatever pulls and presses.',
    }),
    keeps: z.enum(['area', 'enclosed']).default('area').meta({
      label: 'keeps',
      help: 'Area: drawn out one way, every part narrows the other way, as rubber or skin of even thickness. Enclosed: a balloon that loses nothing of its filling; it must be closed.',
    }),
  }),
);

/** A collider or a solid that tells which way the triangles on it should face. */
export const liesOn = z.strictObject({
  body: referenceTo('collider', 'solid'),
  distance: quantity({
    unit: 'm',
    label: 'reach',
    help: 'Triangles that lie at most so far from it at the first frame turn back when they face the other way, while they are within reach.',
    min: 1e-5,
    max: 1e3,
    softMax: 0.2,
    default: 0.02,
  }),
  touches: z.boolean().default(true).meta({
    label: 'meets it',
    help: 'Off, a collider is a guide alone: it tells which side is out, and the cloth may be pushed into it.',
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
  contact: contact.prefault({}),
  plasticity: shellPlasticity.prefault({}),
  /** What the cloth lies on, a skin on a body; left out, a triangle that is folded over has only turned. */
  liesOn: liesOn.optional(),
  /** Left out, its area and what it holds inside follow from its fabric alone. */
  volumeConservation: shellConservation.optional(),
  /** Multiplies elastic and damping forces. */
  strength: keyable({
    unit: '',
    label: 'strength',
    help: 'Multiplies the forces of stretching and bending: 0 is limp, 1 the fabric as given.',
    min: 0,
    max: 1e3,
    softMax: 1,
    default: 1,
  }),
  drag: keyable({
    unit: '1/s',
    label: 'air drag',
    help: 'Share of its velocity that it loses per second.',
    min: 0,
    max: 1e3,
    softMax: 2,
    default: 0.1,
  }),
  substeps: wholeNumber({
    unit: '',
    label: 'substeps',
    help: 'Steps per frame at least: 4 to drape, 8 to crumple, 32 to roll with friction.',
    min: 1,
    max: 1000,
    softMax: 32,
    default: 4,
  }),
  transform: placement,
  velocity: vector({ unit: 'm/s', label: 'velocity', help: 'Velocity at the first frame.' }, [0, 0, 0]),
  angularVelocity: vector(
    { unit: 'rad/s', label: 'angular velocity', help: 'Spin at the first frame about the centre of mass.' },
    [0, 0, 0],
  ),
});
export type Cloth = z.output<typeof cloth>;
