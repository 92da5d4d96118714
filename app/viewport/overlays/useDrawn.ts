import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useSession, type Session } from '../../session/Session.ts';
import { viewportHandle, type ViewportHandle } from '../viewportHandle.ts';
import { viewportStore, type ViewportState } from '../viewportState.ts';

/** Part of the viewport's own state. */
export const useViewport = <T>(select: (state: ViewportState) => T): T => useStore(viewportStore(useSession()), select);

/** Calls back after every picture: for what lies over it and moves with it. Never through React's state. */
export function useDrawn(drawn: (handle: ViewportHandle) => void): void {
  const session = useSession();
  const handle = useStore(viewportHandle(session));
  useEffect(() => {
    if (handle === undefined) return undefined;
    const call = (): void => drawn(handle);
    call();
    return handle.engine.onDrawn(call);
  }, [handle, drawn]);
}

/** Calls back, at most once per picture, when something changed that numbers over the viewport tell of. */
export function useLive(session: Session, update: () => void): void {
  useEffect(() => {
    let request = 0;
    const soon = (): void => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(update);
    };
    update();
    const ends = [
      session.frameSource.store.subscribe(soon),
      session.frames.subscribe(soon),
      session.selection.subscribe(soon),
      session.document.store.subscribe(soon),
      session.timeline.subscribe(soon),
      session.view.subscribe(soon),
      viewportStore(session).subscribe(soon),
    ];
    return () => {
      cancelAnimationFrame(request);
      for (const end of ends) end();
    };
  }, [session, update]);
}
