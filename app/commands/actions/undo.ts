import type { Command } from '../Command.ts';

const undo: Command = {
  id: 'edit.undo',
  group: 'Edit',
  keys: ['$mod+KeyZ'],
  title: ({ document }) => ['Undo', document.store.getState().open?.past.at(-1)?.label].filter(Boolean).join(': '),
  enabled: ({ document }) => (document.store.getState().open?.past.length ?? 0) > 0 || 'Nothing to undo.',
  run: ({ document }) => document.undo(),
};

const redo: Command = {
  id: 'edit.redo',
  group: 'Edit',
  keys: ['$mod+Shift+KeyZ', '$mod+KeyY'],
  title: ({ document }) => ['Redo', document.store.getState().open?.future[0]?.label].filter(Boolean).join(': '),
  enabled: ({ document }) => (document.store.getState().open?.future.length ?? 0) > 0 || 'Nothing to redo.',
  run: ({ document }) => document.redo(),
};

export default [undo, redo];
