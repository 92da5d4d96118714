import { dockOf } from '../dockStore.ts';
import type { Command } from '../../commands/Command.ts';

const closeWhyStale: Command = {
  id: 'view.closeWhyStale',
  group: 'View',
  keys: ['Escape'],
  sharesKeys: true,
  title: () => 'Close why stale',
  enabled: (session) => dockOf(session).getState().explained !== undefined || 'It is not open.',
  run: (session) => dockOf(session).setState({ explained: undefined }),
};

export default closeWhyStale;
