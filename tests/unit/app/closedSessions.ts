import { afterEach, beforeEach, vi } from 'vitest';
import type { Session } from '../../../app/session/Session.ts';

/** A list for the sessions of a file's tests, which are closed after each; no frame of the screen comes meanwhile. */
export function closedSessions(): Session[] {
  const sessions: Session[] = [];
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
  });
  afterEach(() => {
    for (const session of sessions.splice(0)) session.connection.close();
    vi.unstubAllGlobals();
  });
  return sessions;
}
