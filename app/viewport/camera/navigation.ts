import { createStore } from 'zustand/vanilla';

/** What a drag in the viewport does to the camera. */
export type CameraMove = 'orbit' | 'pan' | 'zoom';

interface Binding {
  /** PointerEvent.button: 0 left, 1 middle, 2 right. */
  readonly button: number;
  readonly alt?: boolean;
  readonly shift?: boolean;
  readonly ctrl?: boolean;
  readonly move: CameraMove;
}

export interface NavigationPreset {
  readonly label: string;
  /** As the status bar says it. */
  readonly hint: string;
  readonly bindings: readonly Binding[];
}

/** The middle button orbits everywhere: window managers often keep Alt drags for themselves. */
const MIDDLE: readonly Binding[] = [
  { button: 1, shift: true, move: 'pan' },
  { button: 1, ctrl: true, move: 'zoom' },
  { button: 1, move: 'orbit' },
];
const ALT: readonly Binding[] = [
  { button: 0, alt: true, move: 'orbit' },
  { button: 1, alt: true, move: 'pan' },
  { button: 2, alt: true, move: 'zoom' },
];

/** Mouse buttons as in the programs that artists come from. */
export const navigationPresets = {
  maya: { label: 'Maya', hint: 'Alt drag', bindings: [...ALT, ...MIDDLE] },
  houdini: {
    label: 'Houdini',
    hint: 'Alt drag',
    bindings: [...ALT, { button: 1, move: 'pan' }, { button: 2, move: 'zoom' }],
  },
  blender: { label: 'Blender', hint: 'Middle drag', bindings: [...MIDDLE, ...ALT] },
} as const satisfies Record<string, NavigationPreset>;
export type NavigationName = keyof typeof navigationPresets;

const STORAGE_KEY = 'ductile.navigation';

/** The chosen preset; kept from one start to the next. */
export const navigationStore = createStore<{ readonly preset: NavigationName }>(() => ({ preset: storedPreset() }));

export function chooseNavigation(preset: NavigationName): void {
  navigationStore.setState({ preset });
  globalThis.localStorage?.setItem(STORAGE_KEY, preset);
}

function storedPreset(): NavigationName {
  const stored = globalThis.localStorage?.getItem(STORAGE_KEY);
  return stored !== null && stored !== undefined && Object.hasOwn(navigationPresets, stored)
    ? (stored as NavigationName)
    : 'maya';
}

export interface PointerChord {
  readonly button: number;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
}

/** The camera move of a button with its modifiers; undefined where the button is for tools. */
export function cameraMove(preset: NavigationName, chord: PointerChord): CameraMove | undefined {
  const bindings: readonly Binding[] = navigationPresets[preset].bindings;
  return bindings.find(
    ({ button, alt = false, shift = false, ctrl = false }) =>
      button === chord.button && alt === chord.altKey && shift === chord.shiftKey && ctrl === chord.ctrlKey,
  )?.move;
}
