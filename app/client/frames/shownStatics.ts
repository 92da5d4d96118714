import type { FrameSourceState } from '../FrameSource.ts';
import type { DisplayBodyStatics } from './DisplayStatics.ts';

/** The bodies of a shot as its shown frame has them: those that are torn with the elements and the surface that they have there. */
export function shownStatics({
  statics,
  shown,
}: Pick<FrameSourceState, 'statics' | 'shown'>): readonly DisplayBodyStatics[] {
  const bodies = statics?.bodies ?? [];
  if (shown?.bodies.some(({ torn }) => torn !== undefined) !== true) return bodies;
  return bodies.map((body) => shown.bodies.find(({ id }) => id === body.id)?.torn?.statics ?? body);
}
