import type { Migration } from './Migration.ts';

const migration: Migration = {
  from: 2,
  summary: 'Takes came: what the shot held so far is the take `main`, and there are no others.',
  migrate(document) {
    return { ...document, take: { id: 'main', name: 'Main' }, takes: [] };
  },
};

export default migration;
