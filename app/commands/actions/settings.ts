import type { Command } from '../Command.ts';

const settings: Command = {
  id: 'edit.settings',
  group: 'Edit',
  keys: ['$mod+Comma'],
  keywords: 'preferences options units motion navigation mouse',
  title: () => 'Settings…',
  run: ({ shell }) => shell.setState({ overlay: { kind: 'settings' } }),
};

export default settings;
