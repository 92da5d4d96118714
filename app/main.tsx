import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { LocalHostRestart } from './client/LocalHostRestart.ts';
import { bridge, openEndpoint } from './client/openEndpoint.ts';
import { connectElectron } from './shell/electronShell.ts';
import { startSession } from './shell/startSession.ts';
import { createSession, SessionContext, type Session } from './session/Session.ts';
import type { Preferences } from './state/preferences.ts';
import { showTheme } from './ui/theme.ts';
import { setLengthUnit } from './units/lengthUnit.ts';

const session = createSession(openEndpoint, bridge === undefined ? new LocalHostRestart() : undefined);
if (bridge !== undefined) connectElectron(session, bridge);
applyPreferences(session, document.documentElement);
startSession(session, window);

createRoot(document.getElementById('root')!).render(
  <SessionContext value={session}>
    <App />
  </SessionContext>,
);

/** Keeps what is neither in a store nor in a component as the preferences say: theme, scale, units, motion. */
function applyPreferences({ preferences }: Pick<Session, 'preferences'>, root: HTMLElement): void {
  const systemIsLight = matchMedia('(prefers-color-scheme: light)');
  const apply = ({ theme, uiScale, lengthUnit, reducedMotion }: Preferences): void => {
    showTheme(root, theme === 'system' ? (systemIsLight.matches ? 'light' : 'dark') : theme);
    bridge?.setScale(uiScale / 100);
    setLengthUnit(lengthUnit);
    root.toggleAttribute('data-reduced-motion', reducedMotion);
  };
  const present = (): void => apply(preferences.store.getState());
  present();
  preferences.store.subscribe(apply);
  systemIsLight.addEventListener('change', present);
}
