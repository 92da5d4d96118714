import { useEffect, useState } from 'react';
import { useSession } from '../session/Session.ts';

/** Milliseconds between two values while the shot plays: readable, and no work for every frame. */
const PLAYING_INTERVAL = 250;

/** The frame of the playhead for what shows a value at it; `following` false: it does not matter, and nothing is subscribed. */
export function usePlayhead(following: boolean): number {
  const { timeline } = useSession();
  const [frame, setFrame] = useState(() => timeline.getState().frame);
  useEffect(() => {
    if (!following) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      setFrame(timeline.getState().frame);
    };
    show();
    const unsubscribe = timeline.subscribe(({ frame: now, playing }, before) => {
      if (now === before.frame && playing === before.playing) return;
      if (playing) timer ??= setTimeout(show, PLAYING_INTERVAL);
      else {
        clearTimeout(timer);
        show();
      }
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [timeline, following]);
  return frame;
}
