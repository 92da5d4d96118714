import { createStore } from 'zustand/vanilla';

export interface SelectionState {
  /** Entity ids in the order of their choice; the last one is active. */
  readonly ids: readonly string[];
}

export type SelectionStore = ReturnType<typeof createSelectionStore>;

export function createSelectionStore() {
  return createStore<SelectionState>(() => ({ ids: [] }));
}
