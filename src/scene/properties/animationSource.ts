import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyFrame } from '../keyable.ts';
import { labelled, marked } from '../marks.ts';
import { fileReference, fileUnits } from './common.ts';

const length = (label: string, help: string, value: number) =>
  quantity({ unit: 'm', label, help, min: 1e-4, max: 1e3, default: value });

/** A closed limb that hangs down from its origin and bends towards x and back: what a shot moves before it has a file. */
const limb = z.strictObject({
  shape: z.literal('limb'),
  radius: length('radius', 'Radius of the limb and of its round ends.', 0.08),
  length: length('length', 'Length between the centres of its round ends.', 0.6),
  edge: length('edge length', 'Length of the edges of its triangles. Half the length gives four times as many.', 0.03),
  angle: quantity({
    unit: 'rad',
    label: 'bend angle',
    help: 'Angle by which the free end turns in the middle of each period; it is straight at the beginning.',
    min: -6,
    max: 6,
    default: 1.2,
  }),
  period: quantity({
    unit: 's',
    label: 'period',
    help: 'Time in which it bends and straightens once.',
    min: 1e-2,
    max: 1e3,
    softMax: 10,
    default: 2,
  }),
});
export type Limb = z.output<typeof limb>;

/** An object of a file of animated geometry. */
const file = z.strictObject({
  kind: z.literal('file'),
  path: marked(fileReference.shape.path, { linked: true }),
  /** Hash of all samples of the object: it shows that the file has changed. Frames depend on the samples that their intervals read. */
  sha256: marked(fileReference.shape.sha256, { inParts: true }),
  /** Name of the object in the file, with its parents: `/hero/heroShape`. */
  object: z.string().min(1).max(4096),
  ...fileUnits,
  /** Frame rate of formats that count frames and not seconds, frames per second; left out, what the file says, or 24. */
  framesPerSecond: z
    .number()
    .min(1e-3)
    .max(1e4)
    .meta({
      label: 'frames per second',
      unit: '1/s',
      unset: 'as the file',
      help: 'Frame rate of files that count frames and not seconds.',
    })
    .optional(),
  /** Name of the animation, for files that hold several; left out, the first. */
  clip: z.string().min(1).max(1000).optional(),
  keeps: labelled(z.enum(['seconds', 'frames']).default('seconds'), {
    label: 'keeps',
    help: 'What stays the same where the file and the shot have different frame rates: seconds keeps the speed of the motion, frames gives each frame of the file one frame of the shot.',
  }),
});
export type AnimationFile = z.output<typeof file>;

/** Source of animated geometry. */
export const animationSource = z.discriminatedUnion('kind', [
  file,
  z.strictObject({ kind: z.literal('procedural'), form: z.discriminatedUnion('shape', [limb]) }),
]);

/** What an animation does in the pre-roll of the shot. */
const preRoll = z
  .discriminatedUnion('kind', [
    /** It stands as at the first frame. */
    z.strictObject({ kind: z.literal('hold') }),
    /** It plays what its source has before the first frame. */
    z.strictObject({ kind: z.literal('play') }),
    /** It moves from its bind pose, in which it was dressed, to where it is at the first frame. */
    z.strictObject({
      kind: z.literal('from-bind-pose'),
      /** Frame of the shot at which the source has the bind pose; left out, its first sample is that. */
      frame: keyFrame
        .meta({
          label: 'bind frame',
          unset: 'first sample',
          help: 'Frame at which the animation has its bind pose, the pose that cloth and solids on it are modelled for. It may lie outside the range of the shot.',
        })
        .optional(),
    }),
  ])
  .default({ kind: 'hold' })
  .meta({
    label: 'in the pre-roll',
    help: 'Hold: stands as at the first frame. Play: plays what the file has before the first frame. From bind pose: begins in the pose that cloth on it was modelled for, and moves to that of the first frame. The pre-roll is set beside the frame range of the shot.',
  });

/** Which part of a source is read when. */
export const animationTiming = {
  startsAt: marked(
    z
      .int('a whole number is expected')
      .min(-1e6)
      .max(1e6)
      .default(1)
      .meta({ label: 'starts at', help: 'Frame of the shot at which the first sample of the animation lies.' }),
    { geometry: 'place' },
  ),
  speed: marked(
    quantity({
      unit: '%',
      label: 'speed',
      help: 'Speed of the animation: 50 plays it half as fast.',
      min: 1,
      max: 1000,
      softMax: 200,
      default: 100,
    }),
    { geometry: 'place' },
  ),
  preRoll: marked(preRoll, {
    geometry: 'place',
    counts: (value) => ((value as z.output<typeof preRoll>).kind === 'hold' ? undefined : value),
  }),
};
