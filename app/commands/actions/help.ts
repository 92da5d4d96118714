import type { Command } from '../Command.ts';

const guide: Command = {
  id: 'help.firstShot',
  group: 'Help',
  keywords: 'guide tutorial learn start',
  title: () => 'Guided first shot',
  run: ({ shell }) => shell.setState({ overlay: { kind: 'guide' } }),
};

const manual: Command = {
  id: 'help.manual',
  group: 'Help',
  keywords: 'documentation',
  title: () => 'Manual',
  run: ({ shell }) => shell.setState({ overlay: { kind: 'manual' } }),
};

const shortcuts: Command = {
  id: 'help.shortcuts',
  group: 'Help',
  keywords: 'keymap keys hotkeys',
  title: () => 'Keyboard shortcuts',
  run: ({ shell }) => shell.setState({ overlay: { kind: 'keymap' } }),
};

const log: Command = {
  id: 'help.log',
  group: 'Help',
  keys: ['$mod+Shift+KeyL'],
  keywords: 'messages warnings errors',
  title: () => 'Log',
  run: ({ panelActions, log: entries }) => {
    panelActions.get('showPanel')?.('log');
    entries.markRead();
  },
};

export default [guide, manual, shortcuts, log];
