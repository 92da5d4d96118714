import { z } from 'zod';
import { keyable, keyableVector, vector } from '../keyable.ts';
import { marked } from '../marks.ts';
import { closedShape } from '../properties/closedShape.ts';
import { displayWith, entityCommon, keyedTransform, referenceTo } from '../properties/common.ts';

const rate = (help: string, value: number) =>
  keyable({ unit: 'm3/s', label: 'rate', help, symbol: 'q', min: 0, max: 1e6, softMax: 0.1, default: value });

/** What a region does to its liquid. */
const role = z.discriminatedUnion('kind', [
  /** Liquid is there at the first frame. */
  z.strictObject({
    kind: z.literal('fill'),
    velocity: vector({ unit: 'm/s', label: 'velocity', help: 'Of the liquid at the first frame.' }, [0, 0, 0]),
  }),
  /** Liquid comes out of it. */
  z.strictObject({
    kind: z.literal('emit'),
    rate: rate(
      'Volume that comes out per second; 0 is shut. What does not fit into the region any more stays out.',
      0.01,
    ),
    velocity: keyableVector(
      { unit: 'm/s', label: 'velocity', help: 'With which the liquid comes out, in world axes.' },
      [0, -1, 0],
    ),
  }),
  /** Liquid in it is taken away. */
  z.strictObject({
    kind: z.literal('drain'),
    rate: rate('Volume that is taken away per second at most; 0 is shut.', 1),
  }),
]);
export type RegionRole = z.output<typeof role>;

/** A place where liquid starts, comes out or goes away. */
export const region = z.strictObject({
  kind: z.literal('region'),
  ...entityCommon,
  display: displayWith('#7fd0e8'),
  /** The liquid that it belongs to. */
  liquid: referenceTo('liquid'),
  role,
  shape: marked(closedShape, { geometry: 'shape' }),
  transform: keyedTransform,
});
export type Region = z.output<typeof region>;
