import type { SolidOperators } from './SolidOperators.ts';

/** Keeps the preconditioner of a stiff body made for the vertices that are held. */
export class FrozenPreconditioner {
  private readonly operators: SolidOperators;
  /** Vertices that it was made for. */
  private frozen: Uint8Array | undefined;

  constructor(operators: SolidOperators) {
    this.operators = operators;
  }

  /** Makes it for the `held` vertices (not 0). It depends on nothing else, so that a loaded state finds the same. */
  freeze(held: Uint8Array): void {
    const { frozen, operators } = this;
    if (frozen !== undefined && equalBytes(frozen, held)) return;
    this.frozen = held.slice();
    operators.freezePreconditioner(held);
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
