import { bridge } from '../../client/openEndpoint.ts';
import { uiScales } from '../../state/preferences.ts';
import { themeChoices, themeTitles } from '../../ui/theme.ts';
import type { Command } from '../Command.ts';

const themes = themeChoices.map((theme): Command => ({
  id: `view.theme.${theme}`,
  group: 'View',
  keywords: 'appearance colours bright',
  title: () => `Theme: ${themeTitles[theme].toLowerCase()}`,
  checked: ({ preferences }) => preferences.store.getState().theme === theme,
  run: ({ preferences }) => preferences.change({ theme }),
}));

/** A browser zooms the page by keys of its own. */
const inWindow = () => bridge !== undefined || 'The browser zooms this page: Ctrl + and Ctrl −.';

const scaleBy = (steps: 1 | -1, id: string, title: string, key: string): Command => ({
  id,
  group: 'View',
  keys: bridge === undefined ? [] : [key],
  keywords: 'interface size zoom scale text',
  title: () => title,
  enabled: inWindow,
  run: ({ preferences }) => {
    const next = uiScales[uiScales.indexOf(preferences.store.getState().uiScale) + steps] as number | undefined;
    if (next !== undefined) preferences.change({ uiScale: uiScales.find((scale) => scale === next) });
  },
});

export default [
  ...themes,
  scaleBy(1, 'view.larger', 'Larger interface', '$mod+Equal'),
  scaleBy(-1, 'view.smaller', 'Smaller interface', '$mod+Minus'),
];
