import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { usePreferences, useSession, type Session } from '../session/Session.ts';
import { chordOf, keyLabel, type KeyPress } from './chords.ts';
import { commandEnabled, commandOf, commandsNow, runCommand } from './Command.ts';
import { createKeymap, type Keymap } from './keymap.ts';

/** Elements that move their own selection with the arrow keys, Home and End. */
const MOVES_BY_ARROWS =
  '[role=tree], [role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=tablist], [role=grid], [role=slider], [role=group] [role=radio], select';
const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);
const PRESSES = new Set(['Space', 'Enter', 'NumpadEnter']);

/**
 * Whether a key belongs to the element that has the focus: letters to a text field, arrows to a list, Space and Enter to a button that was
 * reached by keyboard. A button that was merely clicked leaves Space to playback.
 */
function keepsKey(event: Pick<KeyboardEvent, 'target' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const { target, code } = event;
  if (!(target instanceof HTMLElement)) return false;
  const withModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (isTextField(target)) return !withModifier ? !/^F\d/.test(code) : editsText(code, target);
  if (withModifier) return false;
  // A panel that is laid over the window gets what is typed in it; function keys are the window's.
  if (target.closest('[role=dialog]') !== null) return !/^F\d/.test(code);
  if (ARROWS.has(code)) return target.closest(MOVES_BY_ARROWS) !== null;
  if (PRESSES.has(code))
    return target.matches('button, a, [role=button], [role=menuitem], summary') && target.matches(':focus-visible');
  return false;
}

function isTextField(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'range', 'button', 'color'].includes(element.type);
  return element instanceof HTMLTextAreaElement || element.isContentEditable;
}

/** Copying and pasting inside a field is the field's, and undoing while something is typed in it that does not count yet (`data-typing`). */
function editsText(code: string, field: HTMLElement): boolean {
  if (code === 'KeyZ' || code === 'KeyY') return field.dataset['typing'] !== 'false';
  return ['KeyA', 'KeyC', 'KeyV', 'KeyX', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Backspace', 'Delete'].includes(
    code,
  );
}

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
