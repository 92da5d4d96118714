import { bridge } from '../client/openEndpoint.ts';
import type { Preferences } from '../state/preferences.ts';
import type { Session } from '../session/Session.ts';
import { showTheme } from '../ui/theme.ts';
import { setLengthUnit } from '../units/lengthUnit.ts';

/** Keeps what is neither in a store nor in a component as the preferences say: theme, scale, units, motion. */
export function applyPreferences({ preferences }: Pick<Session, 'preferences'>, root: HTMLElement): void {
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
