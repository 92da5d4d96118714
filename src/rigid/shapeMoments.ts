import { assert } from '../base/errors.ts';
import type { ContactShape } from './ContactShape.ts';
import { capsuleMoments, volumeMoments, type VolumeMoments } from './massProperties.ts';

/** Returns the moments of a shape that has an end: exact for balls and capsules, else of its closed surface. */
export function shapeMoments({ core, surface }: ContactShape): VolumeMoments {
  if (core !== undefined) return capsuleMoments(core.radius, 2 * core.halfLength);
  assert(surface !== undefined, 'what has no end has no mass', {});
  return volumeMoments(surface);
}
