import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { fileReference, fileUnits } from './common.ts';

const length = (label: string, help: string, value: number) =>
  quantity({ unit: 'm', label, help, min: 1e-6, max: 1e6, default: value });
const count = (label: string, help: string, value: number, max: number) =>
  quantity({ unit: '', label, help, min: 3, max, default: value });

const edgeLength = z.number().min(1e-6).max(1e6);
/** Full edge lengths of what is centred on the origin. */
const edges = z
  .tuple([edgeLength, edgeLength, edgeLength])
  .default([1, 1, 1])
  .meta({
    vector: { unit: 'm', label: 'size', help: 'Full edge lengths, centred on the origin.', min: 1e-6, max: 1e6 },
  });

const torus = z.strictObject({
  shape: z.literal('torus'),
  majorRadius: length('major radius', 'Distance from the centre of the ring to the middle of its tube.', 0.5),
  minorRadius: length('minor radius', 'Radius of the tube.', 0.2),
  majorSegments: count('ring segments', 'Number of faces around the ring.', 96, 4096),
  minorSegments: count('tube segments', 'Number of faces around the tube.', 48, 4096),
});

const sphere = z.strictObject({
  shape: z.literal('sphere'),
  radius: length('radius', 'Radius of the sphere.', 0.5),
  segments: count('segments', 'Number of faces around the equator; half as many lie between the poles.', 64, 4096),
});

const box = z.strictObject({
  shape: z.literal('box'),
  size: edges,
});

const cylinder = z.strictObject({
  shape: z.literal('cylinder'),
  radius: length('radius', 'Radius of the cylinder, whose axis is y.', 0.5),
  height: length('height', 'Full height along y, centred on the origin.', 1),
  segments: count('segments', 'Number of faces around the axis.', 64, 4096),
});

/** One regular tetrahedron, centred on the origin, resting on a face: needs no meshing. */
const tet = z.strictObject({
  shape: z.literal('tet'),
  edge: length('edge', 'Length of the six edges.', 1),
});

const cellCount = z.int().min(1).max(512);

/** A box cut into a regular grid of cells, each six tetrahedra or one hexahedron: needs no meshing. */
const block = z.strictObject({
  shape: z.literal('block'),
  size: edges,
  cells: z
    .tuple([cellCount, cellCount, cellCount])
    .default([4, 4, 4])
    .meta({
      vector: {
        unit: '',
        label: 'cells',
        help: 'Number of cells along each axis. Each cell is six tetrahedra or one hexahedron.',
        min: 1,
        max: 512,
      },
    }),
  elements: z.enum(['tets', 'hexes']).default('tets').meta({
    label: 'elements',
    help: 'Type of the elements. Hexahedra bend more evenly with the same number of vertices.',
  }),
});

/** A ball with a cavity, of layers of triangular prisms of three tetrahedra each: needs no meshing. */
const hollowSphere = z.strictObject({
  shape: z.literal('hollow-sphere'),
  radius: length('radius', 'Outer radius of the ball.', 0.5),
  thickness: length('thickness', 'Thickness of the wall, less than the radius.', 0.1),
  segments: count('segments', 'Number of faces around the equator.', 48, 1024),
  layers: wholeNumber({
    unit: '',
    label: 'layers',
    help: 'Number of elements through the wall.',
    min: 1,
    max: 64,
    default: 1,
  }),
});

const thicknesses = (label: string, help: string) =>
  wholeNumber({ unit: '', label, help, min: 1, max: 16, default: 2 });

/** A T of square section, a crossbar along y and a stem along x, of cubes of six tetrahedra each: needs no meshing. */
const handle = z.strictObject({
  shape: z.literal('handle'),
  thickness: length('thickness', 'Side of the square section.', 0.04),
  arm: thicknesses('arm', 'Length of each arm of the crossbar beyond the stem, in thicknesses.'),
  stem: thicknesses('stem', 'Length of the stem beyond the crossbar, in thicknesses.'),
  cells: wholeNumber({
    unit: '',
    label: 'cells',
    help: 'Number of cells across the section.',
    min: 1,
    max: 16,
    default: 2,
  }),
});

/** A toy to try things on, about its middle, looking along x. */
const dinosaur = z.strictObject({
  shape: z.literal('dinosaur'),
  length: length('length', 'Length from the snout to the tip of the tail.', 1),
});

const fileSource = z.strictObject({ kind: z.literal('file'), ...fileReference.shape, ...fileUnits });
const proceduralSource = z.strictObject({
  kind: z.literal('procedural'),
  form: z.discriminatedUnion('shape', [torus, sphere, box, cylinder, tet, block, hollowSphere, handle, dinosaur]),
});

/** Source of a solid's shape. Metres, Y up, about the entity's origin. */
export const shapeSource = z.discriminatedUnion('kind', [fileSource, proceduralSource]);
export type ProceduralForm = z.output<typeof proceduralSource>['form'];

export type FormShape = ProceduralForm['shape'];
/** The forms that a new solid may have, as menus list them. */
export const formShapes: readonly { readonly shape: FormShape; readonly label: string }[] = [
  { shape: 'box', label: 'Box' },
  { shape: 'sphere', label: 'Sphere' },
  { shape: 'torus', label: 'Torus' },
  { shape: 'cylinder', label: 'Cylinder' },
  { shape: 'block', label: 'Block of cells' },
  { shape: 'tet', label: 'Tetrahedron' },
  { shape: 'hollow-sphere', label: 'Hollow sphere' },
  { shape: 'handle', label: 'T-shaped handle' },
  { shape: 'dinosaur', label: 'Toy dinosaur' },
];

/** A form with its default sizes. */
export function formOf(shape: FormShape): ProceduralForm {
  const source = shapeSource.parse(formSource(shape));
  if (source.kind !== 'procedural') throw new Error('a form became a file');
  return source.form;
}

/** The source of a shape that is a form with its default sizes. */
export function formSource(shape: FormShape) {
  return { kind: 'procedural', form: { shape } };
}

export function formLabel(shape: FormShape): string {
  return formShapes.find((form) => form.shape === shape)?.label ?? shape;
}
