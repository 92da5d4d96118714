import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { usePreferences, useSession, type Session } from '../session/Session.ts';
import { chordOf, keyLabel, type KeyPress } from './chords.ts';
import { commandEnabled, commandOf, commandsNow, runCommand } from './Command.ts';
import { createKeymap, type Keymap } from './keymap.ts';
import { keepsKey } from './keepsKey.ts';

/** Whether keys are those of a Mac. */
export const onMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);

/** The keymap as the preferences have it. */
export function useKeymap(): Keymap {
  const preset = usePreferences((state) => state.navigation);
  const overrides = usePreferences((state) => state.keys);
  const session = useSession();
  const statics = useStore(session.frameSource.store, (state) => state.statics);
  return useMemo(() => createKeymap(commandsNow(session), preset, overrides), [preset, overrides, session, statics]);
}

/** The first keys of a command as they are written: for tooltips and menus. */
export function useKeyLabel(): (id: string) => string {
  const keymap = useKeymap();
  return useMemo(() => (id: string) => keyLabel(keymap.keysOf(id)[0], onMac), [keymap]);
}

/** Runs what a key press asks for. Gives whether something was. */
export function pressKey(session: Session, keymap: Keymap, press: KeyPress): boolean {
  const chord = chordOf(press, onMac);
  if (chord === undefined) return false;
  for (const id of keymap.commandsOf(chord)) {
    const command = commandOf(session, id);
    if (command === undefined || commandEnabled(session, command) !== true) continue;
    runCommand(session, id);
    return true;
  }
  return false;
}

/** Listens to the keyboard of the window. */
export function useCommandKeys(): void {
  const session = useSession();
  const keymap = useKeymap();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || keepsKey(event)) return;
      if (pressKey(session, keymap, event)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [session, keymap]);
}
