import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

const palette: Command = {
  id: 'view.commandPalette',
  group: 'Window',
  keys: ['$mod+Shift+KeyP', 'F1'],
  title: () => 'Commands…',
  run: ({ shell }) =>
    shell.setState(({ overlay }) => ({ overlay: overlay?.kind === 'palette' ? undefined : { kind: 'palette' } })),
};

const keymap: Command = {
  id: 'edit.keymap',
  group: 'Window',
  keywords: 'keys shortcuts hotkeys navigation',
  title: () => 'Keymap…',
  run: ({ shell }) => shell.setState({ overlay: { kind: 'keymap' } }),
};

const showPanel = (panel: string, title: string, keys: readonly string[] = []): Command => ({
  id: `window.${panel}`,
  group: 'Window',
  keys,
  keywords: 'panel show focus',
  title: () => title,
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('showPanel')?.(panel),
});

const nextPanel: Command = {
  id: 'window.nextPanel',
  group: 'Window',
  keys: ['F6'],
  title: () => 'Next panel',
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('cyclePanels')?.(1),
};

const previousPanel: Command = {
  id: 'window.previousPanel',
  group: 'Window',
  keys: ['Shift+F6'],
  title: () => 'Previous panel',
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('cyclePanels')?.(-1),
};

const search: Command = {
  id: 'window.search',
  group: 'Window',
  keys: ['Slash'],
  keywords: 'find filter',
  title: () => 'Search in the panel',
  run: () => {
    const panel = document.activeElement?.closest('[data-panel]') ?? document;
    const field =
      panel.querySelector<HTMLInputElement>('[data-search]') ??
      document.querySelector<HTMLInputElement>('[data-search]');
    field?.focus();
    field?.select();
  },
};

const resetLayout: Command = {
  id: 'view.resetLayout',
  group: 'Window',
  keywords: 'panels arrangement workspace',
  title: () => 'Reset layout',
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('resetLayout')?.(),
};

const rearrange: Command = {
  id: 'window.rearrange',
  group: 'Window',
  keywords: 'panels move dock tabs layout',
  title: () => 'Rearrange panels',
  enabled: needsShot,
  checked: ({ shell }) => shell.getState().rearranging,
  run: ({ shell }) => shell.setState(({ rearranging }) => ({ rearranging: !rearranging })),
};

const saveLayout: Command = {
  id: 'window.saveLayout',
  group: 'Window',
  keywords: 'panels arrangement workspace',
  title: () => 'Save layout',
  enabled: needsShot,
  run: ({ panelActions, preferences, log }) => {
    const layout = panelActions.get('layout')?.();
    if (layout === undefined) return;
    const { layouts } = preferences.store.getState();
    const name = `Layout ${Object.keys(layouts).length + 1}`;
    preferences.change({ layouts: { ...layouts, [name]: layout } });
    log.info(`Saved the arrangement of panels as ${name}.`, { toast: true });
  },
};

export default [
  palette,
  keymap,
  showPanel('outliner', 'Show outliner'),
  showPanel('inspector', 'Show inspector'),
  showPanel('timeline', 'Show timeline'),
  showPanel('takes', 'Show takes and cache'),
  nextPanel,
  previousPanel,
  search,
  rearrange,
  resetLayout,
  saveLayout,
];
