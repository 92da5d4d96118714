import type { Migration } from './Migration.ts';

const migration: Migration = {
  from: 2,
  summary: 'Takes were introduced: the contents of the shot are the take `main`, and there are no others.',
  migrate(document) {
    return { ...document, take: { id: 'main', name: 'Main' }, takes: [] };
  },
};

export default migration;
