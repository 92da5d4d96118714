import type { Command } from '../Command.ts';

const leaveSculpting: Command = {
  id: 'view.leaveSculpting',
  group: 'View',
  keys: ['Escape'],
  sharesKeys: true,
  title: () => 'Stop editing the goal',
  enabled: ({ view }) => view.getState().sculpting !== undefined || 'No step of a goal is being edited.',
  run: ({ view }) => view.setState({ sculpting: undefined }),
};
export default leaveSculpting;
