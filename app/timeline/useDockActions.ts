import { useEffect } from 'react';
import { useSession } from '../state/Session.ts';
import { dockOf, forgetShot } from './dockStore.ts';
import { setKeysAtPlayhead } from './keys/keyActions.ts';

/** Offers what commands leave to the dock, and forgets what belonged to another shot. */
export function useDockActions(): void {
  const session = useSession();
  useEffect(
    () =>
      session.panelActions.provide({
        setKey: () => setKeysAtPlayhead(session),
        showWhyStale: () => dockOf(session).setState({ explained: session.timeline.getState().frame }),
      }),
    [session],
  );
  useEffect(
    () =>
      session.document.store.subscribe((now, before) => {
        if (now.open?.scene.project !== before.open?.scene.project) forgetShot(dockOf(session));
      }),
    [session],
  );
}
