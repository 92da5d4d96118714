import { useSyncExternalStore } from 'react';

/** What the artist chooses, and what is shown. */
export const themeChoices = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export const themeTitles: Readonly<Record<ThemeChoice, string>> = {
  dark: 'Dark',
  light: 'Light',
  system: 'System',
};
export type Theme = Exclude<ThemeChoice, 'system'>;

const listeners = new Set<() => void>();
let present: Theme = 'dark';

/** The theme that is shown. */
export function shownTheme(): Theme {
  return present;
}

/** Shows a theme below `root` from now on. What is drawn into a canvas is told after the tokens have changed. */
export function showTheme(root: HTMLElement, theme: Theme): void {
  if (root.dataset.theme === theme) return;
  root.dataset.theme = theme;
  present = theme;
  for (const listener of listeners) listener();
}

/** The theme, for components that draw with its tokens by themselves: they are drawn again when it changes. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
