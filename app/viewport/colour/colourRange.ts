import type { Session } from '../../state/Session.ts';
import type { Limits } from './colourLimits.ts';

/** Least and greatest number of the colouring over all bodies of the shown frame. */
export function colourRange({ frameSource }: Pick<Session, 'frameSource'>): Limits | undefined {
  const { shown } = frameSource.store.getState();
  let low = Infinity;
  let high = -Infinity;
  for (const { colour } of shown?.bodies ?? []) {
    if (colour === undefined) continue;
    low = Math.min(low, colour.range[0]);
    high = Math.max(high, colour.range[1]);
  }
  return low <= high ? [low, high] : undefined;
}
