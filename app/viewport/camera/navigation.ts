import type { NavigationPreset } from '../../state/preferences.ts';

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
const presets: Readonly<Record<NavigationPreset, readonly Binding[]>> = {
  maya: [...ALT, ...MIDDLE],
  houdini: [...ALT, { button: 1, move: 'pan' }, { button: 2, move: 'zoom' }],
  blender: [...MIDDLE, ...ALT],
};

export interface PointerChord {
  readonly button: number;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
}

/** The camera move of a button with its modifiers; undefined where the button is for tools. */
export function cameraMove(preset: NavigationPreset, chord: PointerChord): CameraMove | undefined {
  return presets[preset].find(
    ({ button, alt = false, shift = false, ctrl = false }) =>
      button === chord.button && alt === chord.altKey && shift === chord.shiftKey && ctrl === chord.ctrlKey,
  )?.move;
}
