import type { Command } from '../Command.ts';
import { needsHost } from '../requirements.ts';

const newShot: Command = {
  id: 'file.new',
  group: 'File',
  keys: ['$mod+KeyN', 'Alt+KeyN'],
  keywords: 'create template',
  title: () => 'New shot…',
  enabled: needsHost,
  run: ({ shell }) => shell.setState({ overlay: { kind: 'new-shot' } }),
};

export default newShot;
