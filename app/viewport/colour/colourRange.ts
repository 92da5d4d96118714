import type { FrameSource } from '../../client/FrameSource.ts';
import type { Session } from '../../session/Session.ts';
import type { Limits } from '../../../src/frames/colours/colourLimits.ts';

/** Least and greatest number of the chosen colouring over all streams of the shown frame; undefined while another is shown. */
export function colourRange(
  { frameSource, view }: { readonly frameSource: Pick<FrameSource, 'store'> } & Pick<Session, 'view'>,
  which: 'range' | 'typicalRange' = 'range',
): Limits | undefined {
  const { shown } = frameSource.store.getState();
  if (shown?.colouring !== view.getState().colouring) return undefined;
  let low = Infinity;
  let high = -Infinity;
  for (const stream of shown.streams) {
    const colour = stream.type === 'transform' ? undefined : stream.colour;
    if (colour === undefined) continue;
    low = Math.min(low, colour[which][0]);
    high = Math.max(high, colour[which][1]);
  }
  return low <= high ? [low, high] : undefined;
}

/** What lies in either range. */
export function joinedRange(a: Limits | undefined, b: Limits | undefined): Limits | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}
