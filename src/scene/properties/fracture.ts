import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyable } from '../keyable.ts';
import { paintedField } from '../paintedField.ts';
import { switched } from '../marks.ts';

/** How a solid of tetrahedra tears. */
export const fracture = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'tearing',
      help: 'Lets the solid tear where it is stretched too far: its surface splits, and new faces close the opening.',
    }),
    measure: z.enum(['stretch', 'plastic strain', 'stress']).default('stretch').meta({
      label: 'tear criterion',
      help: 'Quantity that tears an element when it exceeds the breaking value: its stretch, its plastic strain while it is under tension, or its tensile stress.',
    }),
    strain: quantity({
      unit: '',
      label: 'breaking strain',
      help: 'Largest logarithmic strain of an element: 0.4 tears at one and a half times the length. It applies to the criteria stretch and plastic strain.',
      symbol: 'eps_b',
      min: 1e-4,
      max: 10,
      softMin: 0.05,
      softMax: 1.5,
      default: 0.4,
    }),
    stress: quantity({
      unit: 'Pa',
      label: 'breaking stress',
      help: 'Largest tensile stress of an element. It applies to the criterion stress.',
      symbol: 'sigma_b',
      min: 1e-3,
      max: 1e13,
      default: 2e4,
    }),
    toughness: keyable({
      unit: '',
      label: 'toughness',
      help: 'Multiplies the breaking strain or stress. Key it down to let the solid tear from a certain frame on.',
      min: 0,
      max: 1e6,
      softMax: 2,
      default: 1,
    }),
    /** Multiplies the toughness, painted on the solid: paint low where it shall tear. */
    paintedToughness: paintedField(1, 'painted toughness').optional(),
    tipWeakness: quantity({
      unit: '',
      label: 'crack tip weakening',
      help: 'Divides the breaking strain or stress ahead of a crack. Larger values let a crack grow further before another starts.',
      min: 1,
      max: 100,
      softMax: 4,
      default: 1.5,
    }),
    variation: quantity({
      unit: '',
      label: 'strength variation',
      help: 'Random variation of the strength of elements: 0.1 is ten percent up or down.',
      min: 0,
      max: 0.9,
      softMax: 0.5,
      default: 0.1,
    }),
    seed: z.int().min(0).max(0xffffffff).default(1).meta({
      label: 'random seed',
      help: 'Seed of the strength variation. With another seed cracks start elsewhere.',
    }),
    roughness: quantity({
      unit: '',
      label: 'crack roughness',
      help: 'Height of the bumps on torn faces, in edge lengths of the elements. 0 is a clean cut.',
      min: 0,
      max: 2,
      softMax: 1,
      default: 0.4,
    }),
    spacing: quantity({
      unit: '',
      label: 'crack spacing',
      help: 'Smallest distance between the start of a new crack and other cracks, in edge lengths of the elements.',
      min: 0,
      max: 1000,
      softMax: 10,
      default: 3,
    }),
    smallestPiece: quantity({
      unit: '',
      label: 'minimum piece',
      help: 'Smallest piece that may come off, as a share of the volume of the solid. Cracks that would leave a smaller piece do not start.',
      min: 0,
      max: 0.5,
      softMax: 0.2,
      default: 0.01,
    }),
    maxCracks: z.int().min(1).max(1000).default(16).meta({
      label: 'maximum cracks',
      help: 'Largest number of cracks that may start over the whole shot.',
    }),
  }),
);
export type Fracture = z.output<typeof fracture>;
