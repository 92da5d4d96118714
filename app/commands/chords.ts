/** A key as pressed, with its modifiers in a fixed order: `$mod+Alt+Shift+KeyZ`. `$mod` is Ctrl, Cmd on macOS. */
export type Chord = string;

export interface KeyPress {
  /** `KeyboardEvent.code`: the place on the keyboard, whatever its layout writes there. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const MODIFIER_CODES = /^(Control|Shift|Alt|Meta)(Left|Right)$/;

/** The chord that was pressed; undefined for a modifier alone. */
export function chordOf({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress, mac: boolean): Chord | undefined {
  if (code === '' || MODIFIER_CODES.test(code)) return undefined;
  const mod = mac ? metaKey : ctrlKey;
  const other = mac ? ctrlKey : metaKey;
  const parts = [mod && '$mod', other && (mac ? 'Ctrl' : 'Meta'), altKey && 'Alt', shiftKey && 'Shift', keyOf(code)];
  return parts.filter(Boolean).join('+');
}

/** Returns the same chord with its modifiers in the fixed order. */
export function normalChord(chord: Chord): Chord {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const held = (name: string) => parts.slice(0, -1).includes(name) && name;
  return [held('$mod'), held('Ctrl'), held('Meta'), held('Alt'), held('Shift'), keyOf(key)].filter(Boolean).join('+');
}

/** Both Enter keys are one. */
function keyOf(code: string): string {
  return code === 'NumpadEnter' ? 'Enter' : code;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  Backspace: '⌫',
  Slash: '/',
  Period: '.',
  Comma: ',',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
};

/** Returns the chord as it is written beside a command: `Ctrl Shift P`, `⌘ ⇧ P`. */
export function keyLabel(chord: Chord | undefined, mac: boolean): string {
  if (chord === undefined) return '';
  const modifiers: Readonly<Record<string, string>> = mac
    ? { $mod: '⌘', Ctrl: '⌃', Meta: '⌘', Alt: '⌥', Shift: '⇧' }
    : { $mod: 'Ctrl', Ctrl: 'Ctrl', Meta: 'Win', Alt: 'Alt', Shift: 'Shift' };
  return chord
    .split('+')
    .map((part) => modifiers[part] ?? NAMES[part] ?? part.replace(/^(Key|Digit)/, '').replace(/^Numpad/, 'Num '))
    .join(' ');
}

/** Returns the chord as Electron writes it: `CmdOrCtrl+Shift+Z`; undefined for keys that it does not know. */
export function accelerator(chord: Chord): string | undefined {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const name = /^Key([A-Z])$/.exec(key)?.[1] ?? /^Digit(\d)$/.exec(key)?.[1] ?? ELECTRON_KEYS[key];
  if (name === undefined) return undefined;
  return [...parts.slice(0, -1).map((part) => (part === '$mod' ? 'CmdOrCtrl' : part)), name].join('+');
}

const ELECTRON_KEYS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, `F${index + 1}`])),
  Enter: 'Return',
  Escape: 'Escape',
  Delete: 'Delete',
  Backspace: 'Backspace',
  Space: 'Space',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
};
