import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { keyable } from '../keyable.ts';
import { animationMatching } from './animationMatching.ts';
import { marked } from '../marks.ts';
import { paintedField } from '../paintedField.ts';
import { fileReference, fileUnits, referenceTo, registeredChoice } from './common.ts';

/** Steps that a goal may be sculpted in. */
const MOST_STEPS = 32;

const ofGoalShapes = { definition: { of: 'goalShapes', by: 'type' } } as const;

/**
 * What the body is to become: its rest shape deformed by one registered formula or several in turn, pressed against a collider, a mesh with the vertices of
 * its source, or what an animation is at each frame.
 */
const goalShape = z.discriminatedUnion('kind', [
  marked(z.strictObject({ kind: z.literal('registered'), ...registeredChoice }), ofGoalShapes),
  z.strictObject({
    kind: z.literal('sculpted'),
    /** Each deforms what the one before it has left. */
    steps: z
      .array(marked(z.strictObject(registeredChoice), ofGoalShapes))
      .min(1, 'a sculpted goal needs a step')
      .max(MOST_STEPS),
  }),
  z.strictObject({
    kind: z.literal('pressed'),
    /** The collider that is pressed into the body as it moves from the first frame to `frame`; others are obstacles that stay as at the first frame. */
    collider: referenceTo('collider'),
    frame: wholeNumber({
      unit: '',
      label: 'imprint frame',
      help: 'Frame up to which the motion of the collider deforms the goal. The solid starts from its pose at the first frame, and all other colliders stay where they are then.',
      min: -1_000_000,
      max: 1_000_000,
      default: 1,
    }),
    reach: quantity({
      unit: '',
      label: 'falloff distance',
      help: 'Distance around the contact over which the solid deforms, as a share of its size. Small values leave local marks; from 1 on the whole solid deforms.',
      min: 0.01,
      max: 100,
      softMin: 0.05,
      softMax: 2,
      default: 0.5,
    }),
  }),
  z.strictObject({ kind: z.literal('file'), ...fileReference.shape, ...fileUnits }),
  z.strictObject({
    kind: z.literal('animation'),
    /** The animation whose shape at each frame is the goal of that frame. */
    animation: referenceTo('importedAnimation'),
    matching: animationMatching,
  }),
]);

const goal = z.strictObject({
  shape: goalShape.default({ kind: 'registered', type: 'stretch', params: {} }),
  strength: quantity({
    unit: '',
    label: 'goal strength',
    help: 'Resistance to plastic flow away from the goal: 0 allows any shape, 0.5 doubles the yield strain, 1 allows flow to the goal only.',
    symbol: 's',
    min: 0,
    max: 1,
    default: 0.5,
  }),
  /** Multiplies the strength, painted on the solid. */
  paintedStrength: paintedField(1, 'painted goal strength').optional(),
  smoothing: wholeNumber({
    unit: 'passes',
    label: 'goal smoothing',
    help: 'Number of passes that average the deformation of the goal over neighbouring elements. Increase it for goals that are noisy or inverted in places.',
    min: 0,
    max: 100,
    softMax: 10,
    default: 0,
  }),
  guidance: quantity({
    unit: '',
    label: 'goal guidance',
    help: 'Additional flow straight to the goal per unit of plastic flow. 0 only prevents flow away from the goal.',
    symbol: 'kappa',
    min: 0,
    max: 10,
    softMax: 1,
    default: 0.5,
  }),
  pull: keyable({
    unit: '1/s',
    label: 'goal attraction',
    help: 'Rate at which the solid moves to the goal without any force, in halvings of the distance per second: 2 halves it in 0.5 s. It also removes dents; 0 turns it off.',
    min: 0,
    max: 1000,
    softMax: 10,
    default: 0,
  }),
});

const LARGEST_STRETCH_LIMIT = 20;

/** The stretch limit, to a tenth, at which an element may stretch so far; undefined beyond the largest that there is. */
export function stretchLimitFor(stretch: number): number | undefined {
  const enough = Math.ceil(10 * stretch) / 10;
  return enough > LARGEST_STRETCH_LIMIT ? undefined : enough;
}

/** How a solid deforms plastically. */
export const plasticity = marked(
  z.strictObject({
    /** Registered yield law. */
    law: registeredChoice.type.default('log-strain'),
    params: registeredChoice.params,
    stretchLimit: quantity({
      unit: '',
      label: 'stretch limit',
      help: 'Largest plastic stretch of an element; the largest compression is its inverse. Larger values need shorter substeps.',
      symbol: 'r',
      min: 1.05,
      max: LARGEST_STRETCH_LIMIT,
      softMin: 2,
      softMax: 8,
      default: 4,
    }),
    goal: goal.optional(),
  }),
  { definition: { of: 'yieldLaws', by: 'law' } },
);
export type Plasticity = z.output<typeof plasticity>;
