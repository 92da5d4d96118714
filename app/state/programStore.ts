import { createStore } from 'zustand/vanilla';
import type { RequestResult } from '../../src/protocol/requests.ts';
import type { ConnectionState } from '../client/Connection.ts';

export interface ProgramState {
  readonly connection: ConnectionState;
  /** Undefined until the first host answered. */
  readonly catalogue: RequestResult<'catalogue'> | undefined;
  /** What the host made of the last edit: the document as it validated it, or why it refused it. */
  readonly refusal: string | undefined;
}

export type ProgramStore = ReturnType<typeof createProgramStore>;

export function createProgramStore() {
  return createStore<ProgramState>(() => ({
    connection: { kind: 'connecting' },
    catalogue: undefined,
    refusal: undefined,
  }));
}
