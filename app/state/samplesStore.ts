import { createStore } from 'zustand/vanilla';
import type { SampleState } from '../../src/protocol/requests/samples.ts';

/** How far the frames of sample shots are made, by template: as the host said last. */
export interface SamplesState {
  readonly states: ReadonlyMap<string, SampleState>;
}

export type SamplesStore = ReturnType<typeof createSamplesStore>;

export function createSamplesStore() {
  return createStore<SamplesState>(() => ({ states: new Map() }));
}
