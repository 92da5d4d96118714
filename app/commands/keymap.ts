import type { NavigationPreset } from '../state/preferences.ts';
import { normalChord, type Chord } from './chords.ts';
import type { Command } from './Command.ts';

/** Keys by command id; an empty list takes a command's keys away. */
export type KeyOverrides = Readonly<Record<string, readonly Chord[]>>;

/** What differs from the commands' own keys in the hands of people who know another program. The mouse follows in the viewport. */
export const presetKeys: Readonly<Record<NavigationPreset, KeyOverrides>> = {
  maya: {},
  houdini: {
    'tool.select': ['KeyS'],
    'tool.move': ['KeyT'],
    'tool.rotate': ['KeyR'],
    'tool.scale': ['KeyE'],
    'playback.setKey': ['KeyK'],
    'playback.stop': [],
    'view.frameAll': ['KeyH'],
    'edit.hide': ['Shift+KeyH'],
    'playback.toggle': ['ArrowUp', 'Space'],
  },
  blender: {
    'tool.select': ['KeyW'],
    'tool.move': ['KeyG'],
    'tool.rotate': ['KeyR'],
    'tool.scale': ['KeyS'],
    'playback.setKey': ['KeyI'],
    'playback.setIn': ['$mod+Home'],
    'playback.setOut': ['$mod+End'],
    'view.frameSelected': ['NumpadDecimal', 'KeyF'],
    'view.frameAll': ['Home'],
    'playback.first': ['Shift+ArrowLeft'],
    'playback.last': ['Shift+ArrowRight'],
    'playback.next10': ['Shift+ArrowUp'],
    'playback.previous10': ['Shift+ArrowDown'],
    'edit.delete': ['KeyX', 'Delete'],
    'edit.duplicate': ['Shift+KeyD'],
    'view.snapping': ['Shift+Tab'],
  },
};

/** Chords and what they do. */
export interface Keymap {
  keysOf(id: string): readonly Chord[];
  /** Commands of a chord: those that share keys first. */
  commandsOf(chord: Chord): readonly string[];
  /** Chords that more than one command claims for itself. */
  readonly conflicts: ReadonlyMap<Chord, readonly string[]>;
}

/** The commands' keys, changed by the preset, changed by the artist. */
export function createKeymap(commands: Iterable<Command>, preset: NavigationPreset, overrides: KeyOverrides): Keymap {
  const keys = new Map<string, readonly Chord[]>();
  const byChord = new Map<Chord, Command[]>();
  for (const command of commands) {
    const chosen = overrides[command.id] ?? presetKeys[preset][command.id] ?? command.keys ?? [];
    const chords = [...new Set(chosen.map(normalChord))];
    keys.set(command.id, chords);
    for (const chord of chords) byChord.set(chord, [...(byChord.get(chord) ?? []), command]);
  }
  const ids = (list: readonly Command[]) => list.map(({ id }) => id);
  const inOrder = (list: readonly Command[]) => [
    ...list.filter(({ sharesKeys }) => sharesKeys === true),
    ...list.filter(({ sharesKeys }) => sharesKeys !== true),
  ];
  const claimed = [...byChord].map(
    ([chord, list]) => [chord, list.filter(({ sharesKeys }) => sharesKeys !== true)] as const,
  );
  return {
    keysOf: (id) => keys.get(id) ?? [],
    commandsOf: (chord) => ids(inOrder(byChord.get(chord) ?? [])),
    conflicts: new Map(claimed.filter(([, list]) => list.length > 1).map(([chord, list]) => [chord, ids(list)])),
  };
}
