import { type NumberArray, zerosLike } from './numberArrays.ts';
import type { SystemState } from './SystemState.ts';

/** A copy of those parts of a state that change before a step is committed, for rolling back a failed step. It allocates nothing after construction. */
export class StateBackup {
  private readonly live: readonly NumberArray[];
  private readonly copies: readonly NumberArray[];

  constructor(state: SystemState) {
    this.live = state.liveArrays();
    this.copies = this.live.map((array) => zerosLike(array, array.length));
  }

  /** Copies the present state. */
  keep(): void {
    for (let k = 0; k < this.live.length; k++) this.copies[k].set(this.live[k]);
  }

  /** Restores the state copied by the last `keep`. */
  bringBack(): void {
    for (let k = 0; k < this.live.length; k++) this.live[k].set(this.copies[k]);
  }
}
