import type { NavigationPreset } from '../state/preferences.ts';

/** How presets of mouse and keys are called. */
export const navigationTitles: Readonly<Record<NavigationPreset, string>> = {
  maya: 'Maya',
  houdini: 'Houdini',
  blender: 'Blender',
};
