import { useEffect } from 'react';
import { useSession } from '../state/Session.ts';
import { dockOf } from './dockStore.ts';
import { setKeysAtPlayhead } from './keys/keyActions.ts';

/** Offers what commands leave to the dock. */
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
}
