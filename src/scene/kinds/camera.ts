import { z } from 'zod';
import { keyable, keyableVector } from '../keyable.ts';
import { display } from '../marks.ts';
import { entityCommon } from '../properties/common.ts';

/** A viewpoint. Display only: no key of any frame depends on it. */
export const camera = display(
  z.strictObject({
    kind: z.literal('camera'),
    ...entityCommon,
    position: keyableVector({ unit: 'm', label: 'position', help: 'Where the camera stands.' }, [3, 2, 4]),
    target: keyableVector({ unit: 'm', label: 'target', help: 'The point it looks at.' }, [0, 0.5, 0]),
    verticalFieldOfView: keyable({
      unit: 'rad',
      label: 'vertical field of view',
      help: 'Angle from the bottom to the top of the picture.',
      min: 0.01,
      max: 3,
      default: 0.7,
    }),
  }),
);
