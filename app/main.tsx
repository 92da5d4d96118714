import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { LocalHostRestart } from './client/LocalHostRestart.ts';
import { bridge, openEndpoint } from './client/openEndpoint.ts';
import { applyPreferences } from './shell/applyPreferences.ts';
import { connectElectron } from './shell/electronShell.ts';
import { startSession } from './shell/startSession.ts';
import { createSession, SessionContext } from './session/Session.ts';
import './ui/base.css';

const session = createSession(openEndpoint, bridge === undefined ? new LocalHostRestart() : undefined);
if (bridge !== undefined) connectElectron(session, bridge);
applyPreferences(session, document.documentElement);
startSession(session, window);

createRoot(document.getElementById('root')!).render(
  <SessionContext value={session}>
    <App />
  </SessionContext>,
);
