export * from './allPasses';
