import type { Preferences } from '../state/preferences.ts';
import type { Session } from '../state/Session.ts';
import { setLengthUnit } from '../units/lengthUnit.ts';

/** Keeps what is neither in a store nor in a component as the preferences say: units, motion. */
export function applyPreferences({ preferences }: Pick<Session, 'preferences'>, root: HTMLElement): void {
  const apply = ({ lengthUnit, reducedMotion }: Preferences): void => {
    setLengthUnit(lengthUnit);
    root.toggleAttribute('data-reduced-motion', reducedMotion);
  };
  apply(preferences.store.getState());
  preferences.store.subscribe(apply);
}
