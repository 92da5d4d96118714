import { z } from 'zod';
import { keyable, keyableVector } from '../keyable.ts';
import { display } from '../marks.ts';
import { entityCommon } from '../properties/common.ts';
import type { KindDefinition } from '../Kinds.ts';
import { newEntity } from '../newEntity.ts';
import type { Named } from '../uniqueNames.ts';

/** A viewpoint. Display only: no key of any frame depends on it. */
export const camera = display(
  z.strictObject({
    kind: z.literal('camera'),
    ...entityCommon,
    position: keyableVector({ unit: 'm', label: 'position', help: 'Position of the camera.' }, [3, 2, 4]),
    target: keyableVector({ unit: 'm', label: 'target', help: 'Point that the camera looks at.' }, [0, 0.5, 0]),
    verticalFieldOfView: keyable({
      unit: 'rad',
      label: 'vertical field of view',
      help: 'Angle between the bottom and the top of the picture. Larger values show more.',
      min: 0.01,
      max: 3,
      default: 0.7,
    }),
  }),
);

declare module '../Kinds.ts' {
  interface KindMap {
    camera: typeof camera;
  }
}

export type Camera = z.output<typeof camera>;

type Triple = readonly [number, number, number];

/** A camera; with `view` it stands and looks as the viewport does. */
export function newCamera(
  entities: Named,
  view: { readonly position?: Triple; readonly target?: Triple; readonly verticalFieldOfView?: number } = {},
): Camera {
  return newEntity(camera, entities, 'Camera', { ...view });
}

const definition: KindDefinition<'camera'> = {
  type: 'camera',
  label: 'camera',
  plural: 'cameras',
  schema: camera,
  create: (entities) => newCamera(entities),
  view: ({ position, target, verticalFieldOfView }) => ({ position, target, verticalFieldOfView }),
};

export default definition;
