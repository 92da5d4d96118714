// The same kernels for a memory that is not shared, where threads are missing.
export * from './allPasses';
