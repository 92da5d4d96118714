import type { Command } from '../Command.ts';

const leaveIsolation: Command = {
  id: 'view.leaveIsolation',
  group: 'View',
  keys: ['Escape'],
  sharesKeys: true,
  title: () => 'Exit isolation',
  enabled: ({ view }) => view.getState().isolated !== undefined || 'Nothing is isolated.',
  run: ({ view }) => view.setState({ isolated: undefined, task: 'none' }),
};

export default leaveIsolation;
