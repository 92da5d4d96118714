import { useEffect, useMemo } from 'react';
import type { Session } from './Session.ts';

/** ms between two writings of a number while the shot plays: nobody reads faster, and each has the browser paint anew. */
const PACE = 100;

/** `write`, made to write at once while the shot stands and at most ten times a second while it plays. */
export function paceNumbers({ timeline }: Session, write: () => void): () => void {
  let written = -Infinity;
  return () => {
    const now = performance.now();
    if (timeline.getState().playing && now - written < PACE) return;
    written = now;
    write();
  };
}

/** Paces `write` as `paceNumbers` does, for a component, and calls it once more when playback stops. */
export function usePacedNumbers(session: Session, write: () => void): () => void {
  useEffect(
    () =>
      session.timeline.subscribe((now, before) => {
        if (before.playing && !now.playing) write();
      }),
    [session, write],
  );
  return useMemo(() => paceNumbers(session, write), [session, write]);
}
