import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyable } from '../keyable.ts';
import { paintedField } from '../paintedField.ts';
import { switched } from '../marks.ts';

/** How a solid of tetrahedra tears. */
export const fracture = switched(
  z.strictObject({
    enabled: z.boolean().default(false).meta({
      label: 'tears',
      help: 'The solid tears where it is pulled too far: its surface splits, and the inside that is laid open closes with faces of its own.',
    }),
    measure: z.enum(['stretch', 'plastic strain', 'stress']).default('stretch').meta({
      label: 'measure',
      help: 'What tears an element: how far it is stretched, how far it has flowed for good while it is pulled, or the stress that pulls at it.',
    }),
    strain: quantity({
      unit: '',
      label: 'breaking strain',
      help: 'Largest logarithmic strain that holds: 0.4 tears at one and a half times the length. Read where the measure is stretch or plastic strain.',
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
      help: 'Largest pull per area that holds. Read where the measure is stress.',
      symbol: 'sigma_b',
      min: 1e-3,
      max: 1e13,
      default: 2e4,
    }),
    toughness: keyable({
      unit: '',
      label: 'toughness',
      help: 'Multiplies the breaking strain or stress. Key it down to let a solid go at a certain frame.',
      min: 0,
      max: 1e6,
      softMax: 2,
      default: 1,
    }),
    /** Multiplies the toughness, painted on the solid: paint low where it shall tear. */
    paintedToughness: paintedField(1, 'painted toughness').optional(),
    tipWeakness: quantity({
      unit: '',
      label: 'weakness of the tip',
      help: 'Ahead of a crack the solid holds this many times less, so that a crack runs on rather than another starts.',
      min: 1,
      max: 100,
      softMax: 4,
      default: 1.5,
    }),
    variation: quantity({
      unit: '',
      label: 'variation',
      help: 'How much elements differ in strength, at random: 0.1 is ten percent up or down.',
      min: 0,
      max: 0.9,
      softMax: 0.5,
      default: 0.1,
    }),
    seed: z.int().min(0).max(0xffffffff).default(1).meta({
      label: 'seed',
      help: 'Another number is another material with the same strength: cracks start elsewhere.',
    }),
    roughness: quantity({
      unit: '',
      label: 'roughness',
      help: 'Height of the bumps of a torn face, in lengths of an element. 0 is a clean cut.',
      min: 0,
      max: 2,
      softMax: 1,
      default: 0.4,
    }),
    spacing: quantity({
      unit: '',
      label: 'distance of cracks',
      help: 'A new crack starts no nearer to another than this many lengths of an element.',
      min: 0,
      max: 1000,
      softMax: 10,
      default: 3,
    }),
    smallestPiece: quantity({
      unit: '',
      label: 'smallest piece',
      help: 'A crack that would leave a piece with less than this share of the volume does not start.',
      min: 0,
      max: 0.5,
      softMax: 0.2,
      default: 0.01,
    }),
    maxCracks: z.int().min(1).max(1000).default(16).meta({
      label: 'most cracks',
      help: 'No more cracks start than this, over the whole shot.',
    }),
  }),
);
export type Fracture = z.output<typeof fracture>;
