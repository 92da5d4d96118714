import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { fileReference, fileUnits } from './common.ts';

const length = (label: string, help: string, value: number) =>
  quantity({ unit: 'm', label, help, min: 1e-5, max: 1e5, default: value });
const edge = length(
  'edge length',
  'Target edge length of the triangles. Half the length gives four times as many.',
  0.02,
);

/** A flat sheet, seen from above; its grain runs along x. */
const sheet = z.strictObject({
  shape: z.literal('sheet'),
  width: length('width', 'Size along x.', 1),
  depth: length('depth', 'Size along z.', 1),
  edge,
  waves: quantity({
    unit: 'm',
    label: 'wave height',
    help: 'Height of gentle waves in the sheet at the first frame. A flat sheet that is compressed from its sides does not fold without them.',
    min: 0,
    max: 1e3,
    softMax: 0.05,
    default: 0,
  }),
});

/** An open tube about the x axis. */
const tube = z.strictObject({
  shape: z.literal('tube'),
  radius: length('radius', 'Radius of the tube, whose axis is x.', 0.1),
  length: length('length', 'Length along the axis.', 0.4),
  edge,
});

/** The upper half of a torus about the y axis, open below. */
const halfTorus = z.strictObject({
  shape: z.literal('half-torus'),
  majorRadius: length('major radius', 'Distance from the centre of the ring to the middle of its tube.', 0.3),
  minorRadius: length('minor radius', 'Radius of the tube.', 0.12),
  edge,
});

/** A closed ball. */
const ball = z.strictObject({
  shape: z.literal('ball'),
  radius: length('radius', 'Radius of the ball.', 0.2),
  edge,
});

/** Source of a cloth's shape. Metres, Y up, about the entity's origin. */
export const clothSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), ...fileReference.shape, ...fileUnits }),
  z.strictObject({
    kind: z.literal('procedural'),
    form: z.discriminatedUnion('shape', [sheet, tube, halfTorus, ball]),
  }),
]);
export type ClothForm = Extract<z.output<typeof clothSource>, { kind: 'procedural' }>['form'];

export type ClothShape = 'sheet' | 'tube' | 'half-torus' | 'ball';
/** The forms that a new cloth may have, as menus list them. */
export const clothForms: readonly { readonly shape: ClothShape; readonly label: string }[] = [
  { shape: 'sheet', label: 'Sheet of cloth' },
  { shape: 'tube', label: 'Tube of cloth' },
  { shape: 'half-torus', label: 'Half-torus shell' },
  { shape: 'ball', label: 'Balloon' },
];
