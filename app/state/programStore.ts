import { createStore } from 'zustand/vanilla';
import type { RequestResult } from '../../src/protocol/requests.ts';

/** Whether there is a host to talk to. */
export type ConnectionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** `attempt` counts from 1; the reason is that of the last loss. */
  | { readonly kind: 'lost'; readonly attempt: number; readonly reason: string };

export interface ProgramState {
  readonly connection: ConnectionState;
  /** Undefined until the first host answered. */
  readonly catalogue: RequestResult<'catalogue'> | undefined;
  /** Why the host refused the last edit; undefined where it took it. Its frames are those of the last document that it took. */
  readonly refusal: Refusal | undefined;
  /** Sentences about the document as the host has it. */
  readonly warnings: readonly string[];
  /** Entities whose mesh file is not there. */
  readonly missing: RequestResult<'applyScene'>['missing'];
  /** Time at which the host last took an edit, in seconds since the editor started: it is journaled within a second of that. */
  readonly journaledAt: number | undefined;
  /** Folder of the frames of the open shot. */
  readonly cacheFolder: string | undefined;
}

export interface Refusal {
  readonly message: string;
  /** `entities[2].material.density`. */
  readonly place: string | undefined;
  readonly remedy: string | undefined;
}

export type ProgramStore = ReturnType<typeof createProgramStore>;

export function createProgramStore() {
  return createStore<ProgramState>(() => ({
    connection: { kind: 'connecting' },
    catalogue: undefined,
    refusal: undefined,
    warnings: [],
    missing: [],
    journaledAt: undefined,
    cacheFolder: undefined,
  }));
}
