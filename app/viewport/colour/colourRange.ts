import type { Session } from '../../state/Session.ts';
import type { Limits } from './colourLimits.ts';

/** Least and greatest number of the chosen colouring over all bodies of the shown frame; undefined while another is shown. */
export function colourRange(
  { frameSource, view }: Pick<Session, 'frameSource' | 'view'>,
  which: 'range' | 'typicalRange' = 'range',
): Limits | undefined {
  const { shown } = frameSource.store.getState();
  if (shown?.colouring !== view.getState().colouring) return undefined;
  let low = Infinity;
  let high = -Infinity;
  for (const { colour } of shown.bodies) {
    if (colour === undefined) continue;
    low = Math.min(low, colour[which][0]);
    high = Math.max(high, colour[which][1]);
  }
  return low <= high ? [low, high] : undefined;
}
