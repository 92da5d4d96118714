import { Settings } from 'lucide-react';
import { commandEntry } from '../commands/commandEntry.ts';
import { useKeymap } from '../commands/useKeymap.ts';
import { bridge } from '../client/openEndpoint.ts';
import { navigationPresets, panelParts } from '../state/preferences.ts';
import { useSession } from '../session/Session.ts';
import { navigationTitles } from './navigationTitles.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { themeChoices } from '../ui/theme.ts';

/** How the editor behaves: mouse and keys, arrangement of panels. */
export function SettingsMenu() {
  const session = useSession();
  const keymap = useKeymap();
  const { preferences, panelActions } = session;
  const entries = (): MenuEntry[] => {
    const { navigation, layouts } = preferences.store.getState();
    const saved = Object.entries(layouts);
    return [
      commandEntry(session, keymap, 'edit.settings'),
      { kind: 'separator' },
      ...themeChoices.map((theme) => commandEntry(session, keymap, `view.theme.${theme}`)),
      ...(bridge === undefined
        ? []
        : [commandEntry(session, keymap, 'view.larger'), commandEntry(session, keymap, 'view.smaller')]),
      { kind: 'separator' },
      { kind: 'heading', label: 'Mouse and keys like' },
      ...navigationPresets.map((preset): MenuEntry => ({
        kind: 'item',
        label: navigationTitles[preset],
        checked: preset === navigation,
        onSelect: () => preferences.change({ navigation: preset }),
      })),
      commandEntry(session, keymap, 'edit.keymap'),
      { kind: 'separator' },
      { kind: 'heading', label: 'Panels' },
      ...panelParts.map((part) => commandEntry(session, keymap, `window.toggle-${part}`)),
      ...saved.map(([name, layout]): MenuEntry => ({
        kind: 'item',
        label: name,
        onSelect: () => panelActions.get('applyLayout')?.(layout),
      })),
      commandEntry(session, keymap, 'window.rearrange'),
      commandEntry(session, keymap, 'window.saveLayout'),
      commandEntry(session, keymap, 'view.resetLayout'),
      { kind: 'separator' },
      commandEntry(session, keymap, 'view.statistics'),
      commandEntry(session, keymap, 'simulate.restartHost'),
    ];
  };
  return (
    <Menu entries={entries} align="end">
      <IconButton icon={Settings} label="Settings" />
    </Menu>
  );
}
