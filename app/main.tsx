import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { openEndpoint } from './client/openEndpoint.ts';
import { createSession, SessionContext } from './state/Session.ts';
import './ui/base.css';

const session = createSession(openEndpoint);
void session.connection.connect();

createRoot(document.getElementById('root')!).render(
  <SessionContext value={session}>
    <App />
  </SessionContext>,
);
